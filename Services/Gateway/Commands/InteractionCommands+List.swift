import CommandKit
import Contracts
import ServiceKit

extension InteractionCommands {
    /// `interactions list`.
    static let list = CompassCommand(
        Command(
            "interactions list", .readOnly, "List interactions, newest first, with four figures",
            details: "Filters combine: a row is shown when it meets all of them.",
            flags: [
                .value("search", .text(), "Text in subject or content; case does not matter"),
                .value("type", Values.types, "Only this type"),
                .value("direction", Values.directions, "Only this direction"),
                .value("sentiment", Values.sentiments, "Only this sentiment"),
                .value(
                    "days",
                    .choice(
                        TimePeriod.allCases.map { .init(String($0.rawValue), $0.label) },
                        placeholder: "N"), "Only the last N calendar days"),
                .value("since", Values.time, "Not before this time"),
                .value("until", Values.time, "Not after this time"),
                .value("logged-by", Values.member, "Only logged by: me, a name or an id"),
                .value("school", Values.school, "Only this school: name or id"),
                .value("coach", Values.coach, "Only this coach: name or id"),
                .value("limit", Values.limit, default: "all", "At most so many rows"),
            ],
            examples: [
                .init("compass interactions list --days 30 --direction inbound", "Who wrote to us"),
                .init("compass interactions list --search roster --json", "For programs"),
                .init("compass interactions list --type camp -o csv > camps.csv", "For a sheet"),
            ])
    ) { run in
        let answer = try run.read(ListInteractions.self, try listRequest(run))
        return try InteractionList(answer: answer, run: run).result
    }

    private static func listRequest(_ run: CommandRun) throws -> ListInteractions.Request {
        let given = run.invocation
        var request = ListInteractions.Request()
        request.search = FormField(given.text("search"))
        request.type = FormField(given.text("type"))
        request.direction = FormField(given.text("direction"))
        request.sentiment = FormField(given.text("sentiment"))
        request.days = FormField(given.integer("days"))
        request.since = FormField(try time(run, "since")?.text)
        request.until = FormField(try time(run, "until", endOfDay: true)?.text)
        request.loggedBy = FormField(
            try given.text("logged-by").map { try run.memberID($0, field: "logged_by").text })
        let school = try given.text("school").map { try run.schoolID($0) }
        request.schoolID = FormField(school?.text)
        request.coachID = FormField(
            try given.text("coach").map { try run.coachID($0, school: school).text })
        // The zone matters to "the last N calendar days" only.
        request.timeZone = FormField(
            given.integer("days") == nil && given.text("tz") == nil ? nil : run.zone.name)
        request.limit = FormField(given.integer("limit"))
        return request
    }
}
