import CommandKit
import Contracts
import ServiceKit

/// Runs the `delete` command of a record that others may depend on. On a terminal it asks, and a
/// yes deletes the dependent records too; a script passes `--cascade --yes` (D-20).
struct RecordDeletion {
    let run: CommandRun
    /// The noun of the commands, which is also the record's key in the answer's counts, such as
    /// `events`.
    let table: String
    let id: String
    /// Lists the dependent records; throws if the user may not delete the record.
    let blockers: () throws -> Caller.Answer
    /// The question, which names the record and the records deleted with it.
    let question: (_ others: [DeletionBlocker]) throws -> String
    let plain: () throws -> Caller.Answer
    let cascade: () throws -> Caller.Answer

    /// Deletes the record. Returns the answer and whether dependent records were deleted too.
    func answer() throws -> (Caller.Answer, cascades: Bool) {
        var cascades = run.invocation.isOn("cascade")
        if try run.asks(answeredBy: cascades ? "--cascade --yes" : "--yes") {
            // Reports a missing permission before asking.
            let others = try run.decoded(DeletionBlockers.self, try blockers()).blockers
            try run.confirm(try question(others))
            // Deletes exactly what the person confirmed.
            cascades = !others.isEmpty
        }
        return (try cascades ? cascade() : plainly(), cascades)
    }

    /// Deletes the record; the result counts the records deleted with it.
    func result() throws -> CommandResult {
        try Self.result(try answer().0, of: id, in: table, run)
    }

    /// The result of the deletion that an earlier run began with the given key; nil if there is
    /// none.
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
    /// The result of deleting a single record.
    static func deletion(
        _ answer: Caller.Answer, of id: String, _ run: CommandRun
    ) throws -> CommandResult {
        let response = try run.decoded(DeleteInteraction.Response.self, answer)
        return .line(
            response.message, json: answer.json, id: id,
            notes: run.undoNotes(response.operationID))
    }

    /// A record's dependents, as `… blockers` shows them (CO-29).
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
    /// Whether to ask. `--yes` answers the question, and is required without a terminal.
    func asks(answeredBy flag: String = "--yes") throws -> Bool {
        if invocation.isOn("yes") || isDryRun { return false }
        guard console.prompt.isTerminal else {
            throw CommandFailure.unanswered(.noTerminal, flag: flag)
        }
        return true
    }

    /// The note with the command that undoes the operation.
    func undoNotes(_ operation: OperationID) -> [String] {
        isDryRun ? [] : ["Undo: " + line("undo", operation.text)]
    }
}
