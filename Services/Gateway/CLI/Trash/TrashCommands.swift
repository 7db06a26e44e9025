import CommandKit
import Contracts
import ServiceKit

enum TrashCommands {
    static let all = [undo, list, restore, purge]

    private static let operation = Argument(
        "OPERATION", "The id after \"Undo:\" or of a deleted record, or its last 8 digits",
        .checked("id", placeholder: "ID", completes: "operation", expected: RecordNames.problem))

    private static let undo = CompassCommand(
        "undo", .mutating, "Undo a deletion or an import",
        details: """
            Undoes everything that one command deleted or imported, in all services. The id \
            is the one that the command printed, or that of a record that it deleted. If the \
            record went along with a coach, a school or an event, all of that comes back. Only \
            the player who deleted interactions can undo that. Several, such as the parts of \
            compass import log, are undone in the order given; operations that are already \
            undone are skipped.
            """,
        arguments: [
            Argument(operation.name, operation.summary, operation.type, repeatable: true)
        ],
        examples: ["compass undo 6f0b1c2d": "Bring it back"]
    ) { run in
        let typed = run.invocation.arguments
        return try typed.count > 1 ? undoneInTurn(typed, run) : undone(run)
    }

    private static let list = CompassCommand(
        "trash list", .readOnly, "List what was deleted and can be restored, newest first",
        details: """
            Deleted records are kept for 30 days and then removed for good. You see what your \
            family deleted, but interactions and their files only if you deleted them.
            """,
        flags: [.value("limit", Values.trashLimit, default: "all", "Maximum number of rows")],
        examples: ["compass trash list": "What can be restored"]
    ) { run in
        let limit = run.invocation.integer("limit")
        var findings = try OperationFinder(run: run).findings(.init(limit: limit))
        if let limit { findings.operations = Array(findings.operations.prefix(limit)) }
        return try TrashList(findings: findings, run: run).result
    }

    private static let restore = CompassCommand(
        "trash restore", .mutating, "Restore what an operation deleted",
        arguments: [operation],
        examples: ["compass trash restore 6f0b1c2d": "The same as compass undo"]
    ) { run in
        try undone(run)
    }

    private static let purge = CompassCommand(
        "trash purge", .mutating, "Remove deleted records for good",
        details: """
            Asks for confirmation unless --yes is given. The history is kept. Without this \
            command, deleted records are removed after 30 days. A coach or school that was \
            deleted with other players' interactions stays for that time.
            """,
        arguments: [
            Argument(
                "OPERATION", "The operation's id, or its last 8 digits", operation.type,
                optional: true)
        ],
        flags: [.toggle("all", "Everything in the trash")],
        examples: [
            "compass trash purge 6f0b1c2d": "One operation",
            "compass trash purge --all --yes": "Everything, without asking",
        ]
    ) { run in
        let typed = run.invocation.argument(0)
        guard (typed == nil) == run.invocation.isOn("all") else {
            throw CommandFailure.usage(
                typed == nil ? "Nothing to remove" : "An operation and --all cannot be combined",
                reason: "Give an operation's id, or --all.",
                remedy: "Try: " + run.line("trash", "list"))
        }
        return try typed.map { try purgeOne($0, run) } ?? purgeAll(run)
    }

    // MARK: Undoing

    private static func undone(_ run: CommandRun) throws -> CommandResult {
        var known: FoundOperation?
        func found() throws -> FoundOperation {
            if let known { return known }
            let made = try OperationFinder(run: run).operation(run.argument(0))
            noteWhole(made, run)
            known = made
            return made
        }
        let answer = try run.change(
            UndoOperation.self, .init(operationID: try found().id), at: try found().service)
        let (response, json) = try DeletionWait(run: run).settled(answer)
        return CommandResult(
            json: json, ids: { response.ids }, rows: { table(ofIDs: response.ids) },
            text: { _ in VisibleText.line(sentence(response)) + "\n" }, notes: notes(of: [response])
        )
    }

    private static func table(ofIDs ids: [String]) -> TextTable {
        var table = TextTable([.init("ID")])
        for id in ids { table.append([.init(id)]) }
        return table
    }

    /// Says what comes back with a record that went along with others.
    private static func noteWhole(_ found: FoundOperation, _ run: CommandRun) {
        guard found.isOfTakenRecord, found.operation.isUndoable else { return }
        run.note(
            VisibleText.line(
                "It was deleted with \(TrashWords.what(found.operation)); all of it comes back"))
    }

    /// The most kept records that are named.
    private static let keptMax = 100

    /// What the sentences about undone operations leave out.
    private static func notes(of responses: [UndoOperation.Response]) -> [String] {
        let kept = responses.flatMap { $0.kept ?? [] }
        var notes = kept.prefix(keptMax).map { "Kept: \($0.name) \($0.reason)" }
        if kept.count > keptMax { notes.append("… and \(kept.count - keptMax) more") }
        notes += TrashWords.lost(responses)
        if responses.contains(where: { $0.state != .done }) {
            notes.append("Some services are still working on it; you need not do anything")
        }
        return notes.map(VisibleText.line)
    }

