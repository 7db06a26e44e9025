import Contracts
import Foundation
import ServiceKit

/// Decides from the ledger, the services' responses and their databases whether every acknowledged
/// command took effect exactly once, and no refused one did.
struct KillJudge {
    let system: SystemUnderTest
    let family: KillFamily
    let entries: [KillLedger.Entry]
    /// The databases of killed services as they were at the time of the kill.
    let remains: [Remains]
    /// The number of commands that a repetition found executed.
    let recovered: Int
    /// The number of commands without an outcome at the end of the script.
    let unanswered: Int

    /// The database of a killed service.
    struct Remains: Sendable {
        let program: Program
        let file: String
    }

    func verdict() throws -> KillVerdict {
        var verdict = KillVerdict()
        verdict[.attempted] = entries.count
        verdict[.recovered] = recovered
        verdict[.unanswered] = unanswered
        verdict[.acknowledged] = entries.count { $0.outcome == .ok }
        let files = try Dictionary(
            uniqueKeysWithValues: Program.services.map { program in
                (program, try DatabaseFile.reading(system.home.database(of: program.rawValue)))
            })
        let feeds = try files.mapValues { try FeedRow.all(in: $0) }
        judgeEffects(feeds, &verdict)
        try judgeRows(&verdict)
        try judgeAlerts(&verdict)
        for (program, file) in files { try judgeFile(program, file, feeds, &verdict) }
        try judgeRemains(feeds, &verdict)
        return verdict
    }

    // MARK: Effects

    /// Compares the effects in the feeds with the commands in the ledger.
    private func judgeEffects(_ feeds: [Program: [FeedRow]], _ verdict: inout KillVerdict) {
        var effects: [String: Int] = [:]
        for change in feeds.values.joined() {
            guard let mark = Self.mark(of: change) else { continue }
            effects["\(change.type) \(mark)", default: 0] += 1
        }
        for entry in entries {
            let command = entry.command
            let count = effects.removeValue(forKey: command.effect) ?? 0
            switch entry.outcome {
            case .ok where count == 0: verdict[.lost].append(command.effect)
            case .ok where count > 1: verdict[.doubled].append(command.effect)
            case .refused where count > 0: verdict[.unexpected].append(command.effect)
            case .unknown: verdict[.unresolved].append("\(command.effect): \(entry.detail)")
            default: break
            }
            let isRight = command.kind.isForbidden ? KillOutcome.refused : .ok
            if entry.outcome != isRight, entry.outcome != .unknown {
                verdict[.surprising].append(
                    "\(command.kind) \(command.mark) \(entry.outcome) \(entry.detail)")
            }
        }
        verdict[.unexpected] += effects.keys.sorted()
    }

    /// The mark in a change, or `nil` if it is not the session's.
    private static func mark(of change: FeedRow) -> String? {
        let key =
            switch change.type {
            case "school.changed", "family.changed": "name"
            case "coach.changed": "last_name"
            default: "subject"
            }
        guard let text = change.text(key), text.hasPrefix("k"), text.hasSuffix("z") else {
            return nil
        }
        return text
    }

    // MARK: Records as members see them

