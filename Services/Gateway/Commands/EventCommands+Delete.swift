import CommandKit
import Contracts
import ServiceKit

extension EventCommands {
    /// `events delete`.
    static let delete = CompassCommand(
        Command(
            "events delete", .mutating, "Delete an event; it can be undone",
            details: """
                Asks first, naming the event; --yes answers. Its coaches go along; metrics that were \
                recorded there stand in the way: on a terminal the question counts them and takes \
                them along, a script says --cascade --yes.
                """,
            arguments: [eventArgument],
            flags: [.toggle("cascade", "Also delete what depends on it")],
            examples: [.init("compass events delete 4f0c2a9d --yes", "Without asking")])
    ) { run in
        let id = try run.eventID(run.invocation.argument(0) ?? "")
        var cascades = run.invocation.isOn("cascade")
        if !run.invocation.isOn("yes"), !run.isDryRun {
            guard run.console.prompt.isTerminal else {
                throw CommandFailure.unanswered(
                    .noTerminal, flag: cascades ? "--cascade --yes" : "--yes")
            }
            cascades = try confirmDeletion(of: id, run)
        }
        let answer = try deletion(of: id, cascades: cascades, run)
        return deleted(answer, id: id.text, counting: "events", run)
    }

    /// What a deletion ends with.
    static func deleted(
        _ answer: Caller.Answer, id: String, counting table: String, _ run: CommandRun
    ) -> CommandResult {
        guard let response = try? run.decoded(DeleteInteraction.Response.self, answer) else {
            return .line("", json: answer.json, id: id)
        }
        let others = response.deleted.filter { $0.key != table }
            .sorted { $0.key < $1.key }.map { CountedNoun.text($0.value, $0.key) }
        return .line(
            ([response.message] + others).joined(separator: ", "), json: answer.json, id: id,
            notes: run.isDryRun ? [] : ["Undo: " + run.line("undo", response.operationID.text)])
    }

    /// EV-24: asks, naming the event and what depends on it; whether there is such.
    private static func confirmDeletion(of id: EventID, _ run: CommandRun) throws -> Bool {
        // Whoever may not delete is told before being asked.
        let blockers = try run.decoded(
            DeletionBlockers.self, try run.read(ListEventBlockers.self, .init(id: id))
        ).blockers
        let event = try event(id, run)
        let others = blockers.map(\.text).joined(separator: ", ")
        try run.confirm(
            "Are you sure? Delete \"\(VisibleText.line(event.name))\" (\(event.type.label), "
                + "\(event.dateRangeFormatted))"
                + (others.isEmpty ? "?" : " and \(VisibleText.line(others))?"))
        return !blockers.isEmpty
    }

    private static func deletion(
        of id: EventID, cascades: Bool, _ run: CommandRun
    ) throws -> Caller.Answer {
        if cascades { return try run.change(CascadeDeleteEvent.self, .init(id: id)) }
        do {
            return try run.change(DeleteEvent.self, ShowEvent.Request(id: id))
        } catch var failure as CommandFailure
            where failure.code == ErrorCode.hasDependents.rawValue
        {
            failure.reason = nil
            failure.remedy =
                "Delete it with them: "
                + run.line("events", "delete", RecordNames.short(id.text), "--cascade")
            throw failure
        }
    }

    /// `events blockers`.
    static let blockers = CompassCommand(
        Command(
            "events blockers", .readOnly, "Tell what depends on an event",
            arguments: [eventArgument],
            examples: [.init("compass events blockers Spring Showcase", "Before deleting it")])
    ) { run in
        let id = try run.eventID(run.invocation.argument(0) ?? "")
        let answer = try run.read(ListEventBlockers.self, .init(id: id))
        func found() throws -> DeletionBlockers { try run.decoded(DeletionBlockers.self, answer) }
        return CommandResult(
            json: answer.json, rowsKey: "blockers", ids: { try found().blockers.map(\.type) },
            rows: {
                var table = TextTable([.init("Type"), .init("Count", rightAligned: true)])
                for blocker in try found().blockers {
                    table.append([.init(blocker.type), .init(String(blocker.count))])
                }
                return table
            },
            text: { _ in VisibleText.line(try found().message) + "\n" })
    }
}
