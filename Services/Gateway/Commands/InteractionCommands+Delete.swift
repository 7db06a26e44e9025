import CommandKit
import Contracts
import ServiceKit

extension InteractionCommands {
    /// `interactions delete`.
    static let delete = CompassCommand(
        Command(
            "interactions delete", .mutating, "Delete an interaction; it can be undone",
            details: "Asks first, naming the record; --yes answers.",
            arguments: [Argument("ID", "The id, or its last 8 digits", Values.interactionID)],
            examples: [.init("compass interactions delete 4f0c2a9d --yes", "Without asking")])
    ) { run in
        let id = try run.interactionID(run.invocation.argument(0) ?? "")
        if !run.invocation.isOn("yes"), !run.isDryRun {
            guard run.console.prompt.isTerminal else {
                throw CommandFailure.unanswered(.noTerminal, flag: "--yes")
            }
            let answer = try run.read(ShowInteraction.self, ShowInteraction.Request(id: id))
            let record = try run.decoded(ShowInteraction.Response.self, answer).interaction
            let place = record.schoolName.map { ", \($0)" } ?? ""
            try run.confirm(
                "Delete \"\(VisibleText.line(record.displaySubject))\" (\(record.type.label)"
                    + "\(VisibleText.line(place)), \(run.zone.text(record.displayDate)))?")
        }
        let answer = try run.change(DeleteInteraction.self, ShowInteraction.Request(id: id))
        let response = try run.decoded(DeleteInteraction.Response.self, answer)
        return .line(
            response.message, json: answer.json, id: id.text,
            notes: run.isDryRun ? [] : ["Undo: compass undo \(response.operationID)"])
    }
}
