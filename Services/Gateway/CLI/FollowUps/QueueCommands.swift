import CommandKit
import Contracts
import ServiceKit

enum QueueCommands {
    static let all = [list, show, set, snooze, done, skip]

    // MARK: Reading

    private static let list = CompassCommand(
        "queue list", .readOnly, "List the coaches to follow up",
        details: """
            A coach who reached out last waits for an answer at once. Otherwise the next \
            contact is due \(FollowUpLimit.cadenceDays) days after the last one, or on the day \
            that you set. The days count anew from each contact that you log, unless it is \
            still to come. The list shows what is overdue, due today and due in the next seven \
            days, with the days since the last contact, theirs or yours. \
            Somebody who is not among your coaches waits for an answer too, by the name that \
            you typed or as "A coach at" the school. Parents see the queue of each player.
            """,
        examples: [
            "compass queue list": "Who is next", "compass queue": "The same",
        ]
    ) { run in
        let (answer, rows) = try run.reading(
            ListFollowUps.self, .init(timeZone: run.zone.name), \.followUps)
        return CommandResult(
            json: answer.json, rowsKey: "follow_ups", ids: { try rows().map(\.entryID.text) },
            rows: { table(try rows()) },
            text: { table(try rows()).text($0) },
            footer: { _ in try footer(try rows(), run) })
    }

    private static let show = CompassCommand(
        "queue show", .readOnly, "Show when a coach is due and why",
        arguments: [entryArgument],
        examples: ["compass queue show Pat Doyle": "By name"]
    ) { run in
        let id = try entry(run)
        let (answer, plans) = try run.reading(
            ShowFollowUps.self, .init(id: id, timeZone: run.zone.name), \.plans)
        return CommandResult(
            json: answer.json, rowsKey: "plans", ids: { try plans().map(\.entryID.text) },
            rows: { planTable(try plans()) },
            text: { traits in try plans().map { card(of: $0).text(traits) }.joined() })
    }

    // MARK: Changing

    private static let changeDetails = """
        The decision holds until the next contact with the coach. To take it back: \
        compass queue set COACH --on ""
        """

    /// 0 is the version before the first decision.
    private static let version = Flag.value(
        "version", .integer(in: 0...1_000_000_000), "The version that you saw")

    private static let set = CompassCommand(
        "queue set", .mutating, "Set how often or when to contact a coach",
        details: """
            With --every, the next contact is due so many days after the last one. With --on, \
            it is due on that day; the next contact ends that. An empty text takes a setting \
            back, and with it what "done", "skip" and "snooze" decided.
            """,
        arguments: [entryArgument],
        flags: [
            .value(
                "every", .integer(in: FollowUpLimit.cadence),
                default: "\(FollowUpLimit.cadenceDays)", field: "cadence_days",
                takesNone: true, "The days from a contact to the next one"),
            .value("on", .text("DAY"), field: "due_on", "The day of the next contact"),
            version,
        ],
        examples: [
            "compass queue set Pat Doyle --every 14": "Every two weeks",
            "compass queue set Pat Doyle --on 2026-12-01": "On a day",
            "compass queue set Pat Doyle --on \"\"": "Take the decision back",
        ]
    ) { run in
        let given = run.invocation
        let (every, on) = (given.text("every"), given.text("on"))
        guard every != nil || on != nil else {
            throw Editing.nothing("Give --every, --on or both.", run)
        }
        let cleared: [SetFollowUp.Clearable] =
            (every == "" ? [.cadenceDays] : []) + (on == "" ? [.dueOn] : [])
        return result(
            try run.change(
                SetFollowUp.self,
                .init(
                    id: try entry(run), cadenceDays: every.flatMap { Int($0) },
                    dueOn: on == "" ? nil : try run.day("on", outlook: .ahead),
                    clearing: cleared, version: given.integer("version"),
                    timeZone: run.zone.name)), run)
    }

