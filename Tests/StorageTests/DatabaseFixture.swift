import Dispatch
import Foundation
import Support
import Synchronization
import Testing

@testable import Storage

/// A database with one table in a folder of its own.
struct DatabaseFixture {
    static let applicationID: Int32 = 77
    static let track = MigrationTrack(
        "notes",
        [
            Migration(
                "notes",
                sql: """
                    CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT NOT NULL UNIQUE,
                        parent INTEGER REFERENCES notes (id)) STRICT
                    """)
        ])

    let folder: TemporaryFolder
    let database: Database

    init(change: (inout DatabaseConfiguration) -> Void = { _ in }) throws {
        folder = try TemporaryFolder()
        database = try Self.open(folder.path("a.sqlite"), change: change)
    }

    /// Holds the writer within a command, until the gate is opened.
    func holdWriter(
        isRepeatable: Bool = false, completion: @escaping @Sendable () -> Void = {}
    ) -> Gate {
        let gate = Gate()
        database.write(isRepeatable: isRepeatable) { _ in
            gate.pass()
        } completion: { _ in
            completion()
        }
        gate.waitUntilEntered()
        return gate
    }

    /// Holds a reader within a read, until the gate is opened.
    func holdReader(completion: @escaping @Sendable () -> Void) -> Gate {
        let gate = Gate()
        database.read { _ in
            gate.pass()
        } completion: { _ in
            completion()
        }
        gate.waitUntilEntered()
        return gate
    }

    static func open(
        _ path: String, tracks: [MigrationTrack] = [track],
        change: (inout DatabaseConfiguration) -> Void = { _ in }
    ) throws -> Database {
        var configuration = DatabaseConfiguration(path: path, applicationID: applicationID)
        configuration.lockPatience = .zero
        configuration.onFatal = { error in Issue.record("fatal: \(error)") }
        change(&configuration)
        return try Database(configuration, tracks: tracks)
    }

    var bodies: [String] {
        get throws {
            try database.read {
                try $0.rows("SELECT body FROM notes ORDER BY id") { try $0.text(0) }
            }
        }
    }
}

/// Holds a thread of the database until it is opened, so that a queue fills in a known order. Once
/// open it stays so: a repeatable command may pass twice.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let entered = DispatchSemaphore(value: 0)

    func pass() {
        entered.signal()
        semaphore.wait()
        semaphore.signal()
    }

    func waitUntilEntered() { entered.wait() }
    func open() { semaphore.signal() }
}

/// Collects what completions bring, in their order.
final class Collector<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    private let arrived = DispatchSemaphore(value: 0)

    func add(_ value: Value) {
        values.withLock { $0.append(value) }
        arrived.signal()
    }

    func wait(for count: Int) -> [Value] {
        for _ in 0..<count { arrived.wait() }
        return values.withLock { $0 }
    }

    var count: Int { values.withLock { $0.count } }
}

func insert(_ body: String) -> @Sendable (WriteTransaction) throws -> Int64 {
    { transaction in
        try transaction.execute("INSERT INTO notes (body) VALUES (?1)", body)
        return transaction.lastInsertedRowID
    }
}

struct Refused: Error {}
