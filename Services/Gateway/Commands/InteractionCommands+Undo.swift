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
        let answer = try run.change(
            UndoInteractions.self, UndoInteractions.Request(operationID: id))
        let response = try run.decoded(UndoInteractions.Response.self, answer)
        let restored = response.restored.sorted { $0.key < $1.key }.map { kind, count in
            CountedNoun.text(count, kind)
        }.joined(separator: ", ")
        return CommandResult(
            json: answer.json, ids: { response.interactionIDs.map(\.text) },
            rows: {
                var table = TextTable([.init("ID")])
                for id in response.interactionIDs { table.append([.init(id.text)]) }
                return table
            },
            text: { _ in "Restored \(restored.isEmpty ? "nothing" : restored)\n" })
    }
}
