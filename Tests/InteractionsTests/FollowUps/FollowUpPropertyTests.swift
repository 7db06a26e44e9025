import Contracts
import Foundation
import Support
import Testing

@testable import Interactions

/// The queue equals a recomputation from the log and from what was decided, by the plain rules.
@Suite("queue: recomputation")
struct FollowUpPropertyTests {
    /// A contact as the test remembers it.
    private struct Contact {
        let id: InteractionID
        let coach: CoachID
        let logger: UserID
        let at: Instant
        let direction: Direction
    }

    /// What a player decided about a coach, as the test remembers it.
    private struct Memory {
        var cadence = 21
        var due: CivilDay?
        var reason = FollowUpReason.cadence
        var kind: FollowUpDecision?
        var at = Instant.earliest
        var version = 0
    }

    private struct Pair: Hashable {
        let player: UserID
        let coach: CoachID
    }

    private static let coaches = [Harness.coach, Harness.secondCoach]
    private static let players = [Harness.player, Harness.sibling]

    /// A family's life.
    private final class Life {
        let harness: Harness
        let clock: MovedClock
        var numbers: SeededNumbers
        var log: [Contact] = []
        var memory: [Pair: Memory] = [:]
        var decisions = 0

        init(seed: UInt64) throws {
            clock = MovedClock(Harness.now)
            harness = try Harness(clock: clock.clock)
            numbers = SeededNumbers(seed: seed)
        }

        var today: CivilDay { WallClock.day(of: clock.now, in: .gmt) }

        func random(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }

        /// What is due by the plain rules.
        func due(_ pair: Pair) -> (day: CivilDay, reason: FollowUpReason)? {
            let contacts = log.filter {
                $0.coach == pair.coach && $0.logger == pair.player && $0.at <= clock.now
            }
            let last = contacts.map(\.at).max()
            let known = memory[pair] ?? Memory()
            if let day = known.due, last.map({ $0 <= known.at }) ?? true {
                return (day, known.reason)
            }
            guard let last else { return nil }
            let day = WallClock.day(of: last, in: .gmt)
            let isAnswered = contacts.contains { $0.at == last && $0.direction == .outbound }
            return isAnswered ? (later(day, known.cadence), .cadence) : (day, .answer)
        }

        func later(_ day: CivilDay, _ days: Int) -> CivilDay {
            CivilDay(daysSince1970: day.daysSince1970 + Int64(days))
        }
    }

    // N-10 to N-15
    @Test(arguments: 0..<6 as Range<UInt64>)
    func theQueueEqualsARecomputation(seed: UInt64) throws {
        let life = try Life(seed: seed)
        for _ in 0..<120 {
            life.clock.advance(.seconds(life.random(0..<200_000)))
            try Self.act(life)
            try Self.compare(life)
        }
        #expect(life.decisions > 20)
    }

    private static func act(_ life: Life) throws {
        let viewer = players[life.random(0..<2)]
        let coach = coaches[life.random(0..<2)]
        switch life.random(0..<10) {
        case 0..<3: try log(life, viewer, coach)
        case 3: try forget(life)
        default: try decide(life, viewer, coach)
        }
    }

