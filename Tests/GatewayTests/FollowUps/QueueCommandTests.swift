import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// Text as people read it: `queue list`.
@Suite struct QueueCommandTests {
    private static let coach = CoachID(high: 0xC0, low: 1)

    private func run(_ rows: [FollowUp], _ line: String) throws -> Ran {
        let harness = try EventFixture.harness(.player) { call in
            call.operation == "queue.list"
                ? Fixture.answer(
                    ListFollowUps.Response(
                        today: CivilDay(daysSince1970: 20_000), timeZone: "UTC", followUps: rows))
                : EventFixture.answers(to: call, role: .player)
        }
        return harness.run(line, traits: TerminalTraits(isTerminal: true, columns: 120))
    }

    private var overdue: FollowUp {
        FollowUp(
            coachID: Self.coach, coachName: "Pat Doyle", schoolID: nil, schoolName: "Duke",
            reason: .cadence, lastContactAt: Instant(milliseconds: 0), daysSince: 31,
            dueOn: CivilDay(daysSince1970: 19_990), group: .overdue, urgency: .red)
    }

    // N-10
    @Test func theQueueIsATable() throws {
        let ran = try run([overdue], "queue list")
        #expect(
            ran.out == """
                When     Due           Coach      School  Reason         Days since
                Overdue  Sep 24, 2024  Pat Doyle  Duke    Keep in touch          31

                1 coach
                Reach out: compass coaches contact 'Pat Doyle'

                """)
        #expect(try run([overdue], "queue list -o name").out == Self.coach.text + "\n")
    }

    // N-10
    @Test func anEmptyQueueSaysSo() throws {
        #expect(try run([], "queue list").out.contains("No one to follow up this week"))
    }
}
