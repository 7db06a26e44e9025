import CommandKit
import Contracts
import ServiceKit

extension AttachmentCommands {
    /// `attachments list`.
    static let list = CompassCommand(
        Command(
            "attachments list", .readOnly, "List the files of an interaction",
            arguments: [interaction],
            examples: [.init("compass attachments list 4f0c2a9d", "By the end of its id")])
    ) { run in
        let id = try run.interactionID(run.invocation.argument(0) ?? "")
        let answer = try run.read(ListAttachments.self, .init(interactionID: id))
        var shown = try result(json: answer.json, run)
        let count = try run.decoded(ListAttachments.Response.self, answer).attachments.count
        if count == 0 {
            shown.text = { _ in "" }
            shown.notes = ["No files are attached to this interaction."]
        }
        return shown
    }

    /// `attachments get`.
    static let get = CompassCommand(
        Command(
            "attachments get", .local, "Save a file of an interaction on this machine",
            details: """
                It is saved under its own name in this folder, byte by byte as it was attached, \
                unless --to says where else. Nothing is replaced without asking; --yes answers. A \
                transfer that was broken off goes on where it stopped.
                """,
            arguments: [interaction, attachment],
            flags: [
                .value(
                    "to", .path("PATH"), default: "its own name, here",
                    "A file, a folder, or - for stdout")
            ],
            examples: [
                .init("compass attachments get 4f0c2a9d offer.pdf", "Into this folder"),
                .init("compass attachments get 4f0c2a9d notes.txt --to -", "To a pipe"),
            ])
    ) { run in
        let id = try run.interactionID(run.invocation.argument(0) ?? "")
        let wanted = run.invocation.text("to")
        if wanted == "-" { try checkPipe(run) }
        let file = try file(run.invocation.argument(1) ?? "", of: id, run)
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
                : "\(place) is here already, as it was attached\n"
        }
        return shown
    }

    /// A content on stdout is all that stands there, and is not for a terminal.
    private static func checkPipe(_ run: CommandRun) throws {
        guard try run.format == .table else {
            throw CommandFailure.usage(
                "--to - and --output exclude each other",
                reason: "The file's content is all that goes to stdout.",
                remedy: "Name a file or a folder with --to.")
        }
        guard !run.console.traits.isTerminal else {
            throw CommandFailure.usage(
                "A file is not written to a terminal", reason: "It could change how it works.",
                remedy: "Leave --to out, or send it on: compass attachments get … --to - | less")
        }
    }
}