    private static let snooze = CompassCommand(
        "queue snooze", .mutating, "Postpone the next contact with a coach",
        details: changeDetails,
        arguments: [entryArgument],
        flags: [
            .value(
                "days", .integer(in: 1...FollowUpLimit.plannedDaysMax), "Days from today"),
            .value("until", .text("DAY"), "The day on which the contact is due instead"),
            version,
        ],
        examples: [
            "compass queue snooze Pat Doyle --days 7": "A week from today",
            "compass queue snooze Pat Doyle --until 2026-12-01": "Until a day",
        ]
    ) { run in
        let given = run.invocation
        guard (given.text("days") == nil) != (given.text("until") == nil) else {
            throw CommandFailure.usage(
                SnoozeFollowUp.choiceRefusal, reason: "Give either --days or --until.",
                remedy: "Try: compass queue snooze --help")
        }
        return result(
            try run.change(
                SnoozeFollowUp.self,
                .init(
                    id: try entry(run), days: given.integer("days"),
                    until: try run.day("until", outlook: .ahead),
                    version: given.integer("version"), timeZone: run.zone.name)), run)
    }

    private static let done = CompassCommand(
        "queue done", .mutating, "Note that a coach was followed up today",
        details: """
            For a contact that you do not log: the days to the next one count from today. \
            \(changeDetails)
            """,
        arguments: [entryArgument], flags: [version],
        examples: ["compass queue done Pat Doyle": "Followed up"]
    ) { run in
        result(try run.change(FinishFollowUp.self, try request(run)), run)
    }

    private static let skip = CompassCommand(
        "queue skip", .mutating, "Skip the next contact with a coach",
        details: """
            The due day moves by the cadence until it is after today. \(changeDetails)
            """,
        arguments: [entryArgument], flags: [version],
        examples: ["compass queue skip Pat Doyle": "Not this time"]
    ) { run in
        result(try run.change(SkipFollowUp.self, try request(run)), run)
    }

    private static let entryArgument = Argument(
        "COACH", "Name or id, also of somebody in the queue who is not among your coaches",
        Values.coach, takesRest: true)

    /// The coach that the command names, or the contact of somebody who is none.
    private static func entry(_ run: CommandRun) throws -> RecordID {
        try RecordNames.id(
            of: run.argument(0), among: run.coachChoices() + waiting(run), noun: "coach",
            plural: "coaches", field: "id", place: "of yours or in the queue",
            listCommand: run.line("queue", "list"))
    }

    /// Those in the queue who are not among the family's coaches.
    private static func waiting(_ run: CommandRun) throws -> [NamedRecord] {
        let queue = try run.response(of: ListFollowUps.self, .init(timeZone: run.zone.name))
        return queue.followUps.filter { $0.coachID == nil }.map { row in
            NamedRecord(id: row.entryID.text, name: row.who, detail: row.schoolName ?? "")
        }
    }

    private static func request(_ run: CommandRun) throws -> FollowUpRequest {
        FollowUpRequest(
            id: try entry(run), version: run.invocation.integer("version"),
            timeZone: run.zone.name)
    }

    private static func result(_ answer: Caller.Answer, _ run: CommandRun) -> CommandResult {
        let plan = run.decoding(FollowUpAnswer.self, answer, \.plan)
        return .record(
            json: answer.json, ids: { [try plan().entryID.text] },
            card: { card(of: try plan()) }, rows: { planTable([try plan()]) })
    }

    // MARK: Texts

    private static func card(of plan: FollowUpPlan) -> Card {
        var card = Card()
        card.heading(plan.who)
        card.field("Player", plan.playerName)
        if let next = plan.next {
            card.field("Next", .init(next.dueOn.text, shown: next.dueOn.label, next.tone))
            card.field("Reason", next.reasonText)
            for hint in next.hints { card.field("Contact window", hint.text) }
        } else {
            card.field("Next", plan.neverText)
        }
        if plan.coachID != nil {
            card.field("Cadence", FollowUpText.cadence(plan.cadenceDays))
        }
        card.field("Version", String(plan.version))
        return card
    }

