import CommandKit
import Contracts
import ServiceKit

extension EventCommands {
    static let delete = CompassCommand(
        "events delete", .mutating, "Delete an event; it can be undone",
        details: """
            Asks for confirmation unless --yes is given. The list of its coaches is deleted with \
            it, as are metrics recorded there: on a terminal the question lists them, in scripts \
            add --cascade --yes.
            """,
        arguments: [eventArgument],
        flags: [.toggle("cascade", "Also delete dependent records")],
        examples: ["compass events delete 4f0c2a9d --yes": "Without asking"]
    ) { run in
        try DeletionRun(
            DeleteEvent.self, in: "events", run, id: { try run.eventID(run.argument(0)) }
        ) { id, others in
            // EV-24
            let event = try event(id, run)
            return "Are you sure? Delete \"\(VisibleText.line(event.name))\" "
                + "(\(event.type.label), \(event.dateRangeFormatted))\(others.questionEnd)"
        }.result()
    }

    static let blockers = CompassCommand(
        "events blockers", .readOnly, "Show what depends on an event",
        arguments: [eventArgument],
        examples: ["compass events blockers Spring Showcase": "Before deleting it"]
    ) { run in
        try .blockers(before: DeleteEvent.self, of: run.eventID(run.argument(0)), run)
    }
}
