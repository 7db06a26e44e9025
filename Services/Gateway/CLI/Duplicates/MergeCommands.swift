import CommandKit
import Contracts
import ServiceKit

/// `coaches merge`.
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
            return try result(found.answer, other: nil, run)
        }
        let id = try run.coachID(run.invocation.argument(0) ?? "")
        let otherID = try run.coachID(run.invocation.argument(1) ?? "")
        guard id != otherID else {
            throw CommandFailure(
                UsageError(
                    .badValue, MergeCoaches.sameRefusal,
                    remedy: "List them: compass coaches dupes", field: "other_id"))
        }
        let asks = try run.asks()
        guard asks || run.isDryRun else {
            return try result(
                try run.change(MergeCoaches.self, .init(id: id, otherID: otherID)), other: nil,
                run)
        }
        let (kept, other) = (
            try CoachCommands.coach(id, run), try CoachCommands.coach(otherID, run)
        )
        if asks {
            try run.confirm(
                "Merge \(VisibleText.line(other.fullName)) into "
                    + "\(VisibleText.line(kept.fullName))? It can be undone for 30 days. Merge?")
        }
        let answer = try run.change(MergeCoaches.self, .init(id: id, otherID: otherID))
        var done = try result(answer, other: other.fullName, run)
        if run.isDryRun, let merge = try? CoachMerge(keeping: kept, other: other) {
            done.rows = { table(of: merge) }
            let line = done.text
            done.text = { traits in try table(of: merge).text(traits) + "\n" + line(traits) }
        }
        return done
    }

    private static func result(
        _ first: Caller.Answer, other: String?, _ run: CommandRun
    ) throws -> CommandResult {
        var answer = try run.decoded(MergeCoaches.Response.self, first)
        var json = first.json
        if answer.state == .running,
            let end = DeletionWait(run: run).end(of: answer.operationID)
        {
            answer.state = .done
            answer.moved = end.deleted.filter { $0.key != DeletionFeed.Kind.coach.table }
            json = try run.encoded(answer)
        }
        let rest = answer.state == .done ? "" : "; related records follow"
        return .line(
            MergeCoaches.sentence(answer, other: other) + rest, json: json,
            id: answer.coach.id.text, notes: run.undoNotes(answer.operationID))
    }

    /// Both coaches and the result, field by field.
    private static func table(of merge: CoachMerge) -> TextTable {
        var table = TextTable([
            .init("Field"), .init("Stays", shrinksTo: 8), .init("Goes", shrinksTo: 8),
            .init("Result", shrinksTo: 8),
        ])
        for row in merge.sideBySide {
            table.append([
                .init(row.label), .init(row.kept), .init(row.other), .init(row.result),
            ])
        }
        return table
    }
}
