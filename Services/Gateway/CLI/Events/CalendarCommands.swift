import CommandKit
import Contracts
import Foundation
import ServiceKit

/// The `calendar` commands: the family's events and the member's follow-ups in other programs.
enum CalendarCommands {
    static let all = [link, revoke, export]

    private static let link = CompassCommand(
        "calendar link", .mutating, "Create a secret address for calendar programs",
        details: """
            Subscribe to the address in a calendar program: it shows the family's events and \
            the coaches whom you are to follow up, and asks for changes about every hour. The \
            program gets them from the pages, which it must be able to reach; an address that \
            begins with http://127.0.0.1 works on this machine only. Whoever has the address \
            can read that, and nothing else.
            You have one address in each family. A new one ends the earlier one, and so does a \
            new password or leaving the family. For a copy that stays as it is, see: compass \
            calendar export --help.
            """,
        examples: ["compass calendar link": "The address is shown only once"]
    ) { run in
        // Without the pages nobody could use the new link, and the earlier one would have ended.
        let site = try siteAddress(run)
        let answer = try run.repeatable(MakeCalendarLink.self, EmptyRequest())
        let made = try run.decoded(MakeCalendarLink.Response.self, answer)
        let address = site + CalendarPath.text(for: made.secret)
        let json = JSONValue.object([
            ("address", .string(address)), ("created_at", .string(made.link.createdAt.text)),
            ("replaced", .bool(made.replaced)),
        ])
        let notes = [
            "Subscribe to this address in your calendar program. It is shown only once.",
            "Whoever has this address can read the family's events and your follow-ups.",
            "End it: " + run.line("calendar", "revoke"),
        ]
        return .line(
            address, json: Array(json.text.utf8),
            notes: (made.replaced ? ["The address that you had before has ended."] : []) + notes)
    }

    private static let revoke = CompassCommand(
        "calendar revoke", .mutating, "End the secret address of your calendar at once",
        details: """
            Programs that subscribed to it get nothing any more; they may keep what they have. \
            For a new address: compass calendar link.
            """,
        examples: ["compass calendar revoke": "If others know the address"]
    ) { run in
        let answer = try run.change(RevokeCalendarLink.self, EmptyRequest())
        return .line("Ended the calendar link", json: answer.json)
    }

    private static let export = CompassCommand(
        "calendar export", .local, "Export your calendar as a file",
        details: """
            The same iCalendar file (RFC 5545) that programs get at the secret address: the \
            family's events and the coaches whom you are to follow up, as they are now. What \
            is imported from it does not follow later changes; a subscription does (compass \
            calendar link). Goes to stdout or, with --to, to a file that is written completely \
            or not at all.
            """,
        flags: [InteractionCommands.destination],
        examples: [
            "compass calendar export --to .": "To \(CalendarFeed.fileName) here",
            "compass calendar export > family.ics": "To a file of another name",
        ]
    ) { run in
        let feed = try feed(run)
        let counts = (
            CountedNoun.text(feed.events.count, "events"),
            CountedNoun.text(feed.followUps.count, "follow-ups")
        )
        guard try ExportForm(run) != .answer else {
            let json = JSONValue.object([
                ("calendar", .string(feed.text())), ("events", .integer(feed.events.count)),
                ("follow_ups", .integer(feed.followUps.count)),
            ])
            return .line("", json: Array(json.text.utf8))
        }
        guard try run.format == .table else {
            throw CommandFailure.usage(
                "A calendar file cannot be CSV", remedy: "Leave out --output")
        }
        return try InteractionCommands.written(
            run, fileName: CalendarFeed.fileName, summary: { "\(counts.0) and \(counts.1)" }
        ) { write in try write(feed.text()) }
    }

    /// The calendar as the address shows it: in the user's zone unless `--tz` names another one.
    private static func feed(_ run: CommandRun) throws -> CalendarFeed {
        let family = try run.response(of: ShowFamily.self, EmptyRequest()).family
        let typedZone = run.invocation.text("tz") == nil ? nil : run.zone.name
        let zone =
            try typedZone
            ?? run.response(of: ShowPreferences.self, EmptyRequest())
            .timeZone
        let events = try run.response(of: ListEvents.self, CalendarFeed.eventsRequest).events
        let queue = try run.response(of: ListFollowUps.self, .init(timeZone: zone)).followUps
        return CalendarFeed(
            family: family.name, timeZone: zone,
            events: events, followUps: queue)
    }

    /// The address of the pages, where calendars are fetched, with a slash at its end.
    private static func siteAddress(_ run: CommandRun) throws -> String {
        let text = try? String(contentsOfFile: run.home.webAddressFile, encoding: .utf8)
        let address = text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        guard address.hasPrefix("http"), address.hasSuffix("/") else {
            throw CommandFailure(
                .unavailable, "The pages are not running",
                reason: "Calendar programs fetch the calendar from them.",
                remedy: "Start them with: \(SystemCommand.start)")
        }
        return address
    }
}
