import CommandKit
import Contracts
import ServiceKit

extension InteractionCommands {
    /// `interactions list`.
    static let list = CompassCommand(
        Command(
            "interactions list", .readOnly, "List interactions, newest first, with four figures",
            details: """
                Filters combine: a row is shown when it meets all of them. Rows are cards where a \
                table would be too wide. --watch looks every 2 seconds until Ctrl-C: a terminal \
                shows the page anew, a pipe gets each row that enters the list.
                """,
            flags: InteractionFilter.flags + [
                .toggle("cards", "Cards also where a table would fit, or into a pipe"),
                .toggle("watch", "Stay, and show what changes"),
            ],
            examples: [
                .init("compass interactions list --days 30 --direction inbound", "Who wrote to us"),
                .init("compass interactions list --search roster --json", "For programs"),
                .init("compass interactions list --type camp -o csv > camps.csv", "For a sheet"),
                .init("compass interactions list --watch -o jsonl", "What comes in, as it does"),
            ])
    ) { run in
        let request = try run.listRequest(by: InteractionFilter.self)
        let answer = try run.read(ListInteractions.self, request)
        return try InteractionList(answer: answer, run: run).result
    }
}
