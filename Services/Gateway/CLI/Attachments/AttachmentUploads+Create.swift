import CommandKit
import Contracts
import ServiceKit

extension AttachmentUploads {
    /// Attaches files to the interaction just logged and updates the result with the resulting
    /// record. The record is kept even if attaching fails (D-15, IA-39).
    static func attachFiles(
        to answer: Caller.Answer, in result: inout CommandResult, _ run: CommandRun
    ) throws {
        let files = run.filesToAttach
        let key = run.lastKey
        guard !files.isEmpty, !run.isDryRun else { return }
        var response = try run.decoded(CreateInteraction.Response.self, answer)
        let id = response.interaction.id
        // A repeated command looks up what the first one attached.
        let known = answer.isReplayed ? try attached(to: id, run) : []
        let outcome = AttachmentUploads(run: run).attach(files, to: id, knowing: known)
        if let record = try outcome.interaction ?? (known.isEmpty ? nil : shown(id, run)) {
            response.interaction = record
        }
        result.show(response, json: try run.encoded(response), run)
        result.notes += outcome.notes
        if !outcome.failures.isEmpty {
            result.notes.append(
                "The interaction was logged. \(remedy(for: outcome.failures, of: id, key, run))")
        }
        result.exitCode = outcome.exitCode
    }

    /// How to attach the missing files without logging the contact, or attaching a file, twice.
    private static func remedy(
        for failures: [(file: LocalFile, failure: CommandFailure)], of id: InteractionID,
        _ key: IdempotencyKey?, _ run: CommandRun
    ) -> String {
        if let key, failures.contains(where: { $0.failure.isOutcomeUnknown }) {
            // The outcome of a file is unknown; repeating with the key returns the same record with
            // its files.
            return
                "To attach the missing files, repeat this command with --idempotency-key \(key)"
        }
        let words = ["attachments", "add", RecordNames.short(id.text)]
        return "To attach the missing files: " + run.line(words + failures.map(\.file.path))
    }

    private static func attached(to id: InteractionID, _ run: CommandRun) throws -> [Attachment] {
        try run.response(of: ListAttachments.self, .init(interactionID: id)).attachments
    }

    private static func shown(_ id: InteractionID, _ run: CommandRun) throws -> Interaction {
        try run.response(of: ShowInteraction.self, .init(id: id)).interaction
    }
}

extension CommandResult {
    /// Replaces the shown answer with this one.
    fileprivate mutating func show(
        _ response: CreateInteraction.Response, json: [UInt8], _ run: CommandRun
    ) {
        var changed = CommandResult.record(
            json: json, ids: ids,
            card: { try InteractionCard(response.interaction, run).card },
            rows: { try InteractionList.table([response.interaction], run) })
        changed.notes = notes
        self = changed
    }
}
