public import Contracts
public import DataServiceKit
public import ServiceKit
import Storage

/// A data service in the test's process: a real database in a temporary folder, real passports, and
/// the host through which operations are called, without sockets.
public final class ServiceFixture: Sendable {
    /// A caller.
    public struct Person: Sendable {
        public let userID: UserID
        public let sessionID: SessionID
        /// The caller's role in each family.
        public let families: [FamilyID: Role]

        public init(_ families: [FamilyID: Role] = [:]) {
            userID = .make(at: Instant(milliseconds: 0))
            sessionID = .make(at: Instant(milliseconds: 0))
            self.families = families
        }

        /// The same user with different families.
        public init(_ person: Person, families: [FamilyID: Role]) {
            userID = person.userID
            sessionID = person.sessionID
            self.families = families
        }
    }

    /// The time of day.
    public var now: Instant { clock.now() }
    public let name: ServiceName
    /// The host through which operations are called.
    public let host: ServiceHost
    /// The database, the command log and the change feed.
    public let service: DataService
    /// The sessions revoked early.
    public let revocations = RevocationList()
    private let folder: TemporaryFolder
    private let keys: KeyStore
    public let clock: ProcessClock

    /// Creates a service with an empty database. Register its operations before the first call.
    public convenience init(
        _ name: ServiceName, schema: DataServiceAssembly.Schema,
        now: Instant = Instant(milliseconds: 1_770_724_800_000)
    ) throws {
        try self.init(name, schema: schema, clock: MovedClock(now).clock)
    }

    /// Creates a service with a clock that the test sets.
    public init(
        _ name: ServiceName, schema: DataServiceAssembly.Schema, clock: ProcessClock
    ) throws {
        self.name = name
        self.clock = clock
        folder = try TemporaryFolder()
        keys = KeyStore(folder: folder.path(""))
        let logger = Logger(service: name.rawValue, clock: clock, write: { _ in })
        host = ServiceHost(
            name: name.rawValue, clock: clock,
            verifier: PassportVerifier(keys: keys, revocations: revocations), logger: logger)
        let database = DatabaseConfiguration(
            path: folder.path("\(name.rawValue).sqlite"), applicationID: schema.applicationID)
        var configuration = DataService.Configuration(
            service: name, database: database, migrations: schema.migrations, clock: clock)
        configuration.replicaTracks = schema.replicaTracks
        service = try DataService(configuration, host: host, logger: logger)
    }

    deinit {
        service.stop(by: ContinuousClock.now + .seconds(5))
    }

    /// How SQLite performs a statement.
    public func plan(of sql: String) throws -> String {
        try service.database.read { try $0.queryPlan(sql).joined(separator: "; ") }
    }

    /// A passport of this person.
    public func passport(of person: Person) throws -> [UInt8] {
        try Passport(
            subject: .user(person.userID, person.sessionID, person.families),
            issuedAt: clock.machineTime()
        ).signed(with: keys.signingKey(of: .identity))
    }

    /// Calls an operation as this person (anonymously by default) in this family.
    public func call<Op: Operation>(
        _ operation: Op.Type, _ request: Op.Request, as person: Person? = nil,
        in family: FamilyID? = nil, key: IdempotencyKey? = nil, isDryRun: Bool = false
    ) throws -> Op.Response {
        let answer = try answer(
            operation, request, as: person, in: family, key: key, isDryRun: isDryRun)
        return try JSONCoding.decodeResponse(Op.Response.self, from: answer.json)
    }

    /// Calls an operation and returns the response's JSON.
    public func answer<Op: Operation>(
        _ operation: Op.Type, _ request: Op.Request, as person: Person? = nil,
        in family: FamilyID? = nil, key: IdempotencyKey? = nil, isDryRun: Bool = false,
        budget: Duration = .seconds(30)
    ) throws -> Caller.Answer {
        let caller = Caller(transport: LocalTransport([host]), clock: clock)
        return try caller.answer(
            operation, request, at: name,
            options: .init(
                passport: try person.map { try passport(of: $0) } ?? [], family: family,
                idempotencyKey: key, budget: budget, isDryRun: isDryRun))
    }

    /// Returns the error of a call, or `nil` if it succeeds.
    public func refusal<Op: Operation>(
        of operation: Op.Type, _ request: Op.Request, as person: Person? = nil,
        in family: FamilyID? = nil, key: IdempotencyKey? = nil
    ) -> ServiceError? {
        do {
            _ = try answer(operation, request, as: person, in: family, key: key)
            return nil
        } catch let failure as Caller.Failure {
            return failure.error
        } catch {
            return ServiceError(.internal, "\(error)")
        }
    }

    /// The changes in the service's feed after a position, oldest first.
    public func changes(after sequence: Int64 = 0) throws -> [Change] {
        let source = ServicePassportSource(
            subject: .service(.interactions),
            key: try keys.signingKey(of: .service(.interactions)),
            clock: clock)
        let caller = Caller(transport: LocalTransport([host]), clock: clock)
        return try caller.call(
            FetchChanges.self,
            .init(afterSequence: sequence, limit: FetchChanges.rowsMax, waitMilliseconds: 0),
            at: name,
            options: .init(passport: try source.passport())
        ).changes
    }
}
