import CommandKit
import Contracts
import ServiceKit

extension InteractionCommands {
    static let list = CompassCommand(
        "interactions list", .readOnly, "List interactions, newest first, with four figures",
        details: """
            A row is shown if it matches all filters. Rows are shown as cards if a table would \
            be too wide. --watch refreshes every 2 seconds until Ctrl-C: a terminal redraws \
            the page, a pipe gets each new row.
            """,
        flags: InteractionFilter.listFlags + [
            .toggle("cards", "Use cards even if a table would fit, and in a pipe"),
            .toggle("watch", "Keep running and show changes"),
        ],
        examples: [
            "compass interactions list --days 30 --direction inbound": "Who wrote to us",
            "compass interactions list --search roster --json": "For programs",
            "compass interactions list --type camp -o csv > camps.csv": "As a spreadsheet",
            "compass interactions list --days 30 --direction inbound --save \"New mail\"":
                "Save the filters; later: --view \"New mail\"",
            "compass interactions list --watch -o jsonl": "New ones as they arrive",
        ]
    ) { run in
        try InteractionList(answer: run.list(ListInteractions.self), run: run).result
    }
}