    private func judgeRows(_ verdict: inout KillVerdict) throws {
        let applied = Set(entries.filter { $0.outcome == .ok }.map(\.command.effect))
        let created = entries.filter { $0.command.kind == .create && $0.outcome == .ok }
        let wanted = created.map(\.command.mark).filter { mark in
            !applied.contains("interaction.deleted \(mark)")
                || applied.contains("interaction.restored \(mark)")
        }
        let answer = try system.call(
            ListInteractions.self, ListInteractions.Request(), as: family.parent, in: family.id)
        let seen = answer.interactions.map { $0.subject ?? "" }.filter { $0 != "kept" }
        verdict.compare(seen, wanted, "row")
        if answer.analytics.total != answer.interactions.count {
            verdict[.inconsistent].append(
                "total \(answer.analytics.total) of \(answer.interactions.count) rows")
        }
        let schools = try system.call(
            ListSchools.self, .init(), as: family.parent, in: family.id
        ).schools.map(\.name).filter { !$0.hasPrefix("School ") }
        let schoolMarks = entries.filter { $0.command.kind == .addSchool && $0.outcome == .ok }
        verdict.compare(schools, schoolMarks.map(\.command.mark), "school")
        let coaches = try system.call(
            ListCoaches.self, .init(), as: family.parent, in: family.id
        ).coaches
        let added = entries.count { $0.command.kind == .addCoach && $0.outcome == .ok }
        if coaches.count != added {
            verdict[.inconsistent].append("\(coaches.count) coaches, not \(added)")
        }
        let edits = entries.count { $0.command.kind == .editCoach && $0.outcome == .ok }
        let versions = coaches.reduce(0) { $0 + $1.version - 1 }
        if versions != edits {
            verdict[.inconsistent].append("coaches edited \(versions) times, not \(edits)")
        }
    }

    // MARK: Files

    private func judgeFile(
        _ program: Program, _ file: DatabaseFile, _ feeds: [Program: [FeedRow]],
        _ verdict: inout KillVerdict
    ) throws {
        func require(_ what: String, _ isRight: Bool) {
            if !isRight { verdict[.inconsistent].append("\(program): \(what)") }
        }
        require("integrity", try file.rows("PRAGMA integrity_check") == [["ok"]])
        require("foreign keys", try file.rows("PRAGMA foreign_key_check").isEmpty)
        let sequences = (feeds[program] ?? []).map(\.sequence)
        require("gap in the feed", sequences == (0..<Int64(sequences.count)).map { $0 + 1 })
        let keys = Set(
            try file.rows("SELECT \(ReplicaFold.id("idempotency_key")) FROM command_log")
                .map { $0[0] })
        for entry in entries where entry.command.kind.program == program {
            let isStored = keys.contains(entry.command.key.text)
            require("key of \(entry.command.effect)", isStored == (entry.outcome == .ok))
        }
        for producer in program.followed where ReplicaFold.producers.contains(producer) {
            guard let changes = feeds[producer] else { continue }
            let held = try ReplicaFold.held(of: producer, by: program, in: file)
            let fold = ReplicaFold(changes, through: .max)
            require("replica of \(producer)", held == fold.records(keptBy: program))
        }
        guard program == .interactions else { return }
        let counted = try file.number("SELECT sum(row_count) FROM interaction_counters")
        let rows = try file.number("SELECT count(*) FROM interactions WHERE deleted_at IS NULL")
        require("\(counted) counted of \(rows) rows", counted == rows)
    }

    /// Effect and cursor are committed together: a killed consumer contains exactly the effects of
    /// the changes up to its cursor.
    private func judgeRemains(
        _ feeds: [Program: [FeedRow]], _ verdict: inout KillVerdict
    ) throws {
        for remain in remains {
            let file = try DatabaseFile.copied(remain.file)
            for producer in remain.program.followed {
                guard let changes = feeds[producer] else { continue }
                let cursor = try ReplicaFold.cursor(of: producer, in: file)
                // Those who follow interactions and make no alerts are judged by their own tests.
                let makesAlerts = producer == .interactions && remain.program == .notifications
                guard makesAlerts || ReplicaFold.producers.contains(producer) else { continue }
                let isWhole =
                    makesAlerts
                    ? try AlertFold.held(in: file)
                        == AlertFold.expected(changes, through: cursor, of: family)
                    : try ReplicaFold.held(of: producer, by: remain.program, in: file)
                        == ReplicaFold(changes, through: cursor).records(keptBy: remain.program)
                if !isWhole {
                    verdict[.torn].append("\(remain.program) at \(cursor) of \(producer)")
                }
            }
        }
    }
}
