import CommandKit
import Contracts
import ServiceKit

extension InteractionCommands {
    /// `undo`.
    static let undo = CompassCommand(
        Command(
            "undo", .mutating, "Undo an operation by the id that it printed",
            arguments: [
                Argument(
                    "OPERATION", "The id after \"Undo:\"",
                    .checked(
                        "id", placeholder: "ID",
                        expected: { OperationID(text: $0) == nil ? "an operation's full id" : nil })
                )
            ],
            examples: [
                .init("compass undo 0197f1d2-7c3a-7b21-9d55-3f6f0b1c2d3e", "Bring it back")
            ])
    ) { run in
        guard let id = OperationID(text: run.invocation.argument(0) ?? "") else {
            throw CommandFailure(.notFound, "Operation not found")
        }
        let request = UndoInteractions.Request(operationID: id)
        if try run.storedOperation == UndoCoaches.name { return try undoCoaches(request, run) }
        let answer: Caller.Answer
        do {
            answer = try run.change(UndoInteractions.self, request)
        } catch let failure as CommandFailure where failure.exitCode == .notFound {
            return try undoCoaches(request, run)
        }
        let response = try run.decoded(UndoInteractions.Response.self, answer)
        return CommandResult(
            json: answer.json, ids: { response.interactionIDs.map(\.text) },
            rows: {
                var table = TextTable([.init("ID")])
                for id in response.interactionIDs { table.append([.init(id.text)]) }
                return table
            },
            text: { _ in sentence(response.restored, response.removed) })
    }

    /// The operation is none of the interactions: it may be one of the coaches.
    private static func undoCoaches(
        _ request: UndoCoaches.Request, _ run: CommandRun
    ) throws -> CommandResult {
        let answer = try run.change(UndoCoaches.self, request)
        let response = try run.decoded(UndoCoaches.Response.self, answer)
        let text = sentence(response.restored, response.removed)
        return CommandResult(
            json: answer.json, ids: { [] }, rows: { TextTable([.init("ID")]) },
            text: { _ in text })
    }

    private static func sentence(_ restored: [String: Int], _ removed: [String: Int]) -> String {
        func counted(_ counts: [String: Int]) -> String {
            counts.sorted { $0.key < $1.key }.map { kind, count in
                CountedNoun.text(count, kind)
            }.joined(separator: ", ")
        }
        if !removed.isEmpty { return "Removed \(counted(removed))\n" }
        return "Restored \(restored.isEmpty ? "nothing" : counted(restored))\n"
    }
}