    private static func log(_ life: Life, _ viewer: Viewer, _ coach: CoachID) throws {
        let direction: Direction = life.random(0..<2) == 0 ? .inbound : .outbound
        // Sometimes at the very time of the clock, or of a decision, and sometimes ahead.
        let back = [0, life.random(-90_000..<3_000_000)][life.random(0..<2)]
        let at = life.clock.now.advanced(by: .seconds(-back))
        var form = Harness.form(.email, direction, at: at)
        form.schoolID = FormField(nil)
        form.coachID = FormField(coach.text)
        let stored = try life.harness.log(form, as: viewer)
        life.log.append(
            Contact(
                id: stored.id, coach: coach, logger: viewer.userID,
                at: try #require(stored.occurredAt), direction: direction))
    }

    private static func forget(_ life: Life) throws {
        guard !life.log.isEmpty else { return }
        let gone = life.log.remove(at: life.random(0..<life.log.count))
        let viewer = try #require(players.first { $0.userID == gone.logger })
        _ = try life.harness.call(DeleteInteraction.self, .init(id: gone.id), as: viewer)
    }

    /// A random decision, remembered by what its description says.
    private static func decide(_ life: Life, _ viewer: Viewer, _ coach: CoachID) throws {
        let pair = Pair(player: viewer.userID, coach: coach)
        var known = life.memory[pair] ?? Memory()
        let before = known
        let due = life.due(pair)
        let choice = life.random(0..<6)
        let days = life.random(1..<40)
        let request = FollowUpRequest(coachID: coach, version: known.version, timeZone: "UTC")
        func call<Op: Contracts.Operation>(_ operation: Op.Type, _ request: Op.Request) throws {
            if choice < 3, due == nil {
                let refusal = #expect(throws: ServiceError.self) {
                    try life.harness.call(operation, request, as: viewer)
                }
                #expect(refusal?.code == .conflict)
                known = before
                return
            }
            _ = try life.harness.call(operation, request, as: viewer)
            life.decisions += 1
        }
        func hold(_ kind: FollowUpDecision, _ reason: FollowUpReason, _ day: CivilDay) {
            (known.kind, known.reason, known.due, known.at) = (kind, reason, day, life.clock.now)
        }
        func set(_ change: (inout SetFollowUp.Request) -> Void) throws {
            var request = SetFollowUp.Request(
                coachID: coach, version: known.version, timeZone: "UTC")
            change(&request)
            try call(SetFollowUp.self, request)
        }
        switch choice {
        case 0:
            hold(.done, .cadence, life.later(life.today, known.cadence))
            try call(FinishFollowUp.self, request)
        case 1:
            var day = due?.day ?? life.today
            repeat {
                day = life.later(day, known.cadence)
            } while day.daysSince1970 <= life.today.daysSince1970
            hold(.skip, .cadence, day)
            try call(SkipFollowUp.self, request)
        case 2:
            hold(.snooze, due?.reason ?? .cadence, life.later(life.today, days))
            try call(
                SnoozeFollowUp.self,
                .init(coachID: coach, days: days, version: known.version, timeZone: "UTC"))
        case 3:
            hold(.date, .planned, life.later(life.today, days - 1))
            try set { $0.dueOn = FormField(known.due?.text) }
        case 4:
            if let day = known.due, known.kind == .done || known.kind == .skip {
                known.due = life.later(day, days - known.cadence)
            }
            known.cadence = days
            try set { $0.cadenceDays = FormField(days) }
        default:
            (known.due, known.kind) = (nil, nil)
            try set { $0.clear = FormField([SetFollowUp.Clearable.dueOn.rawValue]) }
        }
        life.memory[pair] = known
        life.memory[pair]?.version = try life.harness.call(
            ShowFollowUps.self, .init(coachID: coach), as: viewer
        ).plans[0].version
    }

    private static func compare(_ life: Life) throws {
        for viewer in players + [Harness.parent] {
            let found = try life.harness.call(
                ListFollowUps.self, .init(timeZone: "UTC"), as: viewer
            ).followUps
            #expect(found.map(\.dueOn.daysSince1970) == found.map(\.dueOn.daysSince1970).sorted())
            var count = 0
            for player in players where viewer.role == .parent || player.userID == viewer.userID {
                for coach in coaches {
                    let due = life.due(Pair(player: player.userID, coach: coach))
                    let ahead = due.map {
                        $0.day.daysSince1970 - life.today.daysSince1970
                    }
                    let row = found.first {
                        $0.coachID == coach && $0.playerID == player.userID
                    }
                    guard let due, let ahead, ahead <= 7 else {
                        #expect(row == nil)
                        continue
                    }
                    count += 1
                    #expect(row?.dueOn == due.day && row?.reason == due.reason)
                    #expect(row?.daysOverdue == Int(-ahead))
                }
            }
            #expect(found.count == count)
        }
    }
}
