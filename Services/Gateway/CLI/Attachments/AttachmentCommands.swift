import CommandKit
import Contracts
import ServiceKit

enum AttachmentCommands {
    static let all = [add, list, get, remove]

    static let interaction = Argument(
        "INTERACTION", "The interaction's id, or its last 8 digits", Values.interactionID)
    static let attachment = Argument(
        "NAME", "The file's name or id, or the last 8 digits of it", .text("NAME|ID"))

    /// The answer of `attachments.list` for some of the files.
    static func result(
        _ files: [Attachment], of interaction: InteractionID, _ run: CommandRun
    ) throws -> CommandResult {
        let response = ListAttachments.Response(interactionID: interaction, attachments: files)
        return try result(json: try run.encoded(response), run)
    }

    /// Files as a table.
    static func result(json: [UInt8], _ run: CommandRun) throws -> CommandResult {
        func files() throws -> [Attachment] {
            do {
                return try JSONCoding.decodeResponse(ListAttachments.Response.self, from: json)
                    .attachments
            } catch { throw CommandFailure(error.code, error.message) }
        }
        func table() throws -> TextTable {
            var table = TextTable([
                .init("ID"), .init("Name", shrinksTo: 12), .init("Type"),
                .init("Size", rightAligned: true), .init("Attached"),
            ])
            for file in try files() {
                table.append([
                    .id(file.id),
                    .init(file.name), .init(file.mediaType.rawValue, shown: file.mediaType.label),
                    .init("\(file.size)", shown: AttachmentRefusal.grouped(file.size)),
                    .time(file.createdAt, in: run.zone),
                ])
            }
            return table
        }
        return CommandResult(
            json: json, rowsKey: "attachments", ids: { try files().map(\.id.text) }, rows: table,
            text: { try table().text($0) })
    }

    /// The attachment that a text names: by its exact name, its id, the end of its id, or its name
    /// ignoring case.
    static func file(
        _ typed: String, of interaction: InteractionID, _ run: CommandRun
    ) throws -> Attachment {
        let files = try run.response(of: ListAttachments.self, .init(interactionID: interaction))
            .attachments
        if let exact = files.first(where: { $0.name == typed || $0.id.text == typed.lowercased() })
        {
            return exact
        }
        let digits = typed.lowercased().filter { $0 != "-" }
        let found = files.filter { file in
            file.name.lowercased() == typed.lowercased()
                || RecordNames.isTail(typed)
                    && file.id.text.filter { $0 != "-" }.hasSuffix(digits)
        }
        if found.count == 1 { return found[0] }
        let list =
            "Try: " + run.line("attachments", "list", RecordNames.short(interaction.text))
        guard found.isEmpty else {
            throw CommandFailure.usage(
                "\(QuotedText.of(typed)) matches \(found.count) files",
                reason: found.prefix(RecordNames.candidatesMax).map {
                    "\(RecordNames.short($0.id.text)) (\($0.name))"
                }.joined(separator: "; "), remedy: list)
        }
        throw CommandFailure(
            .notFound, "Attachment not found",
            reason: "No file of this interaction is called \(QuotedText.of(typed)).", remedy: list)
    }
}
