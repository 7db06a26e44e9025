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
        let id = try run.interactionID(run.invocation.argument(0) ?? "")
        var cascades = run.invocation.isOn("cascade")
        if !run.invocation.isOn("yes"), !run.isDryRun {
            guard run.console.prompt.isTerminal else {
                throw CommandFailure.unanswered(
                    .noTerminal, flag: cascades ? "--cascade --yes" : "--yes")
            }
            // What the person confirms is what is asked for, and no more.
            cascades = try confirmDeletion(of: id, run)
        }
        let answer = try deletion(of: id, cascades: cascades, run)
        let response = try run.decoded(DeleteInteraction.Response.self, answer)
        let others = response.deleted.filter { $0.key != "interactions" }
            .sorted { $0.key < $1.key }.map { CountedNoun.text($0.value, $0.key) }
        return .line(
            ([response.message] + others).joined(separator: ", "), json: answer.json, id: id.text,
            notes: run.isDryRun ? [] : ["Undo: " + run.line("undo", response.operationID.text)])
    }

    /// Asks, naming the record and what depends on it; whether there is such.
    private static func confirmDeletion(of id: InteractionID, _ run: CommandRun) throws -> Bool {
        // Whoever may not delete is told before being asked.
        let blockers = try run.decoded(
            DeletionBlockers.self, try run.read(ListInteractionBlockers.self, .init(id: id))
        ).blockers
        let answer = try run.read(ShowInteraction.self, ShowInteraction.Request(id: id))
        let record = try run.decoded(ShowInteraction.Response.self, answer).interaction
        let place = record.schoolName.map { ", \($0)" } ?? ""
        let others = blockers.map(\.text).joined(separator: ", ")
        try run.confirm(
            "Delete \"\(VisibleText.line(record.displaySubject))\" (\(record.type.label)"
                + "\(VisibleText.line(place)), \(run.zone.text(record.displayDate)))"
                + (others.isEmpty ? "?" : " and \(VisibleText.line(others))?"))
        return !blockers.isEmpty
    }

    private static func deletion(
        of id: InteractionID, cascades: Bool, _ run: CommandRun
    ) throws -> Caller.Answer {
        if cascades {
            return try run.change(CascadeDeleteInteraction.self, .init(id: id))
        }
        do {
            return try run.change(DeleteInteraction.self, ShowInteraction.Request(id: id))
        } catch var failure as CommandFailure
            where failure.code == ErrorCode.hasDependents.rawValue
        {
            failure.reason = nil
            failure.remedy =
                "Delete it with them: "
                + run.line("interactions", "delete", RecordNames.short(id.text), "--cascade")
            throw failure
        }
    }
}
