import CommandKit
import Contracts
import Imports

/// What would become of the rows of a log.
@Memberwise(labels: false)
struct LogReport {
    private let plan: LogPlan
    private let defaults: LogDefaults
    private let run: CommandRun

    /// The result of a dry run: each row with its school, coach and contact.
    var result: CommandResult {
        var notes = plan.assumptions(defaults)
        notes.append("New records have a plus sign.")
        return CommandResult(
            json: json(added: plan.counts, operationIDs: []), rowsKey: "rows",
            ids: { [] }, rows: { table },
            text: { table.text($0) },
            footer: { _ in
                let what = plan.countsText
                let there = plan.thereCount
                return [
                    "Would import \(what.isEmpty ? "nothing" : what)"
                        + (there == 0
                            ? "" : "; \(CountedNoun.text(there, "rows")) already logged")
                ]
            }, notes: notes)
    }

    private var table: TextTable {
        var table = TextTable([
            .init("Line", rightAligned: true), .init("Date"), .init("School"), .init("Coach"),
            .init("Contact"),
        ])
        for entry in plan.entries {
            let school = plan.school(of: entry)
            let coach = plan.coach(of: entry)
            table.append([
                .init("\(entry.row.line)"),
                .init(entry.row.occurredAt.map { $0.dayLabel ?? run.zone.text($0.instant) } ?? ""),
                .init(Self.shown(school.name, school.isNew)),
                .init(coach.map { Self.shown($0.name, $0.isNew) } ?? ""),
                .init(
                    entry.isThere
                        ? "already logged" : "+ \(entry.row.type), \(entry.row.direction)"),
            ])
        }
        return table
    }

    private static func shown(_ name: String, _ isNew: Bool) -> String {
        VisibleText.line(isNew ? "+ \(name)" : name)
    }

    /// The plan and what came of it.
    func json(added: [(kind: String, count: Int)], operationIDs: [String]) -> [UInt8] {
        let rows = plan.entries.map { entry -> JSONValue in
            let school = plan.school(of: entry)
            let coach = plan.coach(of: entry)
            return .object([
                ("already_logged", .bool(entry.isThere)),
                ("coach", coach.map { .string($0.name) } ?? .null),
                ("coach_is_new", .bool(coach?.isNew == true)),
                ("line", .integer(entry.row.line)),
                ("school", .string(school.name)),
                ("school_is_new", .bool(school.isNew)),
            ])
        }
        return JSONValue.object([
            ("added", .object(added.map { ($0.kind, .integer($0.count)) })),
            ("assumptions", .array(plan.assumptions(defaults).map { .string($0) })),
            ("dry_run", .bool(run.isDryRun)),
            ("operation_ids", .array(operationIDs.map { .string($0) })),
            ("rows", .array(rows)), ("skipped", .integer(plan.thereCount)),
        ]).bytes
    }
}
