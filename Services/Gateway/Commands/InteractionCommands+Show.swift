import CommandKit
import Contracts
import ServiceKit

extension InteractionCommands {
    /// `interactions show`.
    static let show = CompassCommand(
        Command(
            "interactions show", .readOnly, "Show one interaction",
            arguments: [Argument("ID", "The id, or its last 8 digits", Values.interactionID)],
            examples: [.init("compass interactions show 4f0c2a9d", "By the end of its id")])
    ) { run in
        let id = try run.interactionID(run.invocation.argument(0) ?? "")
        let answer = try run.read(ShowInteraction.self, ShowInteraction.Request(id: id))
        func response() throws -> ShowInteraction.Response {
            try run.decoded(ShowInteraction.Response.self, answer)
        }
        var result = CommandResult.record(
            json: answer.json, ids: { [id.text] },
            card: { try InteractionCard(try response().interaction, run).card },
            rows: { try InteractionList.table([try response().interaction], run) })
        guard run.isForPeople else { return result }
        // ID-19: for players only, as the service says.
        let tail = RecordNames.short(id.text)
        if try response().canExport {
            result.notes.append("Export it: compass interactions export \(tail)")
        }
        if try response().canDelete {
            result.notes.append("Delete it: compass interactions delete \(tail)")
        }
        return result
    }
}
