import CommandKit
import Contracts
import ServiceKit

/// The `sessions` commands: the devices on which a user is signed in.
enum SessionCommands {
    static let all = [list, end]

    private static let list = CompassCommand(
        "sessions list", .readOnly, "List the devices where you are signed in",
        examples: ["compass sessions list": "Last used first"]
    ) { run in
        let (answer, response) = try run.reading(ListSessions.self, EmptyRequest())
        return CommandResult(
            json: answer.json, rowsKey: "sessions",
            ids: { try response().sessions.map(\.id.text) },
            rows: { table(try response(), run) },
            text: { traits in table(try response(), run).text(traits) })
    }

    private static let end = CompassCommand(
        "sessions end", .mutating, "End one of your sessions, on any device",
        details: "Signs out the device at once. For this device, use compass logout.",
        arguments: [
            Argument(
                "SESSION", "Its id, or the last 8 digits",
                .checked(
                    "id", placeholder: "SESSION", completes: "session",
                    expected: RecordNames.problem))
        ],
        examples: ["compass sessions end 4f0c2a9d": "A lost phone"]
    ) { run in
        let ownID: SessionID? = try run.usesTokenOfEnvironment ? nil : own(run)
        if let found = try run.repeated(EndSession.self) {
            return ended(found.answer, id: found.id, ownID: ownID, run)
        }
        let id = try sessionID(run.argument(0), run)
        let answer = try run.change(EndSession.self, EndSession.Request(sessionID: id))
        return ended(answer, id: id.text, ownID: ownID, run)
    }

    private static func ended(
        _ answer: Caller.Answer, id: String, ownID: SessionID?, _ run: CommandRun
    ) -> CommandResult {
        let isOwn = ownID?.text == id
        // The session has ended; remove its sign-in from this machine too.
        if isOwn, !run.isDryRun { run.signIns.remove(run.contextName) }
        return .line(
            isOwn ? "Ended this session; you are signed out" : "Ended the session",
            json: answer.json, id: id)
    }

    private static func own(_ run: CommandRun) throws -> SessionID? {
        try run.signIns.signIn(run.contextName)?.sessionID
    }

    private static func sessionID(_ typed: String, _ run: CommandRun) throws -> SessionID {
        if let full = SessionID(text: typed) { return full }
        return try RecordNames.id(
            ofTail: typed, among: run.sessionChoices(), noun: "Session", plural: "sessions",
            listCommand: run.line("sessions", "list"))
    }

    private static func table(_ list: ListSessions.Response, _ run: CommandRun) -> TextTable {
        var table = TextTable([
            .init("ID"), .init("Device", shrinksTo: 8), .init("Signed In"), .init("Last Used"),
            .init("Ends"), .init("Note"),
        ])
        for session in list.sessions {
            table.append([
                .id(session.id),
                .init(session.device ?? ""), .time(session.createdAt, in: run.zone),
                .time(session.lastUsedAt, in: run.zone),
                .time(session.expiresAt, in: run.zone),
                .init(session.id == list.current ? "this one" : ""),
            ])
        }
        return table
    }
}

extension CommandRun {
    /// The user's sessions, for matching names.
    func sessionChoices() throws -> [NamedRecord] {
        try response(of: ListSessions.self, EmptyRequest()).sessions.map { session in
            NamedRecord(
                id: session.id.text, name: session.device ?? "",
                detail: zone.text(session.lastUsedAt))
        }
    }
}