    /// Undoes several operations in the order in which they are named.
    private static func undoneInTurn(
        _ typed: [String], _ run: CommandRun
    ) throws -> CommandResult {
        guard run.invocation.text("idempotency-key") == nil else {
            throw CommandFailure.usage("--idempotency-key is for one operation")
        }
        var answers: [(response: UndoOperation.Response, json: [UInt8])] = []
        var done: Set<OperationID> = []
        // All are found before the first is undone.
        let finder = OperationFinder(run: run)
        for found in try typed.map(finder.operation) {
            // Two records may have gone with one operation.
            guard done.insert(found.id).inserted else { continue }
            let what = VisibleText.line(TrashWords.what(found.operation))
            guard found.operation.isUndoable else {
                run.note("Undone already: \(what)")
                continue
            }
            // A dry run leaves what the first one would undo.
            if run.isDryRun, !answers.isEmpty {
                run.note("Not tried, since it may depend on the first one: \(what)")
                continue
            }
            noteWhole(found, run)
            let answer = try run.change(
                UndoOperation.self, .init(operationID: found.id), at: found.service)
            answers.append(try DeletionWait(run: run).settled(answer))
        }
        let responses = answers.map(\.response)
        let sentences = responses.map(sentence)
        let text = sentences.isEmpty ? "Nothing to undo" : sentences.joined(separator: "; ")
        let json =
            Array("{\"operations\":[".utf8)
            + answers.map(\.json).joined(separator: [UInt8(ascii: ",")]) + Array("]}".utf8)
        let ids = responses.flatMap(\.ids)
        return CommandResult(
            json: json, ids: { ids }, rows: { table(ofIDs: ids) },
            text: { _ in VisibleText.line(text) + "\n" }, notes: notes(of: responses))
    }

    private static func sentence(_ response: UndoOperation.Response) -> String {
        if let sentence = MergeText.sentence(of: response) { return sentence }
        let removed = TrashWords.counted(response.removed)
        let reverted = TrashWords.counted(response.reverted ?? [:])
        let kept = response.kept?.count ?? 0
        if !reverted.isEmpty {
            return (removed.isEmpty ? "" : "Removed \(removed); ")
                + "\(reverted) as before the import"
        }
        if !removed.isEmpty { return "Removed \(removed)" }
        let restored = TrashWords.counted(response.restored)
        if restored.isEmpty, kept > 0 { return "Nothing was left to undo" }
        return "Restored \(restored.isEmpty ? "nothing" : restored)"
    }

    // MARK: Removing for good

    /// U-07: the sentence is true here.
    private static let warning = "This cannot be undone."

    private static func purgeOne(_ typed: String, _ run: CommandRun) throws -> CommandResult {
        if let found = try run.repeated(PurgeOperations.self) {
            return try purged(found.answer, id: found.id, run)
        }
        let found = try OperationFinder(run: run).operation(typed)
        let what = VisibleText.line(TrashWords.what(found.operation))
        guard !found.isOfTakenRecord else {
            throw CommandFailure.usage(
                "It was deleted with \(what)", reason: "Only all of it can be removed for good.",
                remedy: "Try: " + run.line("trash", "purge", found.id.text))
        }
        if found.operation.expiresAt != nil {
            try run.confirm("Remove \(what) for good? \(warning)")
        }
        let answer = try run.change(
            PurgeOperations.self, .init(operationID: found.id), at: found.service)
        return try purged(answer, id: found.id.text, run)
    }

    private static func purged(
        _ answer: Caller.Answer, id: String, _ run: CommandRun
    ) throws -> CommandResult {
        let response = try run.decoded(PurgeOperations.Response.self, answer)
        return .line(sentence(response), json: answer.json, id: id)
    }

    private static func purgeAll(_ run: CommandRun) throws -> CommandResult {
        let findings = try OperationFinder(run: run).findings(.init())
        try run.requireAnswers(of: findings.away)
        let count = findings.operations.count
        if count > 0 {
            let counts = TrashWords.counted(findings.operations.map(\.operation.counts))
            try run.confirm("Remove everything in the trash for good (\(counts))? \(warning)")
        }
        // Purging is idempotent: an interrupted run can be repeated.
        var all = PurgeOperations.Response(purged: [], counts: [:])
        for service in ServiceName.allCases
        where findings.operations.contains(where: { $0.service == service }) {
            let answer = try run.repeatable(PurgeOperations.self, .init(), at: service)
            let response = try run.decoded(PurgeOperations.Response.self, answer)
            all.purged += response.purged
            all.counts.merge(response.counts, uniquingKeysWith: +)
            all.kept += response.kept
        }
        return .line(
            count == 0 ? "The trash is empty" : sentence(all), json: try run.encoded(all))
    }

    private static func sentence(_ response: PurgeOperations.Response) -> String {
        let counts = TrashWords.counted(response.counts)
        let removed = "Removed for good: \(counts.isEmpty ? "nothing" : counts)"
        guard !response.kept.isEmpty else { return removed }
        let kept = response.kept.map { RecordNames.short($0.text) }.joined(separator: ", ")
        let needed = response.kept.count == 1 ? "it" : "them"
        return "\(removed). Kept until 30 days after the deletion, because other players' "
            + "interactions refer to \(needed): \(kept)"
    }
}
