import CommandKit
import Contracts
import ServiceKit

/// `coaches merge` and `schools merge`.
enum MergeCommands {
    static let ofCoaches = CompassCommand(
        "coaches merge", .mutating, "Merge a coach into another one; it can be undone",
        details: """
            COACH stays and keeps their own values; what they lack comes from OTHER, and the \
            notes of both are kept. Interactions, events, follow-ups and posts of OTHER become \
            those of COACH. OTHER goes to the trash; for 30 days, one undo separates them \
            again. --dry-run shows both side by side. Asks for confirmation unless --yes is \
            given.
            """,
        arguments: [
            Argument("COACH", "Who stays: name or id", Values.coach),
            Argument("OTHER", "Who goes: name or id", Values.coach, takesRest: true),
        ],
        examples: [
            "compass coaches merge \"Pat Doyle\" c0ac0002 --dry-run": "What would be",
            "compass coaches merge c0ac0001 c0ac0002 --yes": "In a script",
        ]
    ) { run in
        try merged(
            MergeCoaches.self, run, "coaches",
            id: { try run.coachID($0) }, record: { try CoachCommands.coach($0, run) },
            name: \.fullName, rows: { try CoachMerge(keeping: $0, other: $1).sideBySide },
            result: { try result($0, run) })
    }

    static let ofSchools = CompassCommand(
        "schools merge", .mutating, "Merge a school into another one; it can be undone",
        details: """
            SCHOOL stays and keeps its own values; what it lacks comes from OTHER, and the \
            notes of both are kept. Coaches, interactions, events and posts of OTHER become \
            those of SCHOOL, and so do the aliases if only OTHER is from the catalogue. OTHER \
            goes to the trash; for 30 days, one undo separates them again. --dry-run shows \
            both side by side. Asks for confirmation unless --yes is given.
            """,
        arguments: [
            Argument("SCHOOL", "Which stays: name or id", Values.school),
            Argument("OTHER", "Which goes: name or id", Values.school, takesRest: true),
        ],
        examples: [
            "compass schools merge Duke 5c000002 --dry-run": "What would be",
            "compass schools merge 5c000001 5c000002 --yes": "In a script",
        ]
    ) { run in
        try merged(
            MergeSchools.self, run, "schools",
            id: { try run.schoolID($0) }, record: { try SchoolCommands.school($0, run) },
            name: \.name, rows: { try SchoolMerge(keeping: $0, other: $1).sideBySide },
            result: { try resultOfSchools($0, run) })
    }

    private static func merged<Tag, Merge: Operation, Record>(
        _ merge: Merge.Type, _ run: CommandRun, _ plural: String,
        id: (String) throws -> Identifier<Tag>, record: (Identifier<Tag>) throws -> Record,
        name: (Record) -> String, rows: (_ kept: Record, _ other: Record) throws -> [MergeRow],
        result: (Caller.Answer) throws -> CommandResult
    ) throws -> CommandResult where Merge.Request == MergeRequest<Tag> {
        if let found = try run.repeated(merge) { return try result(found.answer) }
        let (id, otherID) = (try id(run.argument(0)), try id(run.argument(1)))
        guard id != otherID else {
            throw CommandFailure(
                UsageError(
                    .badValue, MergeRequest<Tag>.sameRefusal,
                    remedy: "List them: " + run.line(plural, "dupes"), field: "other_id"))
        }
        func merging() throws -> CommandResult {
            try result(try run.change(merge, .init(id: id, otherID: otherID)))
        }
        let asks = try run.asks()
        guard asks || run.isDryRun else { return try merging() }
        let (kept, other) = (try record(id), try record(otherID))
        if asks { try ask(name(other), name(kept), run) }
        var done = try merging()
        if run.isDryRun, let rows = try? rows(kept, other) { show(rows, above: &done) }
        return done
    }

    private static func ask(_ other: String, _ kept: String, _ run: CommandRun) throws {
        try run.confirm(
            "Merge \(VisibleText.line(other)) into \(VisibleText.line(kept))? It can be undone for "
                + "30 days. Merge?")
    }

    // MARK: Results

    private static func result(
        _ first: Caller.Answer, _ run: CommandRun
    ) throws -> CommandResult {
        var answer = try run.decoded(MergeCoaches.Response.self, first)
        var json = first.json
        if run.isDryRun {
            answer.moved.merge(
                try further(of: answer.mergedID, into: answer.coach.id, run)
            ) { own, _ in own }
            json = try run.encoded(answer)
        }
        if answer.state == .running, let end = DeletionWait(run: run).end(of: answer.operationID) {
            answer.state = .done
            answer.moved = end.deleted.filter { $0.key != DeletionFeed.Kind.coach.table }
            json = try run.encoded(answer)
        }
        return line(
            MergeCoaches.sentence(answer), answer.state, json,
            id: answer.coach.id.text, answer.operationID, run)
    }

    /// What a dry run of the service does not count: events, and the player's own follow-ups.
    private static func further(
        of other: CoachID, into kept: CoachID, _ run: CommandRun
    ) throws -> [String: Int] {
        func plans(_ coach: CoachID) throws -> [FollowUpPlan] {
            let request = ShowFollowUps.Request(id: coach, timeZone: run.zone.name)
            do {
                return try run.response(of: ShowFollowUps.self, request).plans
            } catch let failure as CommandFailure
                where failure.code == ErrorCode.notFound.rawValue
            {
                // Their service has not heard of a new coach.
                return []
            }
        }
        let events = try run.response(of: ListEvents.self, .init())
        return CoachMerge.further(
            of: other, events: events.events, plans: try plans(other), kept: try plans(kept))
    }

    private static func resultOfSchools(
        _ first: Caller.Answer, _ run: CommandRun
    ) throws -> CommandResult {
        var answer = try run.decoded(MergeSchools.Response.self, first)
        var json = first.json
        if answer.state == .running, let end = DeletionWait(run: run).end(of: answer.operationID) {
            answer.state = .done
            // The coaches moved at once, and are not part of what the other services did.
            let coaches = answer.moved
            answer.moved = end.deleted.filter { $0.key != DeletionFeed.Kind.school.table }
                .merging(coaches) { _, own in own }
            json = try run.encoded(answer)
        }
        return line(
            MergeSchools.sentence(answer), answer.state, json,
            id: answer.school.id.text, answer.operationID, run)
    }

    private static func line(
        _ sentence: String, _ state: OperationState, _ json: [UInt8], id: String,
        _ operation: OperationID, _ run: CommandRun
    ) -> CommandResult {
        .line(
            sentence + MergeText.ending(state), json: json, id: id,
            notes: run.undoNotes(operation))
    }

    /// Puts both records and the result, field by field, above the sentence.
    private static func show(_ rows: [MergeRow], above result: inout CommandResult) {
        result.rows = { table(of: rows) }
        let line = result.text
        result.text = { traits in try table(of: rows).text(traits) + "\n" + line(traits) }
    }

    private static func table(of rows: [MergeRow]) -> TextTable {
        var table = TextTable([
            .init("Field"), .init("Stays", shrinksTo: 8), .init("Goes", shrinksTo: 8),
            .init("Result", shrinksTo: 8),
        ])
        for row in rows {
            table.append([
                .init(row.label), .init(row.kept), .init(row.other), .init(row.result),
            ])
        }
        return table
    }
}
