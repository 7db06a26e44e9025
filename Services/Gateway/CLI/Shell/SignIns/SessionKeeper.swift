import CommandKit
import Contracts
import Foundation
import ServiceKit

/// The user of a run: the session token, the passport made from it, and the family in force.
/// `COMPASS_TOKEN` wins over the stored sign-in and leaves nothing on disk.
final class SessionKeeper {
    /// A passport with less time left than this is renewed before it is used.
    static let passportReserve = Duration.seconds(15)

    private let run: CommandRun
    private let name: String
    private let token: String
    private let isStored: Bool
    private let activeFamily: FamilyID?
    private var current: IssuePassport.Response?
    /// The family that the calls of this run are about, whatever was typed.
    var chosenFamily: FamilyID?
    // One that was made in this run is used to its end: nothing fresher is to be had.
    private var isFresh = false

    /// Opens the sign-in of a run; refuses with the command that helps when there is none.
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
                "\(QuotedText.of(name)) cannot name a sign-in",
                reason: "A name has letters, digits and -_.@, at most 64 characters.")
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
    }

    /// The user's id.
    var userID: UserID {
        get throws { try statement().user.id }
    }

    /// The user's name.
    var fullName: String {
        get throws { try statement().user.fullName }
    }

    /// The passport's bytes; renewed shortly before it expires.
    func passport() throws -> [UInt8] { try bytes(of: statement()) }

    /// A passport that was made just now.
    func renewedPassport() throws -> [UInt8] { try bytes(of: renew()) }

    /// The families of the user, with the role in each.
    func families() throws -> [Membership] { try statement().families }

    /// The family that the call is about: `--family`, `COMPASS_FAMILY`, the active one, the first.
    func family() throws -> FamilyID { try chosenFamily ?? membership().familyUnitID }

    /// The membership in the family that the call is about.
    func membership() throws -> Membership {
        let families = try families()
        if let typed = run.invocation.text("family") ?? run.environment["COMPASS_FAMILY"] {
            return try membership(named: typed)
        }
        if let activeFamily, let active = families.first(where: { $0.familyUnitID == activeFamily })
        {
            return active
        }
        guard let first = families.first else {
            throw CommandFailure(
                .notFound, "You belong to no family yet",
                reason: "A player makes one; a parent joins with the player's code.",
                remedy: "Try: compass family create, or compass family join CODE")
        }
        return first
    }

    /// The membership in the family of that name or id. A family that the passport in hand does not
    /// know may have been joined or renamed since: it is asked for once more.
    func membership(named typed: String) throws -> Membership {
        let known = try families()
        let found = Result { try Self.find(typed, in: known) }
        if case .success(let family) = found, known.contains(family) { return family }
        guard !isFresh else { return try found.get() }
        return try Self.find(typed, in: try renew().families)
    }

    /// Forgets the passport: rights have changed.
    func forgetPassport() {
        current = nil
        isFresh = false
        if isStored { run.signIns.removePassport(name) }
    }

    /// Makes a family the one in force for this context.
    func activate(_ family: FamilyID) throws {
        guard isStored, var signIn = try run.signIns.signIn(name) else {
            throw CommandFailure.usage(
                "COMPASS_TOKEN has no stored context", remedy: "Use --family or COMPASS_FAMILY.")
        }
        signIn.activeFamily = family
        try run.signIns.save(signIn, as: name)
    }

    /// A family by its name, its id, or the end of its id.
    static func find(_ typed: String, in families: [Membership]) throws -> Membership {
        let choices = families.map {
            NamedRecord(id: $0.familyUnitID.text, name: $0.name)
        }
        let id = try RecordNames.id(
            of: typed, among: choices, noun: "family", plural: "families", field: nil,
            listCommand: "compass whoami")
        guard let found = families.first(where: { $0.familyUnitID.text == id }) else {
            // An id that is none of the user's: the services answer as for one that does not exist.
            guard let family = FamilyID(text: id) else {
                throw CommandFailure(.notFound, "Family not found")
            }
            return Membership(familyUnitID: family, name: "", role: .parent, timeZone: "UTC")
        }
        return found
    }

    private func statement() throws -> IssuePassport.Response {
        if let current, isFresh || isLongEnough(current) { return current }
        return try renew()
    }

    /// One that seems to last longer than any passport does was stored while the clock was ahead.
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
            if isStored { try run.signIns.save(fresh, as: name) }
            return fresh
        } catch let failure as CommandFailure where failure.exitCode == .unauthenticated {
            forgetPassport()
            throw failure
        }
    }

    private func bytes(of statement: IssuePassport.Response) throws -> [UInt8] {
        guard let data = Data(base64Encoded: statement.passport) else {
            forgetPassport()
            throw CommandFailure(.internal, "The stored passport cannot be read; try again")
        }
        return Array(data)
    }
}
