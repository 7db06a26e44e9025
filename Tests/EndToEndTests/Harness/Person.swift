import Contracts
import Foundation
import ServiceKit
import Synchronization

/// Somebody with an account and a session.
struct Person: Sendable {
    let name: String
    let email: String
    let password: String
    let role: Role
    let userID: UserID
    let sessionID: SessionID
    let token: String
    /// The bytes of the passport that was fetched last.
    var passport: [UInt8]
}

extension SystemUnderTest {
    /// Time enough for any single call, kills included.
    static let patience = Duration.seconds(20)

    /// Calls an operation as somebody, or as nobody.
    func call<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, as person: Person? = nil,
        in family: FamilyID? = nil, at service: ServiceName? = nil, key: IdempotencyKey? = nil,
        budget: Duration = patience
    ) throws -> Op.Response {
        try caller.call(
            operation, request, at: service,
            options: .init(
                passport: passport(of: person), family: family, idempotencyKey: key,
                budget: budget))
    }

    /// Calls an operation; the answer's JSON.
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

    /// The error that a call ends with; `nil` if it succeeds.
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

    /// Signs somebody up and in.
    func makePerson(_ name: String, _ role: Role) throws -> Person {
        let tag = UInt32.random(in: .min ... .max)
        let email = "\(name.lowercased().filter { $0.isASCII && $0.isLetter }).\(tag)@e2e.example"
        let password = "quiet-otter-\(UInt32.random(in: 1_000_000 ... .max))-climbs"
        _ = try call(
            SignUp.self,
            .init(email: email, fullName: name, role: role.rawValue, password: password))
        return try signIn(name: name, email: email, password: password)
    }

    /// Another session of somebody who has signed up.
    func signIn(name: String, email: String, password: String) throws -> Person {
        let login = try call(
            Login.self, .init(email: email, password: password, device: "tests"))
        var person = Person(
            name: name, email: email, password: password, role: login.user.role,
            userID: login.user.id, sessionID: login.session.id, token: login.token, passport: [])
        try renewPassport(of: &person)
        return person
    }

    /// Fetches a passport with the present rights.
    func renewPassport(of person: inout Person) throws {
        let answer = try call(IssuePassport.self, .init(token: person.token))
        guard let bytes = Data(base64Encoded: answer.passport) else {
            throw Failure(description: "identity issued a passport that is not base 64")
        }
        person.passport = Array(bytes)
        renewals.withLock { $0[person.passport] = Renewal(bytes: person.passport) }
    }

    /// A passport that took the place of another one.
    struct Renewal {
        var bytes: [UInt8]
        var at = ContinuousClock.now
    }

    /// The longest that a passport is used here; it lives for five minutes.
    private static let passportUse = Duration.seconds(200)

    /// From now on the person's passport is used as it is, also when it has expired.
    func keepPassport(of person: Person) { renewals.withLock { $0[person.passport] = nil } }

    /// The person's passport or, if that was fetched a while ago, another one, as any client does
    /// it: a test may take long on a busy machine. Somebody who was signed out keeps the old one.
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

    /// Makes a family with this player in it.
    func makeFamily(
        _ name: String, of player: inout Person, timeZone: String = "UTC"
    ) throws -> (id: FamilyID, codes: FamilyCodes) {
        let answer = try call(
            CreateFamily.self, .init(name: name, timeZone: timeZone), as: player)
        try renewPassport(of: &player)
        return (answer.family.familyUnitID, answer.codes)
    }

    /// Lets somebody join a family by its code.
    func join(_ code: String, as person: inout Person) throws {
        _ = try call(JoinFamily.self, .init(code: code), as: person)
        try renewPassport(of: &person)
    }
}
