import CommandKit
import Contracts
import ServiceKit

extension InteractionCommands {
    static let show = CompassCommand(
        "interactions show", .readOnly, "Show one interaction",
        arguments: [Argument("ID", "The id, or its last 8 digits", Values.interactionID)],
        examples: ["compass interactions show 4f0c2a9d": "By the end of its id"]
    ) { run in
        let id = try run.interactionID(run.argument(0))
        let (answer, response) = try run.reading(
            ShowInteraction.self, ShowInteraction.Request(id: id))
        var result = CommandResult.record(
            json: answer.json, ids: { [id.text] },
            card: {
                let shown = try response()
                return try InteractionCard(shown.interaction, files: shown.files, run).card
            },
            rows: { try InteractionList.table([try response().interaction], run) })
        if run.isForPeople { result.notes = hints(try response(), run) }
        return result
    }

    /// Next steps for the reader, depending on their rights as reported by the service (ID-13,
    /// ID-19).
    private static func hints(
        _ shown: ShowInteraction.Response, _ run: CommandRun
    ) -> [String] {
        let tail = RecordNames.short(shown.interaction.id.text)
        var hints: [String] = []
        if let file = shown.files.first {
            hints.append("Save a file: " + run.line("attachments", "get", tail, file.name))
        }
        if shown.canExport {
            hints.append("Export it: " + run.line("interactions", "export", tail))
        }
        if shown.canDelete {
            hints.append("Change it: " + run.line("interactions", "edit", tail))
            hints.append("Delete it: " + run.line("interactions", "delete", tail))
        }
        return hints
    }
}
