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
            the player who deleted interactions can undo that. Several are undone one after \
            the other, such as the parts of compass import log; those that are undone already \
            are passed over.
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
            Asks for confirmation unless --yes is given. The history is kept. Otherwise \
            the trash removes each operation after 30 days. A coach or school that was \
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
            json: json, ids: { response.ids },
            rows: {
                var table = TextTable([.init("ID")])
                for id in response.ids { table.append([.init(id)]) }
                return table
            },
            text: { _ in VisibleText.line(sentence(response)) + "\n" },
            notes: keptNotes(response) + lostNotes(response)
                + (response.state == .done
                    ? [] : ["Some services are still working on it; you need not do anything"]))
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

    private static func keptNotes(_ response: UndoOperation.Response) -> [String] {
        let kept = response.kept ?? []
        let notes = kept.prefix(keptMax).map {
            VisibleText.line("Kept: \($0.name) \($0.reason)")
        }
        return kept.count > keptMax ? notes + ["… and \(kept.count - keptMax) more"] : notes
    }

    private static func lostNotes(_ response: UndoOperation.Response) -> [String] {
        (response.lost ?? []).map { VisibleText.line(TrashWords.lost($0)) }
    }

    /// Undoes several operations in the order in which they are named.
    private static func undoneInTurn(
        _ typed: [String], _ run: CommandRun
    ) throws -> CommandResult {
        guard run.invocation.text("idempotency-key") == nil else {
            throw CommandFailure.usage("--idempotency-key is for one operation")
        }
        var sentences: [String] = []
        var notes: [String] = []
        var answers: [[UInt8]] = []
        var ids: [String] = []
        var done: Set<OperationID> = []
        // All are found before the first is undone.
        let finder = OperationFinder(run: run)
        for found in try typed.map(finder.operation) {
            // Two records may have gone with one operation.
            guard done.insert(found.id).inserted else { continue }
            noteWhole(found, run)
            guard found.operation.isUndoable else {
                run.note("Undone already: " + VisibleText.line(TrashWords.what(found.operation)))
                continue
            }
            // What the others refer to cannot go yet in a dry run.
            if run.isDryRun, !answers.isEmpty { continue }
            let answer = try run.change(
                UndoOperation.self, .init(operationID: found.id), at: found.service)
            let (response, json) = try DeletionWait(run: run).settled(answer)
            sentences.append(sentence(response))
            notes += lostNotes(response)
            answers.append(json)
            ids += response.ids
        }
        let text = sentences.isEmpty ? "Nothing to undo" : sentences.joined(separator: "; ")
        let json =
            Array("{\"operations\":[".utf8) + answers.joined(separator: [UInt8(ascii: ",")])
            + Array("]}".utf8)
        return CommandResult(
            json: json, ids: { ids },
            rows: {
                var table = TextTable([.init("ID")])
                for id in ids { table.append([.init(id)]) }
                return table
            },
            text: { _ in VisibleText.line(text) + "\n" }, notes: notes)
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
        if kept > 0 { return "Nothing was left to undo" }
        let restored = TrashWords.counted(response.restored)
        return "Restored \(restored.isEmpty ? "nothing" : restored)"
    }

    // MARK: Removing for good

    /// U-07: the sentence is true here.
    private static let warning = "This cannot be undone."

    private static func purgeOne(_ typed: String, _ run: CommandRun) throws -> CommandResult {
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
        let response = try run.decoded(PurgeOperations.Response.self, answer)
        return .line(sentence(response), json: answer.json, id: found.id.text)
    }

    private static func purgeAll(_ run: CommandRun) throws -> CommandResult {
        let findings = try OperationFinder(run: run).findings(.init())
        try run.requireAnswers(of: findings.away)
        let count = findings.operations.count
        if count > 0 {
            let counts = findings.operations.reduce(into: [:]) { all, found in
                all.merge(found.operation.counts, uniquingKeysWith: +)
            }
            try run.confirm(
                "Remove everything in the trash for good (\(TrashWords.counted(counts)))? "
                    + warning)
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
        return
            "\(removed). Kept for its 30 days, since other players' interactions need it: \(kept)"
    }
}
