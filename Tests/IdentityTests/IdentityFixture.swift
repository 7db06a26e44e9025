import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Sodium
import Storage
import Support
import Synchronization

@testable import Identity

/// Clocks that tests move.
final class ManualClock: Sendable {
    let moved: MovedClock

    init(_ text: String = "2026-02-10T12:00:00.000Z") {
        moved = MovedClock(Instant(text: text) ?? .earliest)
    }

    var now: Instant { moved.now }
    var machineTime: MachineTime { moved.machineTime }

    /// Lets time pass.
    func advance(by duration: Duration) { moved.advance(duration) }

    /// Sets the time of day ahead or back.
    func jump(by duration: Duration) { moved.jump(duration) }
}

/// A user of a test, signed in.
struct Person: Sendable {
    var user: User
    var token: String
    var passport: [UInt8]
}

/// Identity without sockets: its database in a folder of its own, its host, a caller.
final class IdentityFixture {
    static let password = "quartz-velvet-nimbus-7"

    let clock: ManualClock
    let folder: TemporaryFolder
    let parts: IdentityParts
    let service: DataService
    let revocations = RevocationList()
    private let pool: JobPool
    private let keys: KeyStore
    private let caller: Caller
    private let verifier: PassportVerifier

    init(
        folder: TemporaryFolder? = nil, clock: ManualClock = ManualClock(),
        cost: PasswordHash.Cost = .unsafeForTests, pool: JobPool = JobPool(name: "passwords"),
        signUpsAtOnce: Int = 10_000, signUpMode: SignUpMode = .open
    ) throws {
        self.clock = clock
        self.pool = pool
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        let processClock = clock.moved.clock
        let keys = KeyStore(folder: folder.url.path)
        self.keys = keys
        let lines = Lines()
        let logger = Logger(service: "identity", clock: processClock) { lines.append($0) }
        self.lines = lines
        verifier = PassportVerifier(keys: keys, revocations: revocations)
        let host = ServiceHost(
            name: "identity", clock: processClock, verifier: verifier, logger: logger)
        service = try DataService(
            DataService.Configuration(
                service: .identity,
                database: DatabaseConfiguration(
                    path: folder.path("identity.sqlite"),
                    applicationID: IdentitySchema.applicationID),
                migrations: IdentitySchema.migrations, clock: processClock),
            host: host, logger: logger)
        parts = IdentityParts(
            passwords: try PasswordHasher(cost: cost),
            issuer: PassportIssuer(key: try keys.signingKey(of: .identity)),
            revocations: revocations, clock: processClock, logger: logger,
            signUpsAtOnce: signUpsAtOnce, signUpMode: signUpMode)
        try IdentityService.serve(on: service, host: host, pool: pool, parts)
        caller = Caller(transport: LocalTransport([host]), clock: processClock)
    }

    /// The same folder after the service ended and began again.
    convenience init(
        reopening other: IdentityFixture, cost: PasswordHash.Cost = .unsafeForTests
    ) throws {
        other.close()
        try self.init(folder: other.folder, clock: other.clock, cost: cost)
    }

    deinit { close() }

    let lines: Lines

    /// The log of the service so far.
    final class Lines: Sendable {
        private let text = Mutex("")

        func append(_ line: [UInt8]) {
            text.withLock { $0 += String(decoding: line, as: UTF8.self) }
        }

        var all: String { text.withLock { $0 } }
    }

    /// Ends the service; the folder stays.
    func close() {
        pool.close()
        service.stop(by: ContinuousClock.now + .seconds(5))
    }
}

// MARK: Calls

extension IdentityFixture {
    /// Identity with the player Ana, who has no family.
    static func withAna() throws -> (IdentityFixture, Person) {
        let identity = try IdentityFixture()
        return (identity, try identity.person("Ana", .player))
    }

    /// Identity with the player Ana, who has a family.
    static func withFamily() throws -> (IdentityFixture, Person, FamilyID, FamilyCodes) {
        let identity = try IdentityFixture()
        let (ana, family, codes) = try identity.family(of: identity.person("Ana", .player))
        return (identity, ana, family, codes)
    }

    /// A family of the player Ana and the parent Pat.
    func anaAndPat() throws -> (ana: Person, pat: Person, family: FamilyID) {
        let (ana, family, codes) = try family(of: person("Ana", .player))
        return (ana, try joined(person("Pat", .parent), codes.parentCode), family)
    }

