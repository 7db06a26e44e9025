import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import Interactions

@Suite("queue: decisions")
struct ChangeFollowUpsTests {
    private let harness: Harness
    private let clock = MovedClock(Harness.now)

    init() throws { harness = try Harness(clock: clock.clock, isFollowing: true) }

    private func log(
        _ direction: Direction, daysAgo days: Int, as viewer: Viewer = Harness.player
    ) throws {
        let at = clock.now.advanced(by: .milliseconds(-days * 86_400_000))
        var form = Harness.form(.email, direction, at: at)
        form.schoolID = FormField(nil)
        form.coachID = FormField(Harness.coach.text)
        try harness.log(form, as: viewer)
    }

    private func set(
        every days: Int? = nil, on day: String? = nil,
        clearing cleared: [SetFollowUp.Clearable] = [], version: Int? = nil,
        as viewer: Viewer = Harness.player
    ) throws -> FollowUpPlan {
        try harness.call(
            SetFollowUp.self,
            .init(
                id: Harness.coach, cadenceDays: days, dueOn: day, clearing: cleared,
                version: version, timeZone: "UTC"), as: viewer
        ).plan
    }

    private func snooze(
        days: Int? = nil, until day: String? = nil, as viewer: Viewer = Harness.player
    ) throws -> FollowUpPlan {
        try harness.call(
            SnoozeFollowUp.self,
            .init(id: Harness.coach, days: days, until: day, timeZone: "UTC"), as: viewer
        ).plan
    }

    private func request(version: Int? = nil) -> FollowUpRequest {
        FollowUpRequest(id: Harness.coach, version: version, timeZone: "UTC")
    }

    private func done(
        version: Int? = nil, as viewer: Viewer = Harness.player, key: IdempotencyKey? = nil
    ) throws -> FollowUpPlan {
        try harness.call(
            FinishFollowUp.self, request(version: version), as: viewer, key: key
        ).plan
    }

    private func skip() throws -> FollowUpPlan {
        try harness.call(SkipFollowUp.self, request(), as: Harness.player).plan
    }

    private func queue(as viewer: Viewer = Harness.player) throws -> [FollowUp] {
        try harness.call(ListFollowUps.self, .init(timeZone: "UTC"), as: viewer).followUps
    }

    private func refusal(_ body: () throws -> FollowUpPlan) -> ServiceError? {
        #expect(throws: ServiceError.self) { _ = try body() }
    }

    // N-13
    @Test func eachPlayerHasACadenceOfTheirOwn() throws {
        try log(.outbound, daysAgo: 10)
        try log(.outbound, daysAgo: 10, as: Harness.sibling)
        let plan = try set(every: 7)
        #expect(plan.cadenceDays == 7 && plan.version == 1)
        #expect(plan.next?.daysOverdue == 3 && plan.next?.decision == nil)
        #expect(try queue().map(\.cadenceDays) == [7])
        #expect(try queue(as: Harness.sibling).isEmpty)
        #expect(try queue(as: Harness.parent).map(\.playerName) == ["Ann Player"])
        #expect(try set(clearing: [.cadenceDays]).cadenceDays == FollowUpLimit.cadenceDays)
        #expect(try queue().isEmpty)
    }

    // N-14: also before the first contact.
    @Test func aPlannedDayHoldsUntilTheNextContact() throws {
        let plan = try set(on: "2026-02-12")
        #expect(plan.next?.reason == .planned && plan.next?.lastContactAt == nil)
        #expect(try queue().map(\.group) == [.nextSevenDays])
        #expect(try queue().map(\.daysSince) == [nil])
        // A contact from before the decision changes nothing.
        try log(.inbound, daysAgo: 3)
        #expect(try queue().map(\.reason) == [.planned])
        clock.advance(.seconds(1))
        try log(.outbound, daysAgo: 0)
        #expect(try queue().isEmpty)
        clock.advance(.seconds(1))
        try log(.inbound, daysAgo: 0)
        #expect(try queue().map(\.reason) == [.answer])
    }

