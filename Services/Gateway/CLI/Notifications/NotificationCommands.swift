import CommandKit
import Contracts
import ServiceKit

enum NotificationCommands {
    static let all = [list, read, count]

    private static let list = CompassCommand(
        "notifications list", .readOnly, "List your notifications, newest first",
        details: "Shows your own notifications, from all of your families.",
        flags: [
            .toggle("unread", "Only unread notifications"),
            .value("limit", Values.limit, default: "all", "Maximum number of rows"),
        ],
        examples: [
            "compass notifications list --unread": "What is new",
            "compass notifications list --limit 5 --json": "For programs",
        ]
    ) { run in
        let isUnreadOnly = run.invocation.isOn("unread")
        let request = ListNotifications.Request(
            unread: isUnreadOnly ? true : nil, limit: run.invocation.integer("limit"))
        let answer = try run.read(ListNotifications.self, request)
        return NotificationList(answer: answer, run: run, isUnreadOnly: isUnreadOnly).result
    }

    private static let read = CompassCommand(
        "notifications read", .mutating, "Mark notifications as read",
        arguments: [
            Argument(
                "ID", "The ids, or the last 8 digits of each",
                .checked(
                    "ids", placeholder: "ID", completes: "notification",
                    expected: { typed in
                        words(of: typed).lazy.compactMap { RecordNames.problem($0) }.first
                    }),
                optional: true, takesRest: true)
        ],
        flags: [.toggle("all", "All of your notifications")],
        examples: [
            "compass notifications read 4f0c2a9d 51028cae": "These two",
            "compass notifications read --all": "All of them",
        ]
    ) { run in
        let answer = try run.change(MarkNotificationsRead.self, try markRequest(run))
        let response = try run.decoded(MarkNotificationsRead.Response.self, answer)
        let marked =
            response.marked == 0
            ? "None of these was unread" : "\(counted(response.marked)) marked as read"
        return .line("\(marked); \(response.unread) still unread", json: answer.json)
    }

    private static let count = CompassCommand(
        "notifications count", .readOnly, "Count your notifications",
        examples: ["compass notifications count --json": "For programs"]
    ) { run in
        let answer = try run.read(CountNotifications.self, EmptyRequest())
        let counts = run.decoding(NotificationCounts.self, answer)
        return .record(
            json: answer.json, ids: { [] },
            card: {
                var card = Card()
                card.field("Unread", String(try counts().unread))
                card.field("Total", String(try counts().total))
                return card
            },
            rows: {
                var table = TextTable([
                    .init("Unread", rightAligned: true), .init("Total", rightAligned: true),
                ])
                table.append([
                    .init(String(try counts().unread)), .init(String(try counts().total)),
                ])
                return table
            })
    }

    /// A number of notifications in words.
    static func counted(_ count: Int) -> String {
        "\(count) \(count == 1 ? "notification" : "notifications")"
    }

    private static func words(of typed: String) -> [String] {
        typed.split(separator: " ").map(String.init)
    }

    private static func markRequest(_ run: CommandRun) throws -> MarkNotificationsRead.Request {
        let typed = words(of: run.argument(0))
        let isEverything = run.invocation.isOn("all")
        guard typed.isEmpty == isEverything else {
            throw CommandFailure.usage(
                isEverything ? "Ids and --all cannot be combined" : "Nothing to mark",
                reason: "Give ids of notifications, or --all.",
                remedy: "Try: " + run.line("notifications", "list", "--unread"))
        }
        if isEverything { return .everything }
        // Fetched once, and only if an id is abbreviated.
        let choices =
            typed.allSatisfy { RecordNames.fullID($0) != nil } ? [] : try run.notificationChoices()
        return MarkNotificationsRead.Request(
            ids: try typed.map { try run.notificationID($0, among: choices) })
    }
}
