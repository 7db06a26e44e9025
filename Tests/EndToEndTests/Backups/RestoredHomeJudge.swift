import Contracts
import Foundation
import ServiceKit

/// Checks the files of a restored home.
struct RestoredHomeJudge {
    let home: CompassHome
    /// Whether the services are running and have the files open.
    var isRunning = false

    private func file(_ program: Program) throws -> DatabaseFile {
        let path = home.database(of: program.rawValue)
        return try isRunning ? DatabaseFile.reading(path) : DatabaseFile.copied(path)
    }

    /// Returns the marks (subjects) of all contacts.
    func marks() throws -> [String] {
        try file(.interactions).rows("SELECT subject FROM interactions").map { $0[0] }
    }

    /// Returns the damage of databases and the inconsistencies between services: a cursor ahead of
    /// its feed, a replica that differs from the feed up to the cursor, or a contact whose school
    /// or coach is missing. With `atHead`, every cursor must be at the head of its feed.
    func problems(atHead: Bool) throws -> [String] {
        var problems: [String] = []
        var feeds: [Program: [FeedRow]] = [:]
        for program in Program.services { feeds[program] = try FeedRow.all(in: file(program)) }
        for program in Program.services {
            let own = try file(program)
            if try own.rows("PRAGMA integrity_check") != [["ok"]] {
                problems.append("\(program): integrity")
            }
            for producer in program.followed {
                let changes = feeds[producer] ?? []
                let head = changes.last?.sequence ?? 0
                let cursor = try ReplicaFold.cursor(of: producer, in: own)
                if cursor > head || atHead && cursor != head {
                    problems.append("\(program) is at \(cursor) of \(head) in \(producer)")
                }
                guard ReplicaFold.producers.contains(producer) else { continue }
                let held = try ReplicaFold.held(of: producer, by: program, in: own)
                let fold = ReplicaFold(changes, through: cursor)
                if held != fold.records(keptBy: program) {
                    problems.append("\(program): replica of \(producer)")
                }
            }
        }
        return problems + (try strangers())
    }

    /// Returns the contacts whose school or coach is missing.
    private func strangers() throws -> [String] {
        let coaches = try file(.coaches)
        let schools = Set(
            try coaches.rows("SELECT \(ReplicaFold.id("id")) FROM schools").map { $0[0] })
        let people = Set(
            try coaches.rows("SELECT \(ReplicaFold.id("id")) FROM coaches").map { $0[0] })
        var problems: [String] = []
        let rows = try file(.interactions).rows(
            """
            SELECT subject, \(ReplicaFold.id("school_id")), coach_id IS NULL,
                \(ReplicaFold.id("coach_id")) FROM interactions
            """)
        for row in rows {
            if !schools.contains(row[1]) { problems.append("\(row[0]): its school is missing") }
            if row[2] == "0", !people.contains(row[3]) {
                problems.append("\(row[0]): its coach is missing")
            }
        }
        return problems
    }

    /// Returns the epochs of all feeds.
    func epochs() throws -> [Program: String] {
        var epochs: [Program: String] = [:]
        for program in Program.services {
            epochs[program] =
                try file(program).rows("SELECT hex(producer_epoch) FROM feed_state")[0][0]
        }
        return epochs
    }
}
