import CommandKit
import Contracts
import ServiceKit

extension AttachmentCommands {
    static let add = CompassCommand(
        "attachments add", .mutating, "Attach files to an interaction",
        details: """
            A file may have up to 10 MB (10,485,760 bytes), an interaction up to \
            \(AttachmentLimit.filesMax) files. Accepted are \(AttachmentType.formats); the \
            content must match the file name. An interrupted upload resumes when the file is \
            attached again with the key that was printed.
            """,
        arguments: [
            interaction,
            Argument("FILE", "What to attach", .path(), repeatable: true),
        ],
        examples: [
            "compass attachments add 4f0c2a9d offer.pdf": "One file",
            "compass attachments add 4f0c2a9d front.jpg back.jpg": "Several",
        ]
    ) { run in
        let given = run.invocation
        let files = try LocalFile.checked(Array(given.arguments.dropFirst()))
        if files.count > 1, given.text("idempotency-key") != nil {
            throw CommandFailure.usage(
                "--idempotency-key works with a single file",
                reason: "\(files.count) files were given.",
                remedy: "Give only the file whose key was printed.")
        }
        let id = try run.interactionID(run.argument(0))
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

    static let remove = CompassCommand(
        "attachments remove", .mutating, "Remove a file from an interaction; it can be undone",
        details: "Asks for confirmation unless --yes is given.",
        arguments: [interaction, attachment],
        examples: [
            "compass attachments remove 4f0c2a9d offer.pdf --yes": "Without asking"
        ]
    ) { run in
        if let found = try run.repeated(RemoveAttachment.self) {
            return try .deletion(found.answer, of: found.id, run)
        }
        let id = try run.interactionID(run.argument(0))
        let file = try file(run.argument(1), of: id, run)
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
