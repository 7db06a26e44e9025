import CommandKit
import Contracts
import Foundation
import ServiceKit

/// The user of a run: the session token, the passport issued for it, and the active family.
/// `COMPASS_TOKEN` takes precedence over the stored sign-in and leaves nothing on disk.
final class UserSession {
    /// A stored passport is renewed if it expires within this time.
    static let passportReserve = Duration.seconds(15)

    private let run: CommandRun
    private let name: String
    private let token: String
    private let isStored: Bool
    private let activeFamily: FamilyID?
    private var current: IssuePassport.Response?
    /// The family of this run's calls, regardless of the command line.
    var chosenFamily: FamilyID?
    // A passport issued during this run is used until it expires; renewing it again would gain
    // nothing.
    private var isFresh = false

    /// Opens the sign-in of a run. Throws if there is none, with the command that helps.
    init(_ run: CommandRun) throws {
        self.run = run
        name = run.contextName
        if let token = run.environment["COMPASS_TOKEN"], !token.isEmpty {
            self.token = token
            isStored = false
            activeFamily = nil
            return
        }
        guard SignInStore.isName(name) else {
            throw CommandFailure.usage(
                "\(QuotedText.of(name)) is not a valid name for a sign-in",
                reason: "Names consist of letters, digits and -_.@, at most 64 characters.")
        }
        guard let signIn = try run.signIns.signIn(name) else {
            let known = run.signIns.names
            throw CommandFailure(
                .unauthenticated,
                name == "default"
                    ? "You are not signed in" : "There is no sign-in named \(QuotedText.of(name))",
                reason: known.isEmpty ? nil : "Sign-ins: \(known.joined(separator: ", ")).",
                remedy: run.loginLine)
        }
        token = signIn.token
        isStored = true
        activeFamily = signIn.activeFamily
        current = run.signIns.passport(name)
        sayWho(signIn.user)
    }

    /// Tells a person whose sign-in the command uses if the last one used another (N-58).
    private func sayWho(_ user: User) {
        guard run.isForPeople else { return }
        let last = run.signIns.lastUsedName
        guard last != name else { return }
        run.signIns.setLastUsed(name)
        guard last != nil else { return }
        run.note("Running as \(VisibleText.line(user.fullName)), with the sign-in \(name)")
    }

    var userID: UserID {
        get throws { try statement().user.id }
    }

    var user: User {
        get throws { try statement().user }
    }

    var fullName: String {
        get throws { try statement().user.fullName }
    }

    /// The passport's bytes; renewed shortly before it expires.
    func passport() throws -> [UInt8] { try bytes(of: statement()) }

    /// The bytes of a new passport.
    func renewedPassport() throws -> [UInt8] { try bytes(of: renew()) }

    /// The families of the user, with the role in each.
    func families() throws -> [Membership] { try statement().families }

    /// The family of a call: `--family`, `COMPASS_FAMILY`, the active one, or the first.
    func family() throws -> FamilyID { try chosenFamily ?? membership().familyUnitID }

    /// The membership in the family of a call.
    func membership() throws -> Membership {
        let families = try families()
        if let typed = run.invocation.text("family") ?? run.environment["COMPASS_FAMILY"] {
            return try membership(named: typed)
        }
        if let activeFamily, let active = families.first(where: { $0.familyUnitID == activeFamily })
        {
            return active
        }
        try requireAnyFamily()
        return families[0]
    }

    /// Throws if the user belongs to no family, with the reason if they no longer do.
    func requireAnyFamily() throws {
        let statement = try statement()
        if statement.families.isEmpty { throw Self.noFamily(statement) }
    }

    private static func noFamily(_ statement: IssuePassport.Response) -> CommandFailure {
        if let left = statement.leftFamilies?.first {
            return CommandFailure(
                .notFound, statement.noFamilyText,
                reason: VisibleText.line(left.explanation) + ".",
                remedy: "Try: compass family export, or compass family join CODE")
        }
        if statement.wasMember == true {
            return CommandFailure(
                .notFound, statement.noFamilyText, reason: IssuePassport.Response.wayBack + ".",
                remedy: "Try: compass family join CODE")
        }
        return CommandFailure(
            .notFound, statement.noFamilyText,
            reason: "A player creates one; a parent joins with the player's code.",
            remedy: "Try: compass family create, or compass family join CODE")
    }

