import Contracts
import Foundation
import ServiceKit
import Synchronization

/// A user with an account and a session.
struct Person: Sendable {
    let password: String
    let login: Login.Response
    /// The bytes of the passport fetched last.
    var passport: [UInt8] = []

    var name: String { login.user.fullName }
    var email: String { login.user.email }
    var role: Role { login.user.role }
    var userID: UserID { login.user.id }
    var sessionID: SessionID { login.session.id }
}

extension SystemUnderTest {
    /// Long enough for any single call, even with kills.
    static let patience = Duration.seconds(20)

    /// Calls an operation as a person, or anonymously.
    func call<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, as person: Person? = nil,
        in family: FamilyID? = nil, at service: ServiceName? = nil, key: IdempotencyKey? = nil,
        budget: Duration = patience, isDryRun: Bool = false
    ) throws -> Op.Response {
        try caller.call(
            operation, request, at: service,
            options: .init(
                passport: passport(of: person), family: family, idempotencyKey: key,
                budget: budget, isDryRun: isDryRun))
    }

    /// Repeats a command with the same key until its outcome is known, whoever is killed meanwhile.
    func callUntilAnswered<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, as person: Person, in family: FamilyID
    ) throws -> Op.Response {
        let key = IdempotencyKey.make(at: clock.now())
        let end = ContinuousClock.now + Self.patience * 3
        var budget = Duration.milliseconds(500)
        while true {
            do {
                return try call(
                    operation, request, as: person, in: family, key: key, budget: budget)
            } catch let failure as Caller.Failure
                where failure.isOutcomeUnknown || failure.error.code.isRetryable
                || failure.error.code == .internal
            {
                guard ContinuousClock.now < end else { throw failure }
                budget = min(budget * 2, .seconds(5))
                Waiting.pass(.milliseconds(5))
            }
        }
    }

    /// Calls an operation. Returns the response's JSON.
    func json<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, as person: Person? = nil,
        in family: FamilyID? = nil
    ) throws -> [UInt8] {
        try caller.answer(
            operation, request,
            options: .init(
                passport: passport(of: person), family: family, budget: Self.patience)
        ).json
    }

    /// Returns the error of a call, or `nil` if it succeeds.
    func refusal<Op: Contracts.Operation>(
        of operation: Op.Type, _ request: Op.Request, as person: Person? = nil,
        in family: FamilyID? = nil, at service: ServiceName? = nil
    ) -> ServiceError? {
        do {
            _ = try caller.answer(
                operation, request, at: service,
                options: .init(
                    passport: passport(of: person), family: family, budget: Self.patience))
            return nil
        } catch let failure as Caller.Failure {
            return failure.error
        } catch {
            return ServiceError(.internal, "\(error)")
        }
    }

    // MARK: People

    /// Signs a new person up and in.
    func makePerson(_ name: String, _ role: Role) throws -> Person {
        let tag = UInt32.random(in: .min ... .max)
        let email = "\(name.lowercased().filter { $0.isASCII && $0.isLetter }).\(tag)@e2e.example"
        let password = "quiet-otter-\(UInt32.random(in: 1_000_000 ... .max))-climbs"
        _ = try call(
            SignUp.self,
            .init(email: email, fullName: name, role: role.rawValue, password: password))
        return try signIn(email: email, password: password)
    }

    /// Begins another session of an existing user.
    func signIn(email: String, password: String) throws -> Person {
        let login = try call(
            Login.self, .init(email: email, password: password, device: "tests"))
        var person = Person(password: password, login: login)
        try renewPassport(of: &person)
        return person
    }

    /// Fetches a passport with the current rights.
    func renewPassport(of person: inout Person) throws {
        let answer = try call(IssuePassport.self, .init(token: person.login.token))
        guard let bytes = Data(base64Encoded: answer.passport) else {
            throw Failure(description: "identity issued a passport that is not base 64")
        }
        person.passport = Array(bytes)
        renewals.withLock { $0[person.passport] = Renewal(bytes: person.passport) }
    }

    /// A passport that replaced another one.
    struct Renewal {
        var bytes: [UInt8]
        var at = ContinuousClock.now
    }

    /// The longest time for which a passport is used here; it expires after five minutes.
    private static let passportUse = Duration.seconds(200)

    /// From now on uses the person's passport unchanged, even after it has expired.
    func keepPassport(of person: Person) { renewals.withLock { $0[person.passport] = nil } }

    /// The person's passport, replaced if it was fetched a while ago, as clients do: a test may
    /// take long on a busy machine. A person who was signed out keeps the old one.
    private func passport(of person: Person?) -> [UInt8] {
        guard let person else { return [] }
        guard let known = renewals.withLock({ $0[person.passport] }) else { return person.passport }
        guard known.at.duration(to: .now) > Self.passportUse else { return known.bytes }
        var renewed = person
        do { try renewPassport(of: &renewed) } catch { return known.bytes }
        renewals.withLock { $0[person.passport] = Renewal(bytes: renewed.passport) }
        return renewed.passport
    }

    // MARK: Families

    /// Adds a school to a player's family.
    func addSchool(
        _ name: String = "School", as player: Person, in family: FamilyID
    ) throws -> SchoolID {
        try call(AddSchool.self, .init(name: name), as: player, in: family).school.id
    }

    /// Adds a coach to a player's family.
    func addCoach(
        _ first: String, _ last: String, at school: SchoolID? = nil, as player: Person,
        in family: FamilyID
    ) throws -> Coach {
        try call(
            AddCoach.self, CoachForm(firstName: first, lastName: last, schoolID: school),
            as: player, in: family
        ).coach
    }

    /// A service's refusal of a member's passport, or `nil` if it is accepted.
    func refusal(at program: Program, of person: Person, in family: FamilyID) -> ServiceError? {
        switch program {
        case .broker, .web: nil
        case .identity: refusal(of: WhoAmI.self, .init(), as: person)
        case .coaches: refusal(of: ListSchools.self, .init(), as: person, in: family)
        case .interactions: refusal(of: ListInteractions.self, .init(), as: person, in: family)
        case .events: refusal(of: ListEvents.self, .init(), as: person, in: family)
        case .notifications: refusal(of: ListNotifications.self, .init(), as: person)
        case .analytics: refusal(of: ListPosts.self, .init(), as: person, in: family)
        case .hooks: refusal(of: ListHooks.self, .init(), as: person, in: family)
        }
    }

    /// Creates a family with this player.
    func makeFamily(
        _ name: String, of player: inout Person, timeZone: String = "UTC"
    ) throws -> (id: FamilyID, codes: FamilyCodes) {
        let answer = try call(
            CreateFamily.self, .init(name: name, timeZone: timeZone), as: player)
        try renewPassport(of: &player)
        return (answer.family.familyUnitID, answer.codes)
    }

    /// Makes a person join a family with its code.
    func join(_ code: String, as person: inout Person) throws {
        _ = try call(JoinFamily.self, .init(code: code), as: person)
        try renewPassport(of: &person)
    }
}
