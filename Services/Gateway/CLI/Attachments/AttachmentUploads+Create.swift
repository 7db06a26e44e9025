import CommandKit
import Contracts
import ServiceKit

extension AttachmentUploads {
    /// Attaches files to the interaction that was just logged, and lets the result show the record
    /// as it is after that. The record is kept whatever becomes of the files (D-15, IA-39).
    static func attachFiles(
        to answer: Caller.Answer, in result: inout CommandResult, _ run: CommandRun
    ) throws {
        let files = run.filesToAttach
        let key = run.lastKey
        guard !files.isEmpty, !run.isDryRun else { return }
        var response = try run.decoded(CreateInteraction.Response.self, answer)
        let id = response.interaction.id
        // A repeated command finds what the first one attached.
        let known = answer.isReplayed ? try attached(to: id, run) : []
        let outcome = AttachmentUploads(run: run).attach(files, to: id, knowing: known)
        if let record = try outcome.interaction ?? (known.isEmpty ? nil : shown(id, run)) {
            response.interaction = record
        }
        result.show(response, json: try run.encoded(response), run)
        result.notes += outcome.notes
        if !outcome.failures.isEmpty {
            result.notes.append(
                "The interaction is logged. \(remedy(for: outcome.failures, of: id, key, run))")
        }
        result.exitCode = outcome.exitCode
    }

    /// How the missing files are attached without logging the contact, or attaching a file, twice.
    private static func remedy(
        for failures: [(file: LocalFile, failure: CommandFailure)], of id: InteractionID,
        _ key: IdempotencyKey?, _ run: CommandRun
    ) -> String {
        if let key, failures.contains(where: { $0.failure.isOutcomeUnknown }) {
            // A file may be there: the same record is answered, with the files that it has.
            return "Attach what is missing: repeat this command with --idempotency-key \(key)"
        }
        let words = ["attachments", "add", RecordNames.short(id.text)]
        return "Attach what is missing: " + run.line(words + failures.map(\.file.path))
    }

    private static func attached(to id: InteractionID, _ run: CommandRun) throws -> [Attachment] {
        let answer = try run.read(ListAttachments.self, .init(interactionID: id))
        return try run.decoded(ListAttachments.Response.self, answer).attachments
    }

    private static func shown(_ id: InteractionID, _ run: CommandRun) throws -> Interaction {
        let answer = try run.read(ShowInteraction.self, .init(id: id))
        return try run.decoded(ShowInteraction.Response.self, answer).interaction
    }
}

extension CommandResult {
    /// Shows this answer instead of the one that came first.
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
