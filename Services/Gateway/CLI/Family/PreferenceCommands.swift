import CommandKit
import Contracts
import ServiceKit

enum PreferenceCommands {
    static let all = [show, set]

    private static let show = CompassCommand(
        Command(
            "preferences show", .readOnly, "Show your alerts and time zone",
            examples: [.init("compass preferences show", "")])
    ) { run in
        result(try run.read(ShowPreferences.self, EmptyRequest()), run)
    }

    private static let set = CompassCommand(
        Command(
            "preferences set", .mutating, "Change your alerts or time zone",
            flags: [
                .toggle("alerts", negatable: true, "Get alerts when a coach reaches out"),
                .value("zone", Values.zone, "Your time zone, such as America/Chicago"),
            ],
            examples: [
                .init("compass preferences set --no-alerts", "Turn off alerts"),
                .init("compass preferences set --zone America/Chicago", "Another zone"),
            ])
    ) { run in
        let request = UpdatePreferences.Request(
            inboundAlerts: run.invocation.toggle("alerts"), timeZone: run.invocation.text("zone"))
        if run.invocation.toggle("alerts") == nil, run.invocation.text("zone") == nil {
            throw CommandFailure.usage(
                "Nothing to change", reason: "Give --alerts, --no-alerts or --zone ZONE.",
                remedy: "Try: compass preferences set --help")
        }
        let answer = try run.change(UpdatePreferences.self, request)
        // Later commands show times in the new zone.
        if !run.isDryRun { _ = try? run.signedIn().renewedPassport() }
        return result(answer, run)
    }

    private static func result(_ answer: Caller.Answer, _ run: CommandRun) -> CommandResult {
        func response() throws -> Preferences { try run.decoded(Preferences.self, answer) }
        return .record(
            json: answer.json, ids: { [] },
            card: {
                let preferences = try response()
                var card = Card()
                card.field("Inbound alerts", preferences.inboundAlerts ? "on" : "off")
                card.field("Time zone", preferences.timeZone)
                return card
            },
            rows: {
                let preferences = try response()
                var table = TextTable([.init("Inbound Alerts"), .init("Time Zone")])
                table.append([
                    .init(preferences.inboundAlerts ? "on" : "off"), .init(preferences.timeZone),
                ])
                return table
            })
    }
}