    /// The membership in the family of this name or id. If the stored passport does not contain the
    /// family, which may have been joined or renamed since, the passport is renewed once.
    func membership(named typed: String) throws -> Membership {
        let known = try families()
        let found = Result { try Self.find(typed, in: known) }
        if case .success(let family) = found, known.contains(family) { return family }
        guard !isFresh else { return try found.get() }
        return try Self.find(typed, in: try renew().families)
    }

    /// Forgets the passport after rights have changed.
    func forgetPassport() {
        current = nil
        isFresh = false
        if isStored { run.signIns.removePassport(name) }
    }

    /// Notes that the person knows that they have just left a family.
    func knowsOfLeaving() throws {
        guard isStored, var signIn = try run.signIns.signIn(name) else { return }
        signIn.toldOfLeaving = run.clock.now()
        try run.signIns.save(signIn, as: name)
    }

    /// Makes a family the active one of this sign-in.
    func activate(_ family: FamilyID) throws {
        guard isStored, var signIn = try run.signIns.signIn(name) else {
            throw CommandFailure.usage(
                "COMPASS_TOKEN has no stored sign-in", remedy: "Use --family or COMPASS_FAMILY.")
        }
        signIn.activeFamily = family
        try run.signIns.save(signIn, as: name)
    }

    /// A family by its name, its id, or the end of its id.
    static func find(_ typed: String, in families: [Membership]) throws -> Membership {
        let choices = families.map {
            NamedRecord(id: $0.familyUnitID.text, name: $0.name)
        }
        let id: FamilyID = try RecordNames.id(
            of: typed, among: choices, noun: "family", plural: "families", field: nil,
            listCommand: "compass whoami")
        // A full id may be that of another family: services answer as if it did not exist.
        return families.first { $0.familyUnitID == id }
            ?? Membership(familyUnitID: id, name: "", role: .parent, timeZone: "UTC")
    }

    private func statement() throws -> IssuePassport.Response {
        if let current, isFresh || isLongEnough(current) { return current }
        return try renew()
    }

    /// A passport with more than the longest lifetime left was stored while the clock was ahead.
    private func isLongEnough(_ passport: IssuePassport.Response) -> Bool {
        let now = run.clock.now()
        return now.advanced(by: Self.passportReserve) < passport.expiresAt
            && passport.expiresAt <= now.advanced(by: Passport.lifetimeMax)
    }

    private func renew() throws -> IssuePassport.Response {
        do {
            let answer = try run.callAsAnybody(IssuePassport.self, .init(token: token))
            let fresh = try run.decoded(IssuePassport.Response.self, answer)
            current = fresh
            isFresh = true
            if isStored {
                try run.signIns.save(fresh, as: name)
                try keep(fresh)
            }
            return fresh
        } catch let failure as CommandFailure where failure.exitCode == .unauthenticated {
            forgetPassport()
            throw failure
        }
    }

    /// Stores what has changed about the user, such as the zone in which later commands show times.
    private func keep(_ fresh: IssuePassport.Response) throws {
        guard let known = try run.signIns.signIn(name) else { return }
        var signIn = known
        signIn.user = fresh.user
        tellOfLeaving(fresh, &signIn)
        if signIn != known { try run.signIns.save(signIn, as: name) }
    }

    /// Tells a person of the families that they are no longer in, once (N-139). Without any other
    /// family, the refusal of each command tells it (`membership`).
    private func tellOfLeaving(_ fresh: IssuePassport.Response, _ signIn: inout SignIn) {
        guard run.isForPeople, !run.isQuiet, !fresh.families.isEmpty else { return }
        let told = signIn.toldOfLeaving
        let news = (fresh.leftFamilies ?? []).filter { left in
            told.map { $0 < left.leftAt } ?? true
        }
        guard let last = news.map(\.leftAt).max() else { return }
        for left in news { run.note(VisibleText.line(left.notice)) }
        signIn.toldOfLeaving = last
    }

    private func bytes(of statement: IssuePassport.Response) throws -> [UInt8] {
        guard let data = Data(base64Encoded: statement.passport) else {
            forgetPassport()
            throw CommandFailure(.internal, "The stored passport cannot be read; try again")
        }
        return Array(data)
    }
}
