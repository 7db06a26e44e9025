import CommandKit
import Contracts
import ServiceKit

extension InteractionCommands {
    /// `interactions list`.
    static let list = CompassCommand(
        Command(
            "interactions list", .readOnly, "List interactions, newest first, with four figures",
            details: "Filters combine: a row is shown when it meets all of them.",
            flags: InteractionFilter.flags,
            examples: [
                .init("compass interactions list --days 30 --direction inbound", "Who wrote to us"),
                .init("compass interactions list --search roster --json", "For programs"),
                .init("compass interactions list --type camp -o csv > camps.csv", "For a sheet"),
            ])
    ) { run in
        let request = try run.listRequest(by: InteractionFilter.self)
        let answer = try run.read(ListInteractions.self, request)
        return try InteractionList(answer: answer, run: run).result
    }
}