    // N-14: an inbound contact opens the answer at once, whatever was decided.
    @Test func anInboundContactEndsASnooze() throws {
        try log(.inbound, daysAgo: 2)
        let plan = try snooze(days: 30)
        #expect(plan.next?.reason == .answer && plan.next?.decision == .snooze)
        #expect(plan.next?.dueOn.text == "2026-03-12" && plan.next?.group == .later)
        #expect(try queue().isEmpty)
        clock.advance(.seconds(60))
        try log(.inbound, daysAgo: 0)
        #expect(try queue().map(\.group) == [.today])
        #expect(try snooze(until: "2026-02-14").next?.daysOverdue == -4)
    }

    // N-15
    @Test func doneCountsFromTodayAndSkipKeepsTheRhythm() throws {
        try log(.outbound, daysAgo: 31)
        #expect(try queue().map(\.daysOverdue) == [10])
        let skipped = try skip()
        #expect(skipped.next?.dueOn.text == "2026-02-21" && skipped.next?.decision == .skip)
        #expect(skipped.next?.reason == .cadence)
        let done = try done()
        #expect(done.next?.dueOn.text == "2026-03-03" && done.next?.decision == .done)
        // A new cadence counts from the same day; the day is planned anew otherwise.
        #expect(try set(every: 7).next?.dueOn.text == "2026-02-17")
        #expect(try set(clearing: [.dueOn, .cadenceDays]).next?.daysOverdue == 10)
        #expect(try set(every: 7).next?.dueOn.text == "2026-01-17")
    }

    // N-15: done after an inbound contact is an answer that is not in the log.
    @Test func doneAnswersAnInboundContact() throws {
        try log(.inbound, daysAgo: 1)
        #expect(try done().next?.reason == .cadence)
        #expect(try queue().isEmpty)
        #expect(try set(clearing: [.dueOn]).next?.reason == .answer)
    }

