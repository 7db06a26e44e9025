import CommandKit
import Contracts
import ServiceKit

/// What a `delete` command did.
struct DeletionOutcome {
    let answer: Caller.Answer
    let id: String
    /// Whether dependent records were deleted too.
    let cascades: Bool
}

/// Runs the `delete` command of a record that others may depend on. On a terminal it asks, and a
/// yes deletes the dependent records too; a script passes `--cascade --yes` (D-20).
struct DeletionRun<Deletion: RecordDeletion> {
    typealias ID = Identifier<Deletion.Tag>

    private let run: CommandRun
    private let table: String
    private let id: () throws -> ID
    private let question: (ID, [DeletionBlocker]) throws -> String

    /// - Parameters:
    ///   - table: The noun of the commands, which is also the record's key in the answer's counts,
    ///     such as `events`.
    ///   - id: Finds the record.
    ///   - question: Names the record and the records deleted with it.
    init(
        _ deletion: Deletion.Type, in table: String, _ run: CommandRun,
        id: @escaping () throws -> ID,
        question: @escaping (ID, _ others: [DeletionBlocker]) throws -> String
    ) {
        self.run = run
        self.table = table
        self.id = id
        self.question = question
    }

    /// Deletes the record, unless an earlier run with the given key began to: then that is sent
    /// again.
    func outcome() throws -> DeletionOutcome {
        if let found = try run.repeated(CascadeDelete<Deletion>.self, orElse: Deletion.name) {
            return DeletionOutcome(answer: found.answer, id: found.id, cascades: true)
        }
        if let found = try run.repeated(Deletion.self) {
            return DeletionOutcome(answer: found.answer, id: found.id, cascades: false)
        }
        let id = try id()
        var cascades = run.invocation.isOn("cascade")
        if try run.asks(answeredBy: cascades ? "--cascade --yes" : "--yes") {
            // Reports a missing permission before asking.
            let others = try run.response(of: ListBlockers<Deletion>.self, .init(id: id)).blockers
            try run.confirm(try question(id, others))
            // Deletes exactly what the person confirmed.
            cascades = !others.isEmpty
        }
        let answer =
            try cascades
            ? run.change(CascadeDelete<Deletion>.self, .init(id: id)) : deletedPlainly(id)
        return DeletionOutcome(answer: answer, id: id.text, cascades: cascades)
    }

    /// Deletes the record; the result counts the records deleted with it.
    func result() throws -> CommandResult {
        let outcome = try outcome()
        let response = try run.decoded(DeleteInteraction.Response.self, outcome.answer)
        let others = response.deleted.filter { $0.key != table }
            .sorted { $0.key < $1.key }.map { CountedNoun.text($0.value, $0.key) }
        return .line(
            ([response.message] + others).joined(separator: ", "), json: outcome.answer.json,
            id: outcome.id, notes: run.undoNotes(response.operationID))
    }

    private func deletedPlainly(_ id: ID) throws -> Caller.Answer {
        do {
            return try run.change(Deletion.self, .init(id: id))
        } catch var failure as CommandFailure
            where failure.code == ErrorCode.hasDependents.rawValue
        {
            failure.reason = nil
            failure.remedy =
                "Delete them too: "
                + run.line(table, "delete", RecordNames.short(id.text), "--cascade")
            throw failure
        }
    }
}

extension [DeletionBlocker] {
    /// The end of a question that names a record: ` and 2 follow ups?`, or only a question mark if
    /// nothing depends on it.
    var questionEnd: String {
        isEmpty ? "?" : " and \(VisibleText.line(map(\.text).joined(separator: ", ")))?"
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
    static func blockers<Deletion: RecordDeletion>(
        before deletion: Deletion.Type, of id: Identifier<Deletion.Tag>, _ run: CommandRun
    ) throws -> CommandResult {
        let (answer, response) = try run.reading(ListBlockers<Deletion>.self, .init(id: id))
        let found = try response()
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
