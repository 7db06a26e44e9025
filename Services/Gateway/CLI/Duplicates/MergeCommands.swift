import CommandKit
import Contracts
import ServiceKit

/// `coaches merge` and `schools merge`.
enum MergeCommands {
    static let ofCoaches = CompassCommand(
        Command(
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
                .init("compass coaches merge \"Pat Doyle\" c0ac0002 --dry-run", "What would be"),
                .init("compass coaches merge c0ac0001 c0ac0002 --yes", "In a script"),
            ])
    ) { run in
        if let found = try run.repeated(MergeCoaches.self) {
            return try result(found.answer, run)
        }
        let id = try run.coachID(run.argument(0))
        let otherID = try run.coachID(run.argument(1))
        guard id != otherID else { throw same(MergeRequest<CoachTag>.sameRefusal, "coaches") }
        let asks = try run.asks()
        guard asks || run.isDryRun else {
            return try result(
                try run.change(MergeCoaches.self, .init(id: id, otherID: otherID)), run)
        }
        let (kept, other) = (
            try CoachCommands.coach(id, run), try CoachCommands.coach(otherID, run)
        )
        if asks { try ask(other.fullName, kept.fullName, run) }
        let answer = try run.change(MergeCoaches.self, .init(id: id, otherID: otherID))
        var done = try result(answer, run)
        if run.isDryRun, let merge = try? CoachMerge(keeping: kept, other: other) {
            show(merge.sideBySide, above: &done)
        }
        return done
    }

    static let ofSchools = CompassCommand(
        Command(
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
                .init("compass schools merge Duke 5c000002 --dry-run", "What would be"),
                .init("compass schools merge 5c000001 5c000002 --yes", "In a script"),
            ])
    ) { run in
        if let found = try run.repeated(MergeSchools.self) {
            return try resultOfSchools(found.answer, run)
        }
        let id = try run.schoolID(run.argument(0))
        let otherID = try run.schoolID(run.argument(1))
        guard id != otherID else { throw same(MergeRequest<SchoolTag>.sameRefusal, "schools") }
        let asks = try run.asks()
        guard asks || run.isDryRun else {
            return try resultOfSchools(
                try run.change(MergeSchools.self, .init(id: id, otherID: otherID)), run)
        }
        let (kept, other) = (try school(id, run), try school(otherID, run))
        if asks { try ask(other.name, kept.name, run) }
        let answer = try run.change(MergeSchools.self, .init(id: id, otherID: otherID))
        var done = try resultOfSchools(answer, run)
        if run.isDryRun, let merge = try? SchoolMerge(keeping: kept, other: other) {
            show(merge.sideBySide, above: &done)
        }
        return done
    }

    private static func school(_ id: SchoolID, _ run: CommandRun) throws -> School {
        try run.response(of: ShowSchool.self, .init(id: id)).school
    }

    private static func same(_ refusal: String, _ plural: String) -> CommandFailure {
        CommandFailure(
            UsageError(
                .badValue, refusal, remedy: "List them: compass \(plural) dupes",
                field: "other_id"))
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
            let request = ShowFollowUps.Request(coachID: coach, timeZone: run.zone.name)
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
            // The coaches moved at once, and are no part of what the other services did.
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
