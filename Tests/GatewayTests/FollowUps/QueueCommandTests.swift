import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// Text as people read it: `queue list`.
@Suite struct QueueCommandTests {
    private static let coach = CoachID(high: 0xC0, low: 1)

    private func run(
        _ rows: [FollowUp], _ line: String, as role: Role = .player
    ) throws -> Ran {
        let harness = try EventFixture.harness(role) { call in
            call.operation == "queue.list"
                ? Fixture.answer(
                    ListFollowUps.Response(
                        today: CivilDay(daysSince1970: 20_000), timeZone: "UTC", followUps: rows))
                : EventFixture.answers(to: call, role: role)
        }
        return harness.run(line, traits: TerminalTraits(isTerminal: true, columns: 120))
    }

    private var overdue: FollowUp {
        FollowUp(
            coachID: Self.coach, coachName: "Pat Doyle", schoolID: nil, schoolName: "Duke",
            playerID: UserID(high: 1, low: 1), playerName: "Ann Player", reason: .cadence,
            lastContactAt: Instant(milliseconds: 0), daysSince: 31,
            dueOn: CivilDay(daysSince1970: 19_990), daysOverdue: 10, group: .overdue,
            urgency: .red, cadenceDays: 21, decision: nil, version: 0)
    }

    // N-10
    @Test func theQueueIsATable() throws {
        let ran = try run([overdue], "queue list")
        #expect(
            ran.out == """
                When     Due           Coach      School  Reason         Days since contact
                Overdue  Sep 24, 2024  Pat Doyle  Duke    Keep in touch                  31

                1 coach
                Reach out to Pat Doyle: compass coaches contact 00000001
                Not now: compass queue snooze 00000001 --days 7

                """)
        #expect(try run([overdue], "queue list -o name").out == Self.coach.text + "\n")
    }

    // N-10, N-16: the noun alone is the list, and a parent reads whose queue it is.
    @Test func theQueueNamesThePlayersOfSeveral() throws {
        var other = overdue
        (other.playerID, other.playerName) = (UserID(high: 1, low: 2), "Ben Player")
        let ran = try run([overdue, other], "queue")
        #expect(
            ran.out.contains("Pat Doyle  Duke    Ann Player  Keep in touch                  31"))
        #expect(
            ran.out.contains("Pat Doyle  Duke    Ben Player  Keep in touch                  31"))
        #expect(ran.out.contains("\n1 coach\n"))
        // Parents decide nothing, so they get no hints.
        let read = try run([overdue, other], "queue", as: .parent)
        #expect(ran.out.contains("compass queue snooze"))
        #expect(read.out.contains("Ben Player") && read.out.hasSuffix("\n1 coach\n"))
        #expect(try run([overdue], "queue --json").out == run([overdue], "queue list --json").out)
    }

    private func changed(_ words: [String]) throws -> (ran: Ran, calls: [OutgoingCall]) {
        let plan = FollowUpPlan(
            coachID: Self.coach, coachName: "Pat Doyle", playerID: UserID(high: 1, low: 1),
            playerName: "Ann Player", cadenceDays: 14, next: overdue, version: 2)
        let harness = try EventFixture.harness(.player) { call in
            switch call.operation {
            case "queue.show":
                Fixture.answer(
                    ShowFollowUps.Response(
                        today: CivilDay(daysSince1970: 20_000), timeZone: "UTC", plans: [plan]))
            case "queue.set", "queue.snooze", "queue.done", "queue.skip":
                Fixture.answer(FollowUpAnswer(plan: plan))
            default: EventFixture.answers(to: call, role: .player)
            }
        }
        let ran = harness.run(
            words: ["queue"] + words, traits: TerminalTraits(isTerminal: true, columns: 120))
        return (ran, harness.transport.seen)
    }

    /// Command, operation, fields of the request.
    private static let changes: [(words: [String], operation: String, fields: [String])] = [
        (
            ["set", coach.text, "--every", "14", "--on", "2026-12-01"], "queue.set",
            [#""cadence_days":14"#, #""due_on":"2026-12-01""#]
        ),
        (["set", coach.text, "--on", "12/3"], "queue.set", [#""due_on":"2026-12-03""#]),
        (["snooze", coach.text, "--until", "1/4"], "queue.snooze", [#""until":"2027-01-04""#]),
        (
            ["set", coach.text, "--every", "", "--on", ""], "queue.set",
            [#""clear":["cadence_days","due_on"]"#]
        ),
        (["snooze", coach.text, "--days", "7"], "queue.snooze", [#""days":7"#]),
        (
            ["snooze", coach.text, "--until", "2026-12-01", "--version", "0"], "queue.snooze",
            [#""until":"2026-12-01""#, #""version":0"#]
        ),
        (["done", coach.text], "queue.done", [#""id":"\#(coach.text)""#]),
        (["skip", coach.text], "queue.skip", [#""id":"\#(coach.text)""#]),
    ]

    // N-13 to N-15
    @Test(arguments: changes)
    func decisionsAreSentAndAnsweredWithACard(
        change: (words: [String], operation: String, fields: [String])
    ) throws {
        let (ran, calls) = try changed(change.words)
        #expect(ran.out.contains("Pat Doyle") && ran.out.contains("Every 14 days"), "\(ran.err)")
        let sent = EventFixture.payload(calls.last { $0.operation == change.operation })
        for field in change.fields { #expect(sent.contains(field), "\(sent)") }
    }

    @Test func aPlanIsACard() throws {
        let ran = try changed(["show", Self.coach.text]).ran
        #expect(ran.out.contains("Sep 24, 2024") && ran.out.contains("Ann Player"))
    }

    @Test func whatIsMissingIsNamed() throws {
        let id = Self.coach.text
        let set = try changed(["set", id]).ran
        #expect(set.code == .usage && set.err.contains("Give --every, --on or both."))
        for words in [["snooze", id], ["snooze", id, "--days", "1", "--until", "2026-12-01"]] {
            let ran = try changed(words).ran
            #expect(ran.code == .usage && ran.err.contains("Give either --days or --until."))
        }
    }

    private static let contact = InteractionID(high: 0x1E, low: 0xABCDEF)

    /// A contact of somebody at a school who is none of the family's coaches.
    private var waiting: FollowUp {
        var row = overdue
        (row.coachID, row.contactID, row.coachName) = (nil, Self.contact, nil)
        (row.reason, row.daysSince, row.schoolName) = (.answer, 10, "Texas A&M")
        return row
    }

    // N-11: whoever is none of the coaches has a row, by school or by the name that was typed.
    @Test func somebodyWhoIsNoCoachWaitsToo() throws {
        var named = waiting
        named.coachName = "Mike Ash"
        let ran = try run([waiting, named], "queue list")
        #expect(
            ran.out == """
                When     Due           Coach                 School     Reason       \
                Days since contact
                Overdue  Sep 24, 2024  A coach at Texas A&M             Answer them  \
                                10
                Overdue  Sep 24, 2024  Mike Ash              Texas A&M  Answer them  \
                                10

                1 coach
                What a coach at Texas A&M wrote: compass interactions show 00abcdef
                Not now: compass queue snooze 00abcdef --days 7

                """)
        #expect(try run([waiting], "queue list -o name").out == Self.contact.text + "\n")
    }

    // N-15: by name, by the school, or by the end of the id.
    @Test(arguments: ["Mike Ash", "mike", "00abcdef", contact.text])
    func somebodyWhoIsNoCoachIsNamed(typed: String) throws {
        var named = waiting
        named.coachName = "Mike Ash"
        let ran = try decided("queue done \(typed)", named)
        #expect(ran.sent.contains(#""id":"\#(Self.contact.text)""#), "\(ran.sent)")
        #expect(ran.out.contains("Nobody waits for an answer") && !ran.out.contains("Cadence"))
    }

    @Test func somebodyAtASchoolIsNamedByTheSchool() throws {
        let ran = try decided("queue skip a coach at texas a&m", waiting)
        #expect(ran.sent.contains(Self.contact.text) && ran.out.contains("A coach at Texas A&M"))
    }

    private func decided(
        _ line: String, _ row: FollowUp
    ) throws -> (out: String, sent: String) {
        let plan = FollowUpPlan(
            coachID: nil, contactID: Self.contact, coachName: row.coachName,
            schoolName: row.schoolName, playerID: row.playerID, playerName: "Ann Player",
            cadenceDays: 21, next: nil, version: 1)
        let harness = try EventFixture.harness(.player) { call in
            switch call.operation {
            case "queue.list":
                Fixture.answer(
                    ListFollowUps.Response(
                        today: CivilDay(daysSince1970: 20_000), timeZone: "UTC",
                        followUps: [row]))
            case "queue.done", "queue.skip": Fixture.answer(FollowUpAnswer(plan: plan))
            default: EventFixture.answers(to: call, role: .player)
            }
        }
        let ran = harness.run(
            words: line.split(separator: " ").map(String.init),
            traits: TerminalTraits(isTerminal: true, columns: 120))
        let call = harness.transport.seen.last {
            ["queue.done", "queue.skip"].contains($0.operation)
        }
        return (ran.out, EventFixture.payload(call))
    }

    // N-10
    @Test func anEmptyQueueSaysSo() throws {
        #expect(
            try run([], "queue list").out.contains(
                """
                No one to follow up this week
                Coaches appear here when they wrote last, or 21 days after your last contact
                """))
    }
}
