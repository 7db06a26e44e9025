import CommandKit
import Contracts
import ServiceKit

extension AttachmentCommands {
    static let list = CompassCommand(
        "attachments list", .readOnly, "List the files of an interaction",
        arguments: [interaction],
        examples: ["compass attachments list 4f0c2a9d": "By the end of its id"]
    ) { run in
        let id = try run.interactionID(run.argument(0))
        let answer = try run.read(ListAttachments.self, .init(interactionID: id))
        var shown = try result(json: answer.json, run)
        let count = try run.decoded(ListAttachments.Response.self, answer).attachments.count
        if count == 0 {
            shown.text = { _ in "" }
            shown.notes = ["No files are attached to this interaction."]
        }
        return shown
    }

    static let get = CompassCommand(
        "attachments get", .local, "Save a file of an interaction on this machine",
        details: """
            Saves the file, byte for byte, in this folder under its own name, or as --to \
            says. Asks before replacing a file unless --yes is given. An interrupted \
            download resumes.
            """,
        arguments: [interaction, attachment],
        flags: [
            .value(
                "to", .path("PATH"), default: "its own name, here",
                "A file, a folder, or - for stdout")
        ],
        examples: [
            "compass attachments get 4f0c2a9d offer.pdf": "Into this folder",
            "compass attachments get 4f0c2a9d notes.txt --to -": "To a pipe",
        ]
    ) { run in
        let id = try run.interactionID(run.argument(0))
        let wanted = run.invocation.text("to")
        if wanted == "-" { try checkPipe(run) }
        let file = try file(run.argument(1), of: id, run)
        let download = AttachmentDownload(run: run, file: file)
        var shown = try result([file], of: id, run)
        if wanted == "-" {
            let content = try download.content()
            shown.text = { _ in
                run.console.writeResult(content)
                return ""
            }
            return shown
        }
        let target = download.target(wanted)
        let isNew = try download.save(to: target)
        let place = VisibleText.line(target.hasPrefix("./") ? String(target.dropFirst(2)) : target)
        let size = AttachmentRefusal.grouped(file.size)
        shown.text = { _ in
            isNew
                ? "Saved \(place) (\(size) bytes)\n"
                : "\(place) is already here, unchanged\n"
        }
        return shown
    }

    /// With `--to -` the content is all that goes to stdout, which must not be a terminal.
    private static func checkPipe(_ run: CommandRun) throws {
        guard try run.format == .table else {
            throw CommandFailure.usage(
                "--to - and --output cannot be combined",
                reason: "Only the file's content goes to stdout.",
                remedy: "Name a file or a folder with --to.")
        }
        guard !run.console.traits.isTerminal else {
            throw CommandFailure.usage(
                "Files are not written to a terminal", reason: "Their bytes could disturb it.",
                remedy: "Leave out --to, or use a pipe: compass attachments get … --to - | less")
        }
    }
}
