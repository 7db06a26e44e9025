import CommandKit
import Contracts
import ServiceKit

extension InteractionCommands {
    /// `interactions delete`.
    static let delete = CompassCommand(
        Command(
            "interactions delete", .mutating, "Delete an interaction; it can be undone",
            details: """
                Asks first, naming the record; --yes answers. What depends on the record stands \
                in the way: on a terminal the question counts it and takes it along, a script \
                says --cascade --yes.
                """,
            arguments: [Argument("ID", "The id, or its last 8 digits", Values.interactionID)],
            flags: [.toggle("cascade", "Also delete what depends on it")],
            examples: [.init("compass interactions delete 4f0c2a9d --yes", "Without asking")])
    ) { run in
        if let result = try RecordDeletion.repeated(
            DeleteInteraction.self, CascadeDeleteInteraction.self, in: "interactions", run)
        {
            return result
        }
        let id = try run.interactionID(run.invocation.argument(0) ?? "")
        return try RecordDeletion(
            run: run, table: "interactions", id: id.text,
            blockers: { try run.read(ListInteractionBlockers.self, .init(id: id)) },
            question: { try question(about: id, $0, run) },
            plain: { try run.change(DeleteInteraction.self, ShowInteraction.Request(id: id)) },
            cascade: { try run.change(CascadeDeleteInteraction.self, .init(id: id)) }
        ).result()
    }

    /// The question, which names the record and what depends on it.
    private static func question(
        about id: InteractionID, _ blockers: [DeletionBlocker], _ run: CommandRun
    ) throws -> String {
        let answer = try run.read(ShowInteraction.self, ShowInteraction.Request(id: id))
        let record = try run.decoded(ShowInteraction.Response.self, answer).interaction
        let place = record.schoolName.map { ", \($0)" } ?? ""
        let others = blockers.map(\.text).joined(separator: ", ")
        return "Delete \"\(VisibleText.line(record.displaySubject))\" (\(record.type.label)"
            + "\(VisibleText.line(place)), \(run.zone.text(record.displayDate)))"
            + (others.isEmpty ? "?" : " and \(VisibleText.line(others))?")
    }
}