    @discardableResult
    func call<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, as person: Person? = nil,
        family: FamilyID? = nil, key: IdempotencyKey? = nil, isDryRun: Bool = false
    ) throws -> Op.Response {
        do {
            return try caller.call(
                operation, request, at: .identity,
                options: .init(
                    passport: person?.passport ?? [], family: family, idempotencyKey: key,
                    budget: .seconds(60), isDryRun: isDryRun))
        } catch let failure as Caller.Failure {
            throw failure.error
        }
    }

    /// A call with another passport than a person's.
    @discardableResult
    func call<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, passport: [UInt8]
    ) throws -> Op.Response {
        do {
            return try caller.call(
                operation, request, at: .identity,
                options: .init(passport: passport, budget: .seconds(60)))
        } catch let failure as Caller.Failure {
            throw failure.error
        }
    }

    /// A passport of a service or the operator, as they sign it themselves.
    func passport(of subject: Passport.Subject) throws -> [UInt8] {
        let key =
            switch subject {
            case .service(let name): try keys.signingKey(of: .service(name))
            default: try keys.signingKey(of: .operator)
            }
        return try ServicePassportSource(
            subject: subject, key: key, clock: clock.moved.clock
        ).passport()
    }

    func operatorPassport() throws -> [UInt8] { try passport(of: .operator) }

    /// The error of a call; `nil` if it succeeded.
    func refusal<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, as person: Person? = nil,
        family: FamilyID? = nil, key: IdempotencyKey? = nil, isDryRun: Bool = false
    ) -> ServiceError? {
        do {
            try call(
                operation, request, as: person, family: family, key: key, isDryRun: isDryRun)
            return nil
        } catch let error as ServiceError {
            return error
        } catch {
            return ServiceError(.internal, "\(error)")
        }
    }

    /// The code of a call's error; `nil` if it succeeded.
    func code<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, as person: Person? = nil,
        family: FamilyID? = nil, key: IdempotencyKey? = nil
    ) -> ErrorCode? {
        refusal(operation, request, as: person, family: family, key: key)?.code
    }

    /// Calls without waiting; the code of the error is delivered.
    func send<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request,
        deliver: @escaping @Sendable (ErrorCode?) -> Void
    ) {
        do {
            try caller.send(
                operation, request, at: .identity, options: .init(budget: .seconds(60))
            ) { outcome in
                if case .failure(let error, _) = outcome {
                    deliver(error.code)
                } else {
                    deliver(nil)
                }
            }
        } catch {
            deliver(.internal)
        }
    }

    /// What the access check of this process says of a passport; `nil` if it counts.
    func verdict(on passport: [UInt8]) -> ErrorCode? {
        do throws(ServiceError) {
            _ = try verifier.principal(of: passport, at: clock.machineTime)
            return nil
        } catch {
            return error.code
        }
    }

    /// Whether the access check comes to refuse a passport: it is told of a change right behind
    /// the answer, however long that takes on a busy machine.
    func isRefusedSoon(_ passport: [UInt8]) -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            if verdict(on: passport) == .unauthenticated { return true }
            sched_yield()
        }
        return false
    }

    // MARK: People

    /// Signs a new user up and in.
    func person(_ name: String, _ role: Role) throws -> Person {
        let email = "\(name.lowercased())@example.org"
        let user = try call(
            SignUp.self,
            .init(
                email: email, fullName: "\(name) Example", role: role.rawValue,
                password: Self.password, timeZone: "America/New_York")
        ).user
        let token = try login(email).token
        return try renewed(Person(user: user, token: token, passport: []))
    }

    func login(
        _ email: String, password: String = IdentityFixture.password, prior: String? = nil
    ) throws -> Login.Response {
        try call(
            Login.self,
            .init(email: email, password: password, device: "laptop", priorToken: prior))
    }

    /// The person in a further session.
    func anotherSession(of person: Person) throws -> Person {
        var other = person
        other.token = try login(person.user.email).token
        return try renewed(other)
    }

    /// The person with a fresh passport.
    func renewed(_ person: Person) throws -> Person {
        var person = person
        person.passport = try passport(person.token)
        return person
    }

    func passport(_ token: String) throws -> [UInt8] {
        let answer = try call(IssuePassport.self, .init(token: token))
        return Array(Data(base64Encoded: answer.passport) ?? Data())
    }

    /// A family, its player with a fresh passport, and its codes.
    func family(
        of player: Person, _ name: String? = nil
    ) throws -> (player: Person, id: FamilyID, codes: FamilyCodes) {
        let answer = try call(CreateFamily.self, .init(name: name), as: player)
        return (try renewed(player), answer.family.familyUnitID, answer.codes)
    }

    /// Joins with a code; the person has a fresh passport then.
    func joined(_ person: Person, _ code: String) throws -> Person {
        try call(JoinFamily.self, .init(code: code), as: person)
        return try renewed(person)
    }

    /// The feed's rows after a position, as a service reads them from the database.
    func changes(after sequence: Int64 = 0) throws -> [(type: String, payload: String)] {
        try service.database.read { transaction in
            try transaction.rows(
                "SELECT type, payload FROM changes WHERE seq > ?1 ORDER BY seq", sequence
            ) { (try $0.text(0), try $0.text(1)) }
        }
    }

    var head: Int64 {
        get throws {
            try service.database.read { try $0.scalar("SELECT max(seq) FROM changes") ?? 0 }
        }
    }
}
