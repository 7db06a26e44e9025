import Contracts
import Dispatch
import Foundation
import ServiceKit
import Storage
import Support
import Synchronization
import Testing

@testable import DataServiceKit

/// A data service of things with a caller beside it, in a folder of its own or a given one.
final class ThingService: Sendable {
    static let things = MarkedTable("things")
    static let migrations = [
        Migration(
            "things",
            sql: """
                CREATE TABLE things (
                    family_unit_id BLOB NOT NULL, id BLOB NOT NULL, body TEXT NOT NULL,
                    deleted_at INTEGER, operation_id BLOB,
                    PRIMARY KEY (family_unit_id, id)
                ) STRICT, WITHOUT ROWID;
                CREATE UNIQUE INDEX things_body ON things (family_unit_id, body)
                    WHERE deleted_at IS NULL AND body LIKE 'unique%';
                CREATE INDEX things_by_operation ON things (family_unit_id, operation_id)
                    WHERE operation_id IS NOT NULL;
                CREATE TABLE leaves (
                    family_unit_id BLOB NOT NULL, thing_id BLOB NOT NULL, id BLOB NOT NULL,
                    PRIMARY KEY (family_unit_id, thing_id, id)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE coaches (name TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT;
                """)
    ]

    let name: ServiceName
    let keys: KeyStore
    let clock: ProcessClock
    let host: ServiceHost
    let data: DataService
    let caller: Caller
    let revocations = RevocationList()
    /// The ids of rows that were removed for good.
    let erased = Mutex<[String]>([])
    let pool = JobPool(name: "hash", threads: 1, queueMax: 2)

    init(
        folder: String, name: ServiceName = .interactions,
        now: Instant? = nil, clock given: ProcessClock? = nil, readers: Int = 2,
        checkedAtStartMax: Int64? = nil, level: LogLevel = .error,
        log: @escaping @Sendable ([UInt8]) -> Void = { _ in }
    ) throws {
        self.name = name
        let clock = given ?? now.map { MovedClock($0).clock } ?? ProcessClock()
        let keyFolder = folder + "/keys"
        try CompassHome.makePrivateFolder(keyFolder)
        keys = KeyStore(folder: keyFolder)
        self.clock = clock
        let logger = Logger(service: name.rawValue, level: level, clock: clock, write: log)
        host = ServiceHost(
            name: name.rawValue, clock: clock,
            verifier: PassportVerifier(keys: keys, revocations: revocations), logger: logger)
        var database = DatabaseConfiguration(
            path: "\(folder)/\(name.rawValue).sqlite", applicationID: 5)
        database.readerCount = readers
        database.checkedAtStartMax = checkedAtStartMax ?? database.checkedAtStartMax
        database.lockPatience = .zero
        var configuration = DataService.Configuration(
            service: name, database: database, migrations: Self.migrations, clock: clock)
        configuration.replicaTracks = [IdentityReplica.track]
        data = try DataService(configuration, host: host, logger: logger)
        caller = Caller(transport: LocalTransport([host]), clock: clock)
        registerOperations()
    }

    /// A service in a folder of its own.
    static func inOwnFolder(
        now: Instant? = nil, clock: ProcessClock? = nil, readers: Int = 2
    ) throws -> (folder: TemporaryFolder, service: ThingService) {
        let folder = try TemporaryFolder()
        let service = try ThingService(
            folder: folder.url.path, now: now, clock: clock, readers: readers)
        return (folder, service)
    }

    /// A service with one reader that runs in a folder of its own.
    static func started() throws -> (folder: TemporaryFolder, service: ThingService) {
        let made = try inOwnFolder(readers: 1)
        try made.service.data.start()
        return made
    }

    /// Things lie in the trash with their leaves.
    private var trash: TrashPlan {
        TrashPlan(
            tables: [
                TrashTable(
                    Self.things, title: "body",
                    parts: [
                        TrashTable.Part("leaves", of: "thing_id") { [weak self] ids in
                            self?.erased.withLock { $0 += ids.map(\.text) }
                        }
                    ]
                ) { [weak self] ids in self?.erased.withLock { $0 += ids.map(\.text) } }
            ]
        ) { id, _, scope, unit in
            let restored = try unit.undo(id, of: scope, in: [Self.things])
            return UndoOperation.Response(id, restored: ["things": Int(restored[0])])
        }
    }

    deinit { close() }

    func close() {
        data.stop(by: .now + .seconds(5))
        pool.close()
    }

    private func registerOperations() {
        data.command(AddThing.self) { try Self.add($0, $1, $2) }
        data.command(AddSecretThing.self) { try Self.add($0, $1, $2) }
        data.command(AddReference.self) { input, context, unit in
            guard
                try unit.transaction.exists("SELECT 1 FROM coaches WHERE name = ?1", input.body)
            else {
                throw UnknownReference(
                    .coaches, refusal: .invalid("coach_id", "Invalid coach selection"))
            }
            return try Self.add(input, context, unit)
        }
        data.job(HashThing.self, pool: pool) { input, context, data in
            try data.write(context) { try Self.add(input, context, $0) }
        }
        data.query(ListThings.self) { _, context, transaction in
            try transaction.rows(
                """
                SELECT id, body FROM things
                WHERE family_unit_id = ?1 AND deleted_at IS NULL ORDER BY id
                """, try context.requireFamily().familyID
            ) { Thing(id: try $0.identifier(0), body: try $0.text(1)) }
        }
        data.command(DeleteThing.self) { input, context, unit in
            let family = try context.requireFamily()
            guard try unit.markDeleted(input.id, in: Self.things, of: family) else {
                throw ServiceError.notFound(.event)
            }
            try unit.recordOperation("things.delete", of: family, counts: ["things": 1])
            return OperationAnswer(operationID: unit.operationID)
        }
        data.keepTrash(trash)
    }

