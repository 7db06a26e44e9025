import CommandKit
import Contracts
import ServiceKit

extension AttachmentCommands {
    /// `attachments add`.
    static let add = CompassCommand(
        Command(
            "attachments add", .mutating, "Attach files to an interaction",
            details: """
                Each file may have 10 MB (10,485,760 bytes), an interaction \
                \(AttachmentLimit.filesMax) files. Accepted are \(AttachmentType.formats); what a \
                file is, is told by its content. A transfer that was broken off goes on where it \
                stopped when that file is attached again with the key that is printed.
                """,
            arguments: [
                interaction,
                Argument("FILE", "What to attach", .path(), repeatable: true),
            ],
            examples: [
                .init("compass attachments add 4f0c2a9d offer.pdf", "One file"),
                .init("compass attachments add 4f0c2a9d front.jpg back.jpg", "Several"),
            ])
    ) { run in
        let given = run.invocation
        let files = try LocalFile.checked(Array(given.arguments.dropFirst()))
        if files.count > 1, given.text("idempotency-key") != nil {
            throw CommandFailure.usage(
                "--idempotency-key is about one file", reason: "\(files.count) files were given.",
                remedy: "Give the one file whose key was printed.")
        }
        let id = try run.interactionID(given.argument(0) ?? "")
        if run.isDryRun {
            try AttachmentUploads(run: run).rehearse(files, to: id)
            return try result([], of: id, run)
        }
        let uploads = AttachmentUploads(
            run: run, repetition: files.count == 1 ? .byKey : .byHand)
        let outcome = uploads.attach(files, to: id)
        if outcome.attached.isEmpty, outcome.failures.count == 1 {
            throw outcome.failures[0].failure
        }
        var shown = try result(outcome.attached, of: id, run)
        shown.notes = outcome.notes
        shown.exitCode = outcome.exitCode
        return shown
    }

    /// `attachments remove`.
    static let remove = CompassCommand(
        Command(
            "attachments remove", .mutating, "Remove a file from an interaction; it can be undone",
            details: "Asks first, naming the file; --yes answers.",
            arguments: [interaction, attachment],
            examples: [
                .init("compass attachments remove 4f0c2a9d offer.pdf --yes", "Without asking")
            ])
    ) { run in
        if let found = try run.repeated(RemoveAttachment.self) {
            return try .deletion(found.answer, of: found.id, run)
        }
        let id = try run.interactionID(run.invocation.argument(0) ?? "")
        let file = try file(run.invocation.argument(1) ?? "", of: id, run)
        if try run.asks() {
            try run.confirm(
                "Remove \"\(VisibleText.line(file.name))\" (\(file.mediaType.label), "
                    + "\(AttachmentRefusal.grouped(file.size)) bytes)?")
        }
        return try .deletion(
            try run.change(RemoveAttachment.self, .init(attachmentID: file.id)), of: file.id.text,
            run)
    }
}
