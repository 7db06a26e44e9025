import Contracts
import Foundation
import ServiceKit
import Testing

extension SystemUnderTest {
    func file(of program: Program) -> String { home.database(of: program.rawValue) }

    /// kill -9 of a service without a restart.
    func killForGood(_ program: Program) {
        #expect(processes[program]?.stop(with: SIGKILL) == .signal(SIGKILL))
    }

    /// Copies the database and the record of a stopped service.
    func copyFile(of program: Program, to copy: String) throws {
        for suffix in ["", ".life"] {
            try? FileManager.default.removeItem(atPath: copy + suffix)
            try FileManager.default.copyItem(
                atPath: file(of: program) + suffix, toPath: copy + suffix)
        }
    }

    /// Restarts each service, so that the database header, which tests read, is no longer only in
    /// the WAL.
    func settleFiles() throws {
        for program in Program.services {
            let starts = starts(of: program)
            stop(program)
            start(program)
            try waitUntilReady(program, starts: starts + 1)
        }
    }

    /// The reason why a service refuses writes, from the file next to its database, or nil.
    func wordsOfRefusal(_ program: Program) -> String? {
        let path = home.refusal(of: program.rawValue)
        let text = try? String(contentsOfFile: path, encoding: .utf8)
        return text?.split(separator: "\n").first.map(String.init)
    }

    /// Waits until a started service refuses writes. Returns the reason.
    func waitForRefusal(_ program: Program) throws -> String {
        let isThere = Waiting.until { wordsOfRefusal(program) != nil }
        guard isThere, let words = wordsOfRefusal(program) else {
            throw Failure(
                description: "\(program) refuses nothing. Its log:\n\(logTail(of: program))")
        }
        return words
    }

    /// Continues with the database as it is, or with an empty one if it cannot be used, as
    /// `make accept-loss` does. Returns the path under which a database is kept then.
    @discardableResult
    func accept(_ program: Program) throws -> String {
        stop(program)
        let marker = home.acceptance(of: program.rawValue)
        let starts = starts(of: program)
        let aside = file(of: program) + ".damaged-\(starts)"
        let name = URL(fileURLWithPath: aside).lastPathComponent
        #expect(
            FileManager.default.createFile(atPath: marker, contents: Data("\(name)\n".utf8)))
        start(program)
        try waitUntilReady(program, starts: starts + 1)
        #expect(!FileManager.default.fileExists(atPath: marker))
        #expect(wordsOfRefusal(program) == nil)
        // A second restart, so that the header of a new database is no longer only in the WAL.
        stop(program)
        start(program)
        try waitUntilReady(program, starts: starts + 2)
        return aside
    }

    /// Waits until every consumer has reached the end of the current epoch of each feed it follows.
    func waitUntilConsumersAreThere() throws {
        var behind: [String] = []
        let areThere = try Waiting.until(every: .milliseconds(20)) {
            behind = try consumersThatAreBehind()
            return behind.isEmpty
        }
        guard areThere else {
            throw Failure(description: "behind: \(behind.joined(separator: "; "))")
        }
    }

    private func consumersThatAreBehind() throws -> [String] {
        try Program.services.flatMap { consumer in
            let file = try DatabaseFile.reading(file(of: consumer))
            return try consumer.followed.compactMap { producer -> String? in
                let feed = try DatabaseFile.reading(self.file(of: producer))
                let head = try feed.rows(
                    """
                    SELECT hex(producer_epoch), (SELECT coalesce(max(seq), 0) FROM changes)
                    FROM feed_state
                    """)
                let cursor = try file.rows(
                    """
                    SELECT hex(producer_epoch), seq FROM feed_cursors
                    WHERE producer = '\(producer.rawValue)'
                    """)
                return cursor == head ? nil : "\(consumer) of \(producer): \(cursor), \(head)"
            }
        }
    }

    /// Expects that the consumers of a producer contain exactly what its database says.
    func expectRightSums(of family: KillFamily, at location: SourceLocation = #_sourceLocation)
        throws
    {
        try waitUntilConsumersAreThere()
        for consumer in Program.services {
            let held = try DatabaseFile.reading(file(of: consumer))
            for producer in consumer.followed where ReplicaFold.producers.contains(producer) {
                let feed = try FeedRow.all(in: try DatabaseFile.reading(file(of: producer)))
                let right = ReplicaFold(feed, through: .max).records(keptBy: consumer)
                let found = try ReplicaFold.held(of: producer, by: consumer, in: held)
                #expect(
                    // Analytics keeps the ids of removed schools, without names, for its posts.
                    found.filter { !$0.key.hasPrefix("session") && $0.value != "NULL" }
                        == right.filter { !$0.key.hasPrefix("session") },
                    "\(consumer) of \(producer)", sourceLocation: location)
            }
        }
        let feed = try FeedRow.all(in: try DatabaseFile.reading(file(of: .interactions)))
        let alerts = try AlertFold.held(in: try DatabaseFile.reading(file(of: .notifications)))
        #expect(
            alerts == AlertFold.expected(feed, through: .max, of: family), "alerts",
            sourceLocation: location)
    }
}
