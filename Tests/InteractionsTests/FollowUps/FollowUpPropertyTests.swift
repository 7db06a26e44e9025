import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage
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

    private static let operations = 500
    /// The whole queue of every member is compared after so many operations. What a decision leads
    /// to is compared at once.
    private static let operationsPerComparison = 10

    /// The life of a family with some players and coaches.
    private final class Life {
        let harness: Harness
        let clock: MovedClock
        let players: [Viewer]
        let coaches: [CoachID]
        var numbers: SeededNumbers
        var log: [Contact] = []
        var memory: [Pair: Memory] = [:]
        var decisions = 0

        init(seed: UInt64) throws {
            clock = MovedClock(Harness.now)
            harness = try Harness(clock: clock.clock)
            var numbers = SeededNumbers(seed: seed)
            let players = (0..<Int.random(in: 0..<3, using: &numbers)).map {
                Viewer(UInt64(10 + $0), Harness.family, .player, "Cal Player \($0)")
            }
            let coaches = (0..<Int.random(in: 1..<9, using: &numbers)).map {
                CoachID(high: 0xC1, low: UInt64($0))
            }
            self.players = [Harness.player, Harness.sibling] + players
            self.coaches = [Harness.coach, Harness.secondCoach] + coaches
            self.numbers = numbers
            try add(players)
            try add(coaches)
        }

        private func add(_ players: [Viewer]) throws {
            let changes = try players.map { player in
                try Harness.change(
                    IdentityFeed.memberChanged,
                    IdentityFeed.MemberPayload(
                        familyUnitID: player.family, userID: player.userID, fullName: player.name,
                        role: player.role, inboundAlerts: true))
            }
            try harness.service.database.write { transaction in
                let replica = IdentityReplica(revocations: RevocationList())
                for change in changes { try replica.apply(change, in: transaction) }
            }
        }

        /// Some of the coaches have no school.
        private func add(_ coaches: [CoachID]) throws {
            let changes = try coaches.map { id in
                try Harness.change(
                    CoachesFeed.coachChanged,
                    Harness.coachPayload(
                        Harness.family, id, id.low.isMultiple(of: 2) ? Harness.school : nil,
                        "Coach \(id.low)", "Example"))
            }
            try harness.service.database.write { transaction in
                for change in changes { try CoachesReplica().apply(change, in: transaction) }
            }
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
        for number in 1...Self.operations {
            life.clock.advance(.seconds(life.random(0..<200_000)))
            try Self.act(life)
            if number.isMultiple(of: Self.operationsPerComparison) { try Self.compare(life) }
        }
        #expect(life.decisions > 100)
    }

    private static func act(_ life: Life) throws {
        let viewer = life.players[life.random(0..<life.players.count)]
        let coach = life.coaches[life.random(0..<life.coaches.count)]
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
        let viewer = try #require(life.players.first { $0.userID == gone.logger })
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
        let request = FollowUpRequest(id: coach, version: known.version, timeZone: "UTC")
        var answer: FollowUpAnswer?
        func call<Op: Contracts.Operation>(
            _ operation: Op.Type, _ request: Op.Request
        ) throws where Op.Response == FollowUpAnswer {
            if choice < 3, due == nil {
                let refusal = #expect(throws: ServiceError.self) {
                    try life.harness.call(operation, request, as: viewer)
                }
                #expect(refusal?.code == .conflict)
                known = before
                return
            }
            answer = try life.harness.call(operation, request, as: viewer)
            life.decisions += 1
        }
        func hold(_ kind: FollowUpDecision, _ reason: FollowUpReason, _ day: CivilDay) {
            (known.kind, known.reason, known.due, known.at) = (kind, reason, day, life.clock.now)
        }
        func set(_ change: (inout SetFollowUp.Request) -> Void) throws {
            var request = SetFollowUp.Request(
                id: coach, version: known.version, timeZone: "UTC")
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
                .init(id: coach, days: days, version: known.version, timeZone: "UTC"))
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
        if let answer { known.version = answer.plan.version }
        life.memory[pair] = known
        guard let answer else { return }
        let next = life.due(pair)
        #expect(answer.plan.next?.dueOn == next?.day)
        #expect(answer.plan.next?.reason == next?.reason)
        #expect(answer.plan.cadenceDays == known.cadence)
    }

    private static func compare(_ life: Life) throws {
        for viewer in life.players + [Harness.parent] {
            let answer = try life.harness.call(
                ListFollowUps.self, .init(timeZone: "UTC"), as: viewer)
            let isWrittenAsEncoded = try answer.json == JSONCoding.encode(answer)
            #expect(isWrittenAsEncoded)
            let found = answer.followUps
            #expect(found.map(\.dueOn.daysSince1970) == found.map(\.dueOn.daysSince1970).sorted())
            var count = 0
            for player in life.players
            where viewer.role == .parent || player.userID == viewer.userID {
                for coach in life.coaches {
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
