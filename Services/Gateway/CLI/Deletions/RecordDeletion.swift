import CommandKit
import Contracts
import ServiceKit

/// One run of a `delete` of a record that others may depend on: a terminal is asked, and a yes
/// takes them along; a script says `--cascade --yes` (D-20).
struct RecordDeletion {
    let run: CommandRun
    /// The noun of its commands and what answers count it by, such as `events`.
    let table: String
    /// The record's id.
    let id: String
    /// Asks what depends on the record; whoever may not delete it is refused.
    let blockers: () throws -> Caller.Answer
    /// The question, which names the record and what goes along.
    let question: (_ others: [DeletionBlocker]) throws -> String
    let plain: () throws -> Caller.Answer
    let cascade: () throws -> Caller.Answer

    /// Deletes the record, and says whether it was with what depends on it.
    func answer() throws -> (Caller.Answer, cascades: Bool) {
        var cascades = run.invocation.isOn("cascade")
        if try run.asks(answeredBy: cascades ? "--cascade --yes" : "--yes") {
            // Whoever may not delete is told before being asked.
            let others = try run.decoded(DeletionBlockers.self, try blockers()).blockers
            try run.confirm(try question(others))
            // What the person confirms is what is asked for, and no more.
            cascades = !others.isEmpty
        }
        return (try cascades ? cascade() : plainly(), cascades)
    }

    /// Deletes the record; the result tells what went along.
    func result() throws -> CommandResult {
        try Self.result(try answer().0, of: id, in: table, run)
    }

    /// What an earlier run with the typed key began, told as `result` does; `nil` if there is none.
    static func repeated<Plain: Operation, Cascade: Operation>(
        _ plain: Plain.Type, _ cascade: Cascade.Type, in table: String, _ run: CommandRun
    ) throws -> CommandResult? {
        let found =
            try run.repeated(cascade, orElse: Plain.name) ?? run.repeated(plain)
        return try found.map { try result($0.answer, of: $0.id, in: table, run) }
    }

    private static func result(
        _ answer: Caller.Answer, of id: String, in table: String, _ run: CommandRun
    ) throws -> CommandResult {
        let response = try run.decoded(DeleteInteraction.Response.self, answer)
        let others = response.deleted.filter { $0.key != table }
            .sorted { $0.key < $1.key }.map { CountedNoun.text($0.value, $0.key) }
        return .line(
            ([response.message] + others).joined(separator: ", "), json: answer.json, id: id,
            notes: run.undoNotes(response.operationID))
    }

    private func plainly() throws -> Caller.Answer {
        do {
            return try plain()
        } catch var failure as CommandFailure
            where failure.code == ErrorCode.hasDependents.rawValue
        {
            failure.reason = nil
            failure.remedy =
                "Delete them too: " + run.line(table, "delete", RecordNames.short(id), "--cascade")
            throw failure
        }
    }
}

extension CommandResult {
    /// A record that was deleted alone.
    static func deletion(
        _ answer: Caller.Answer, of id: String, _ run: CommandRun
    ) throws -> CommandResult {
        let response = try run.decoded(DeleteInteraction.Response.self, answer)
        return .line(
            response.message, json: answer.json, id: id,
            notes: run.undoNotes(response.operationID))
    }

    /// What depends on a record, as `… blockers` shows it (CO-29).
    static func blockers(_ answer: Caller.Answer, _ run: CommandRun) throws -> CommandResult {
        let found = try run.decoded(DeletionBlockers.self, answer)
        return CommandResult(
            json: answer.json, rowsKey: "blockers", ids: { found.blockers.map(\.type) },
            rows: {
                var table = TextTable([.init("Type"), .init("Count", rightAligned: true)])
                for blocker in found.blockers {
                    table.append([.init(blocker.type), .init("\(blocker.count)")])
                }
                return table
            },
            text: { _ in VisibleText.line(found.message) + "\n" })
    }
}

extension CommandRun {
    /// Whether a question is due; `--yes` answers it. Without a terminal it must.
    func asks(answeredBy flag: String = "--yes") throws -> Bool {
        if invocation.isOn("yes") || isDryRun { return false }
        guard console.prompt.isTerminal else {
            throw CommandFailure.unanswered(.noTerminal, flag: flag)
        }
        return true
    }

    /// The command that takes back what was done.
    func undoNotes(_ operation: OperationID) -> [String] {
        isDryRun ? [] : ["Undo: " + line("undo", operation.text)]
    }
}
