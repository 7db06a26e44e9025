import CommandKit
import Contracts
import ServiceKit

extension EventCommands {
    static let delete = CompassCommand(
        Command(
            "events delete", .mutating, "Delete an event; it can be undone",
            details: """
                Asks for confirmation unless --yes is given. The list of its coaches is deleted with \
                it, as are metrics recorded there: on a terminal the question lists them, in scripts \
                add --cascade --yes.
                """,
            arguments: [eventArgument],
            flags: [.toggle("cascade", "Also delete dependent records")],
            examples: [.init("compass events delete 4f0c2a9d --yes", "Without asking")])
    ) { run in
        if let result = try RecordDeletion.repeated(
            DeleteEvent.self, CascadeDeleteEvent.self, in: "events", run)
        {
            return result
        }
        let id = try run.eventID(run.argument(0))
        return try RecordDeletion(
            run: run, table: "events", id: id.text,
            blockers: { try run.read(ListEventBlockers.self, .init(id: id)) },
            question: { try question(about: id, $0, run) },
            plain: { try run.change(DeleteEvent.self, ShowEvent.Request(id: id)) },
            cascade: { try run.change(CascadeDeleteEvent.self, .init(id: id)) }
        ).result()
    }

    /// EV-24: the question, which names the event and its dependent records.
    private static func question(
        about id: EventID, _ blockers: [DeletionBlocker], _ run: CommandRun
    ) throws -> String {
        let event = try event(id, run)
        let others = blockers.map(\.text).joined(separator: ", ")
        return "Are you sure? Delete \"\(VisibleText.line(event.name))\" (\(event.type.label), "
            + "\(event.dateRangeFormatted))"
            + (others.isEmpty ? "?" : " and \(VisibleText.line(others))?")
    }

    static let blockers = CompassCommand(
        Command(
            "events blockers", .readOnly, "Show what depends on an event",
            arguments: [eventArgument],
            examples: [.init("compass events blockers Spring Showcase", "Before deleting it")])
    ) { run in
        let id = try run.eventID(run.argument(0))
        let answer = try run.read(ListEventBlockers.self, .init(id: id))
        return try .blockers(answer, run)
    }
}