    /// A body of "refuse" is refused after its rows and its change were written.
    static func add(
        _ input: BodyRequest, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Thing {
        let family = try context.requireFamily().familyID
        let thing = Thing(id: .make(at: unit.now), body: input.body)
        try unit.transaction.execute(
            "INSERT INTO things (family_unit_id, id, body) VALUES (?1, ?2, ?3)", family, thing.id,
            thing.body)
        try unit.record(
            NewChange("thing.added", of: "thing", thing.id, family: family, payload: thing))
        if input.body == "refuse" { throw ServiceError(.conflict, "Refused") }
        return thing
    }

    // MARK: Calling

    static let family = FamilyID(high: 7, low: 1)
    static let otherFamily = FamilyID(high: 7, low: 2)
    static let player = UserID(high: 8, low: 1)
    static let otherPlayer = UserID(high: 8, low: 2)

    func passport(
        of user: UserID = player, role: Role = .player,
        session: SessionID = SessionID(high: 9, low: 1)
    ) throws -> [UInt8] {
        return try Passport(
            subject: .user(user, session, [Self.family: role]), issuedAt: clock.machineTime()
        ).signed(with: try keys.signingKey(of: .identity))
    }

    func servicePassports(of service: ServiceName) throws -> ServicePassportSource {
        ServicePassportSource(
            subject: .service(service), key: try keys.signingKey(of: .service(service)),
            clock: clock)
    }

    func options(
        key: UInt64? = nil, user: UserID = player, role: Role = .player, isDryRun: Bool = false
    ) throws -> Caller.Options {
        Caller.Options(
            passport: try passport(of: user, role: role), family: Self.family,
            idempotencyKey: key.map { IdempotencyKey(high: 1, low: $0) }, budget: .seconds(60),
            isDryRun: isDryRun)
    }

    @discardableResult
    func add(
        _ body: String, key: UInt64? = nil, user: UserID = player, isDryRun: Bool = false
    ) throws -> Caller.Answer {
        try caller.answer(
            AddThing.self, BodyRequest(body: body),
            options: try options(key: key, user: user, isDryRun: isDryRun))
    }

    /// Sorted: ids of the same millisecond are in no order.
    var bodies: [String] {
        get throws {
            try caller.call(ListThings.self, EmptyRequest(), options: try options()).map(\.body)
                .sorted()
        }
    }

    func fetch(
        after sequence: Int64 = 0, limit: Int = 500, wait: Int = 0
    ) throws -> FetchChanges.Response {
        try caller.call(
            FetchChanges.self,
            .init(afterSequence: sequence, limit: limit, waitMilliseconds: wait), at: name,
            options: .init(
                passport: try servicePassports(of: .coaches).passport(), budget: .seconds(60)))
    }

    func changeSource(for consumer: ServiceName) throws -> CalledChangeSource {
        CalledChangeSource(
            name, caller: caller, passports: try servicePassports(of: consumer))
    }
}

extension Caller.Failure {
    var code: ErrorCode { error.code }
}

/// The code that a call is refused with; nil when it succeeds.
func refusal<Value>(_ call: () throws -> Value) -> ErrorCode? {
    do {
        _ = try call()
        return nil
    } catch let failure as Caller.Failure {
        return failure.code
    } catch {
        Issue.record("\(error)")
        return nil
    }
}

/// Holds the writer thread so that commands queue behind it in a known order.
final class WriterGate: Sendable {
    private let entered = DispatchSemaphore(value: 0)
    private let opened = DispatchSemaphore(value: 0)

    init(_ database: Database) {
        database.write { [entered, opened] _ in
            entered.signal()
            opened.wait()
        } completion: { _ in
        }
        entered.wait()
    }

    func open() { opened.signal() }
}

/// Collects outcomes from other threads.
final class Outcomes: Sendable {
    private let values = Mutex<[Outcome]>([])
    private let arrived = DispatchSemaphore(value: 0)

    func add(_ outcome: Outcome) {
        values.withLock { $0.append(outcome) }
        arrived.signal()
    }

    var count: Int { values.withLock { $0.count } }

    func wait(for count: Int) -> [Outcome] {
        for _ in 0..<count { arrived.wait() }
        return values.withLock { $0 }
    }
}

extension Outcome {
    var json: [UInt8]? { if case .success(let json, _) = self { json } else { nil } }
    var isReplayed: Bool { if case .success(_, true) = self { true } else { false } }
    var code: ErrorCode? { if case .failure(let error, _) = self { error.code } else { nil } }
}