    // N-14: what is not due cannot be put off.
    @Test func withoutAContactNothingCanBePutOff() throws {
        for body in [{ try snooze(days: 3) }, { try done() }, { try skip() }] {
            let error = refusal(body)
            #expect(error?.code == .conflict)
            #expect(
                error?.message
                    == "Carl Coach is not in your queue; log a contact or set a day first")
        }
        #expect(try set(every: 3).next == nil)
    }

    // N-14: the first and the last day, and one before and after.
    @Test func daysAreWithinAYear() throws {
        try log(.outbound, daysAgo: 1)
        /// Expects that a change takes days, except the first and the last of them.
        func expectInner(
            _ days: [String], _ field: String, _ refused: String,
            _ change: (String) throws -> FollowUpPlan
        ) throws {
            for day in days {
                if [days.first, days.last].contains(day) {
                    #expect(refusal { try change(day) }?.errors[field] == refused)
                } else {
                    #expect(try change(day).next?.dueOn.text == day)
                }
            }
        }
        try expectInner(
            ["2026-02-09", "2026-02-10", "2027-02-10", "2027-02-11"], "due_on",
            SetFollowUp.dayRefusal
        ) { try set(on: $0) }
        try expectInner(
            ["2026-02-10", "2026-02-11", "2027-02-10", "2027-02-11"], "until",
            SnoozeFollowUp.dayRefusal
        ) { try snooze(until: $0) }
        #expect(try snooze(days: FollowUpLimit.plannedDaysMax).next?.daysOverdue == -365)
    }

    // N-16, R-05
    @Test func onlyThePlayerDecidesAndParentsRead() throws {
        try log(.outbound, daysAgo: 25)
        for body in [
            { try set(every: 7, as: Harness.parent) },
            { try snooze(days: 7, as: Harness.parent) }, { try done(as: Harness.parent) },
        ] {
            let error = refusal(body)
            #expect(error?.code == .forbidden)
            #expect(error?.message == "Only players can change their queue")
        }
        #expect(refusal { try done(as: Harness.stranger) }?.code == .notFound)
        _ = try snooze(days: 3)
        func plans(_ viewer: Viewer) throws -> [FollowUpPlan] {
            try harness.call(
                ShowFollowUps.self, .init(id: Harness.coach, timeZone: "UTC"), as: viewer
            ).plans
        }
        #expect(try plans(Harness.player).map(\.version) == [1])
        #expect(try plans(Harness.sibling).map(\.version) == [0])
        #expect(try plans(Harness.sibling).map(\.next) == [nil])
        let read = try plans(Harness.parent)
        #expect(read.map(\.playerName) == ["Ann Player", "Ben Player"])
        #expect(read.map(\.next?.decision) == [.snooze, nil])
        let unknown = #expect(throws: ServiceError.self) {
            try harness.call(
                ShowFollowUps.self, .init(id: Harness.foreignCoach), as: Harness.player)
        }
        #expect(unknown?.code == .notFound)
    }

    // N-17
    @Test func anotherVersionIsRefusedAndARepetitionIsOne() throws {
        try log(.outbound, daysAgo: 25)
        let key = IdempotencyKey(high: 7, low: 7)
        let first = try done(version: 0, key: key)
        clock.advance(.seconds(86_400))
        #expect(try done(version: 0, key: key) == first)
        let error = refusal { try done(version: 0) }
        #expect(error?.code == .staleVersion)
        #expect(
            error?.message
                == "The follow-up of Carl Coach has been changed; show it and try again")
        #expect(try done(version: 1).version == 2)
        // What changes nothing makes no version.
        #expect(try set(every: 9, version: 2).version == 3)
        #expect(try set(every: 9, version: 3).version == 3)
    }

    // N-16: the history shows the player's own decisions, and not a sibling's.
    @Test func decisionsStandInTheHistory() throws {
        _ = try set(every: 14)
        _ = try set(every: 10)
        let words = try harness.history(as: Harness.player).map { HistoryWords($0) { $0.text } }
        #expect(words.map(\.action) == ["changed", "added"])
        #expect(words.map(\.what) == ["follow up Carl Coach", "follow up Carl Coach"])
        #expect(words.map(\.changesLine) == ["cadence days: 14 → 10", ""])
        #expect(try harness.history(as: Harness.sibling).isEmpty)
        #expect(try harness.history(as: Harness.parent).count == 2)
    }

    // N-14: decisions go and come back with the coach, and are erased with the coach.
    @Test func decisionsFollowTheCoach() throws {
        try log(.outbound, daysAgo: 25)
        _ = try set(every: 3)
        let before = try queue()
        let deletion = OperationID(high: 0x0F, low: 1)
        let operation = DeletionFeed.OperationPayload(
            operationID: deletion, familyUnitID: Harness.family)
        func request() throws {
            try apply(
                DeletionFeed.requested,
                DeletionFeed.RequestedPayload(
                    deletion, coaches: [Harness.coach], in: Harness.family,
                    by: Harness.player.userID))
        }
        try request()
        #expect(try queue().isEmpty)
        #expect(refusal { try set(every: 4) }?.code == .notFound)
        try apply(DeletionFeed.undone, operation)
        #expect(try queue() == before)
        #expect(try stored() == 1)
        try request()
        try apply(DeletionFeed.purged, operation)
        #expect(try stored() == 0)
    }

    private func stored() throws -> Int {
        try harness.service.database.read {
            try $0.count(
                "SELECT count(*) FROM follow_ups WHERE family_unit_id = ?1", Harness.family)
        }
    }

    private func apply(_ type: String, _ payload: some Encodable) throws {
        try harness.coaches.append(type, payload)
        try harness.service.catchUp(with: [.coaches], by: .now + .seconds(60))
    }
}