    private static func planTable(_ plans: [FollowUpPlan]) -> TextTable {
        var table = TextTable([
            .init("Coach", shrinksTo: 8), .init("Player", shrinksTo: 8), .init("Due"),
            .init("Reason"), .init("Cadence", rightAligned: true),
            .init("Version", rightAligned: true),
        ])
        for plan in plans {
            table.append([
                .init(plan.who), .init(plan.playerName ?? ""),
                .init(plan.next?.dueOn.text ?? "", shown: plan.next?.dueOn.label ?? ""),
                .init(plan.next?.reason.rawValue ?? "", shown: plan.next?.reasonText ?? ""),
                .init(String(plan.cadenceDays)), .init(String(plan.version)),
            ])
        }
        return table
    }

    private static func table(_ rows: [FollowUp]) -> TextTable {
        // A family with one player need not be told whose queue it is.
        let isOfSeveral = Set(rows.map(\.playerID)).count > 1
        var table = TextTable(
            [
                .init("When"), .init("Due"), .init("Coach", shrinksTo: 8),
                .init("School", shrinksTo: 8),
            ] + (isOfSeveral ? [.init("Player", shrinksTo: 8)] : []) + [
                .init("Reason"), .init("Days since contact", rightAligned: true),
            ])
        for row in rows {
            let since = row.daysSince.map { String($0) } ?? ""
            table.append(
                [
                    .init(row.group.rawValue, shown: row.group.label),
                    .init(row.dueOn.text, shown: row.dueOn.label, row.tone),
                    .init(row.who), .init(row.schoolBeside ?? ""),
                ] + (isOfSeveral ? [.init(row.playerName ?? "")] : []) + [
                    .init(row.reason.rawValue, shown: row.reasonText), .init(since),
                ])
        }
        return table
    }

    /// The most coaches that a hint names.
    private static let namedMax = 3

    /// What the table of contact windows says, once for all coaches of whom it says the same.
    private static func hints(_ rows: [FollowUp]) -> [String] {
        var texts: [String] = []
        var names: [String: [String]] = [:]
        for row in rows {
            for hint in row.hints {
                if names[hint.text] == nil { texts.append(hint.text) }
                // Two players can have the same coach.
                if names[hint.text]?.contains(row.who) != true {
                    names[hint.text, default: []].append(row.who)
                }
            }
        }
        return texts.map { text in
            let all = names[text] ?? []
            let named = all.prefix(namedMax).joined(separator: ", ")
            let rest = all.count > namedMax ? " and \(all.count - namedMax) more" : ""
            return VisibleText.line("\(named)\(rest): \(text)")
        }
    }

    /// Parents, who decide nothing, get no commands to go on with.
    private static func footer(_ rows: [FollowUp], _ run: CommandRun) throws -> [String] {
        guard let first = rows.first else { return [FollowUpText.nobody, FollowUpText.wayIn] }
        let count = CountedNoun.text(Set(rows.map(\.entryID)).count, "coaches")
        let hints = hints(rows)
        guard try run.signedIn().membership().role == .player else { return [count] + hints }
        // An id, because names may be shared.
        let id = RecordNames.short(first.entryID.text)
        let reach =
            first.coachID == nil
            ? "What \(VisibleText.line(first.whom)) wrote: " + run.line("interactions", "show", id)
            : "Reach out to \(VisibleText.line(first.whom)): " + run.line("coaches", "contact", id)
        return [count] + hints + [
            reach, "Not now: " + run.line("queue", "snooze", id, "--days", "7"),
        ]
    }
}

extension FollowUp {
    /// The style of the due day.
    fileprivate var tone: TextStyle { urgency.tone.style }
}
