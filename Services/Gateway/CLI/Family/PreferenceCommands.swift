import CommandKit
import Contracts
import ServiceKit

enum PreferenceCommands {
    static let all = [show, set]

    private static let show = CompassCommand(
        "preferences show", .readOnly, "Show your alerts, reminders and time zone",
        examples: ["compass preferences show": ""]
    ) { run in
        result(try run.read(ShowPreferences.self, EmptyRequest()), run)
    }

    private static let set = CompassCommand(
        "preferences set", .mutating, "Change your alerts, reminders or time zone",
        flags: [
            .toggle("alerts", negatable: true, "Get alerts when a coach reaches out"),
            .toggle(
                "reminders", negatable: true,
                "Get reminders of overdue follow-ups, once a week for each coach"),
            .toggle(
                "digest", negatable: true,
                "Get the last week's digest on Mondays, by mail if the operator has set it up"),
            .value("zone", Values.zone, "Your time zone, such as America/Chicago"),
        ],
        examples: [
            "compass preferences set --no-alerts": "Turn off alerts",
            "compass preferences set --reminders": "Be reminded of who is overdue",
            "compass preferences set --zone America/Chicago": "Another zone",
        ]
    ) { run in
        let given = run.invocation
        let (alerts, reminders) = (given.toggle("alerts"), given.toggle("reminders"))
        let digest = given.toggle("digest")
        let request = UpdatePreferences.Request(
            inboundAlerts: alerts, followUpReminders: reminders, weeklyDigest: digest,
            timeZone: given.text("zone"))
        if [alerts, reminders, digest] == [nil, nil, nil], given.text("zone") == nil {
            throw Editing.nothing(
                "Give --alerts, --reminders, --digest, one of them with --no-, or --zone.", run)
        }
        let answer = try run.change(UpdatePreferences.self, request)
        // Later commands show times in the new zone.
        if !run.isDryRun { _ = try? run.signedIn().renewedPassport() }
        return result(answer, run)
    }

    private static func result(_ answer: Caller.Answer, _ run: CommandRun) -> CommandResult {
        let response = run.decoding(Preferences.self, answer)
        return .record(
            json: answer.json, ids: { [] },
            card: {
                let preferences = try response()
                var card = Card()
                card.field("Inbound alerts", preferences.inboundAlerts ? "on" : "off")
                card.field("Follow-up reminders", preferences.followUpReminders ? "on" : "off")
                card.field("Weekly digest", preferences.weeklyDigest ? "on" : "off")
                card.field("Time zone", preferences.timeZone)
                return card
            },
            rows: {
                let preferences = try response()
                var table = TextTable([
                    .init("Inbound Alerts"), .init("Time Zone"), .init("Follow-up Reminders"),
                    .init("Weekly Digest"),
                ])
                table.append([
                    .init(preferences.inboundAlerts ? "on" : "off"), .init(preferences.timeZone),
                    .init(preferences.followUpReminders ? "on" : "off"),
                    .init(preferences.weeklyDigest ? "on" : "off"),
                ])
                return table
            })
    }
}
