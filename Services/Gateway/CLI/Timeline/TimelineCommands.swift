import CommandKit
import Contracts
import ServiceKit

enum TimelineCommands {
    static let all = [timeline]

    private static let timeline = CompassCommand(
        "timeline", .readOnly, "Show everything with a coach or a school, newest first",
        details: """
            Contacts, events and posts in one list, with how often you were in touch and who \
            began. A coach's events are those where you met the coach. Who has not been in touch \
            for \(TimelineLimit.quietDays) days, and was before, has gone quiet. Parents see the \
            contacts of all players.
            """,
        arguments: [
            Argument(
                "COACH", "The coach: name or id", Values.coach, optional: true,
                takesRest: true)
        ],
        flags: [
            .value("coach", Values.coach, "The coach: name or id"),
            .value("school", Values.school, "The school instead: name or id"),
            .value(
                "limit", .integer(in: 1...TimelineLimit.entriesMax),
                default: "\(TimelineLimit.entriesUsual)", "Maximum number of rows"),
            .value("cursor", .text("CURSOR"), "Continue after a page limited by --limit"),
        ],
        examples: [
            "compass timeline Pat Doyle": "A coach",
            "compass timeline --school Duke --limit 50": "A school",
        ]
    ) { run in
        let subject = try subject(run)
        let finder = TimelineFinder(run: run)
        return try TimelineList(
            subject: subject,
            found: finder.found(
                subject, after: run.cursor { TimelineCursor(text: $0) }, limit: limit(run)),
            run: run
        ).result
    }

    private static func limit(_ run: CommandRun) -> Int {
        run.invocation.integer("limit") ?? TimelineLimit.entriesUsual
    }

    private static func subject(_ run: CommandRun) throws -> TimelineSubject {
        let given = run.invocation
        let coaches = [given.argument(0), given.some("coach")].compactMap { $0 }
        let schools = [given.some("school")].compactMap { $0 }
        guard coaches.count + schools.count == 1 else {
            throw CommandFailure.usage(
                TimelineText.choiceRefusal, reason: "Give a coach, or --school.",
                remedy: "Try: compass timeline --help")
        }
        if let school = schools.first { return .school(try run.schoolID(school)) }
        return .coach(try run.coachID(coaches[0]))
    }
}
