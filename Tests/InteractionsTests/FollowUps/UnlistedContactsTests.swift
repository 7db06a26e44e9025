import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import Interactions

/// Contacts that name no coach of the family wait for an answer like any other.
@Suite("queue: whoever is none of the family's coaches")
struct UnlistedContactsTests {
    private let harness: Harness
    private let clock = MovedClock(Harness.now)

    init() throws { harness = try Harness(clock: clock.clock, isFollowing: true) }

    // MARK: Acts

    @discardableResult
    private func log(
        _ direction: Direction, daysAgo days: Int, name: String? = nil, coach: CoachID? = nil,
        school: SchoolID = Harness.school, as viewer: Viewer = Harness.player
    ) throws -> Interaction {
        let at = clock.now.advanced(by: .seconds(-days * 86_400))
        var form = Harness.form(.email, direction, at: at)
        form.schoolID = FormField(coach == nil ? school.text : nil)
        form.coachID = FormField(coach?.text)
        form.otherCoachName = FormField(name)
        return try harness.log(form, as: viewer)
    }

    private func queue(as viewer: Viewer = Harness.player) throws -> [FollowUp] {
        try harness.call(ListFollowUps.self, .init(timeZone: "UTC"), as: viewer).followUps
    }

    private func who(as viewer: Viewer = Harness.player) throws -> [String] {
        try queue(as: viewer).map(\.who)
    }

    private func request<Tag>(_ id: Identifier<Tag>, _ version: Int? = nil) -> FollowUpRequest {
        FollowUpRequest(id: id, version: version, timeZone: "UTC")
    }

    private func refusal(_ body: () throws -> Void) -> ServiceError? {
        #expect(throws: ServiceError.self) { try body() }
    }

    private func apply(_ type: String, _ payload: some Encodable) throws {
        try harness.coaches.append(type, payload)
        try harness.service.catchUp(with: [.coaches], by: .now + .seconds(60))
    }

    private func addCoach(
        _ first: String, _ last: String, at school: SchoolID? = Harness.school, low: UInt64 = 1
    ) throws -> CoachID {
        let id = CoachID(high: 0xC7, low: low)
        try apply(
            CoachesFeed.coachChanged,
            Harness.coachPayload(Harness.family, id, school, first, last))
        return id
    }

    // MARK: Who waits

    // N-11: by the name that was typed, or as somebody at the school.
    @Test func aContactWithoutACoachWaitsForAnAnswer() throws {
        let first = try log(.inbound, daysAgo: 12)
        let second = try log(
            .inbound, daysAgo: 3, name: "Mike O’Hara", school: Harness.secondSchool)
        let found = try queue()
        #expect(found.map(\.who) == ["A coach at Duke University", "Mike O’Hara"])
        #expect(found.map(\.whom) == ["a coach at Duke University", "Mike O’Hara"])
        #expect(found.map(\.contactID) == [first.id, second.id])
        #expect(found.map(\.coachID) == [nil, nil] && found.map(\.reason) == [.answer, .answer])
        #expect(found.map(\.daysSince) == [12, 3] && found.map(\.daysOverdue) == [12, 3])
        #expect(found.map(\.urgency) == [.red, .yellow])
        #expect(found.map(\.schoolBeside) == [nil, "Élon University"])
        // R-05, N-12: a sibling has a queue of their own, a parent reads it.
        #expect(try who(as: Harness.sibling).isEmpty && who(as: Harness.stranger).isEmpty)
        #expect(try queue(as: Harness.parent) == found)
    }

    // N-10, N-11: contacts of one person, however they are typed, are one entry.
    @Test func oneNameIsOneEntry() throws {
        try log(.inbound, daysAgo: 9, name: "José Peña")
        try log(.inbound, daysAgo: 5, name: "JOSE PENA")
        let last = try log(.inbound, daysAgo: 2, name: "jose pena")
        try log(.inbound, daysAgo: 2, name: "Jose Pena", school: Harness.secondSchool)
        #expect(try queue().map(\.contactID).contains(last.id))
        #expect(try queue().count == 2)
        // One of the future does not count yet, and one of the past is not the last.
        try log(.inbound, daysAgo: -2, name: "jose pena")
        #expect(try queue().map(\.contactID).contains(last.id))
    }

    // N-11
    @Test func anAnswerIsToTheNameOrToNobodyAtTheSchool() throws {
        try log(.inbound, daysAgo: 9)
        try log(.inbound, daysAgo: 8, name: "Ann Example")
        try log(.inbound, daysAgo: 7, name: "Bo Example")
        try log(.inbound, daysAgo: 6, school: Harness.secondSchool)
        #expect(try queue().count == 4)
        try log(.outbound, daysAgo: 5, name: "ann example")
        #expect(
            try who() == [
                "A coach at Duke University", "Bo Example", "A coach at Élon University",
            ])
        // Not by a contact with a coach of the school, nor by an earlier one.
        try log(.outbound, daysAgo: 4, coach: Harness.coach)
        try log(.outbound, daysAgo: 9, school: Harness.secondSchool)
        #expect(try queue().count { $0.coachID == nil } == 3)
        let answer = try log(.outbound, daysAgo: 4)
        #expect(try who().filter { $0.hasPrefix("A coach") } == ["A coach at Élon University"])
        #expect(try !who().contains("Bo Example"))
        _ = try harness.call(DeleteInteraction.self, .init(id: answer.id), as: Harness.player)
        #expect(try who().contains("Bo Example"))
        // At the same time, the outbound one is the answer.
        try log(.outbound, daysAgo: 6, school: Harness.secondSchool)
        #expect(try !who().contains("A coach at Élon University"))
        // A contact that only the player made opens nothing.
        try log(.outbound, daysAgo: 90, name: "Cy Example")
        #expect(try !who().contains("Cy Example"))
    }

    // N-11: it is the coach's then.
    @Test func aContactThatIsGivenACoachIsTheCoachs() throws {
        let contact = try log(.inbound, daysAgo: 12)
        var form = EditInteraction.Request(id: contact.id)
        form.fields.coachID = FormField(Harness.coach.text)
        _ = try harness.call(EditInteraction.self, form, as: Harness.player)
        let found = try #require(try queue().first)
        #expect(try queue().count == 1)
        #expect(found.coachID == Harness.coach && found.contactID == nil)
        #expect(
            refusal {
                _ = try harness.call(
                    FinishFollowUp.self, request(contact.id), as: Harness.player)
            }?.code == .notFound)
    }

    // MARK: Decisions

    // N-15: done and skip end it, until they write again.
    @Test(arguments: [false, true])
    func whatIsDoneOrSkippedWaitsNoLonger(isSkipped: Bool) throws {
        let contact = try log(.inbound, daysAgo: 12, name: "Ann Example")
        let plan =
            isSkipped
            ? try harness.call(SkipFollowUp.self, request(contact.id, 0), as: Harness.player).plan
            : try harness.call(FinishFollowUp.self, request(contact.id, 0), as: Harness.player)
                .plan
        #expect(plan.next == nil && plan.version == 1 && plan.contactID == contact.id)
        #expect(plan.who == "Ann Example" && plan.neverText == "Nobody waits for an answer")
        clock.advance(.seconds(60 * 86_400))
        #expect(try queue().isEmpty)
        let refused = refusal {
            _ = try harness.call(
                SnoozeFollowUp.self, .init(id: contact.id, days: 3), as: Harness.player)
        }
        #expect(refused?.code == .conflict)
        #expect(refused?.message == "Ann Example does not wait for an answer")
        let next = try log(.inbound, daysAgo: 0, name: "Ann Example")
        #expect(try queue().map(\.contactID) == [next.id])
        #expect(try queue().map(\.version) == [1])
        _ = try harness.call(FinishFollowUp.self, request(next.id, 1), as: Harness.player)
        #expect(try queue().isEmpty)
        // Taken back.
        let back = try harness.call(
            SetFollowUp.self, .init(id: next.id, clearing: [.dueOn], version: 2),
            as: Harness.player)
        #expect(back.plan.version == 3 && back.plan.next?.reason == .answer)
        #expect(try queue().map(\.contactID) == [next.id])
    }

    // N-14
    @Test func aSnoozeAndADayPutItOff() throws {
        let contact = try log(.inbound, daysAgo: 2)
        _ = try harness.call(
            SnoozeFollowUp.self, .init(id: contact.id, days: 5, timeZone: "UTC"),
            as: Harness.player)
        #expect(try queue().map(\.decision) == [.snooze])
        #expect(try queue().map(\.dueOn.text) == ["2026-02-15"])
        _ = try harness.call(
            SetFollowUp.self, .init(id: contact.id, dueOn: "2026-02-12", timeZone: "UTC"),
            as: Harness.player)
        #expect(try queue().map(\.dueOn.text) == ["2026-02-12"])
        let refused = refusal {
            _ = try harness.call(
                SetFollowUp.self, .init(id: contact.id, cadenceDays: 7), as: Harness.player)
        }
        #expect(refused?.errors == ["cadence_days": FollowUpText.noCadence])
        let plans = try harness.call(
            ShowFollowUps.self, .init(id: contact.id), as: Harness.parent
        ).plans
        #expect(plans.map(\.who) == ["A coach at Duke University"])
        #expect(plans.map(\.version) == [2])
        // nobody else's contact is an entry of theirs.
        for viewer in [Harness.sibling, Harness.stranger] {
            let code = refusal {
                _ = try harness.call(ShowFollowUps.self, .init(id: contact.id), as: viewer)
            }?.code
            #expect(code == .notFound)
        }
        try log(.outbound, daysAgo: 0)
        #expect(
            refusal {
                _ = try harness.call(
                    SetFollowUp.self, .init(id: contact.id, dueOn: "2026-02-12"),
                    as: Harness.player)
            }?.code == .conflict)
    }

    @Test func anEarlierVersionIsRefused() throws {
        let contact = try log(.inbound, daysAgo: 2)
        _ = try harness.call(
            SnoozeFollowUp.self, .init(id: contact.id, days: 5), as: Harness.player)
        let refused = refusal {
            _ = try harness.call(
                FinishFollowUp.self, request(contact.id, 0), as: Harness.player)
        }
        #expect(refused?.code == .staleVersion)
        #expect(
            refused?.message
                == "The follow-up of a coach at Duke University has been changed; show it and try "
                + "again")
    }

    // MARK: Coaches and schools that come and go

    // N-11: a name that is that of one coach of the school is that coach's, with what was decided.
    @Test func anAddedCoachTakesTheirContactsAlong() throws {
        let contact = try log(.inbound, daysAgo: 12, name: "ANN O'Hara")
        try log(.inbound, daysAgo: 11, name: "Ann O'Hara", school: Harness.secondSchool)
        let coach = try addCoach("Ann", "O’Hara")
        let found = try #require(try queue().first)
        #expect(try queue().count == 2)
        #expect(found.coachID == coach && found.contactID == nil && found.who == "Ann O’Hara")
        #expect(found.reason == .answer && found.daysSince == 12)
        let plan = try harness.call(
            FinishFollowUp.self, request(coach), as: Harness.player
        ).plan
        #expect(plan.next?.decision == .done && plan.next?.daysOverdue == -21)
        #expect(try queue().map(\.schoolName) == ["Élon University"])
        _ = contact
        // Two of that name at the school: nobody knows whose it is.
        _ = try addCoach("Ann", "Ohara", low: 2)
        #expect(try queue().contains { $0.contactID == contact.id })
    }

    // N-14: what was done stays done.
    @Test func aCoachTakesDecisionsAlong() throws {
        let typed = try log(.inbound, daysAgo: 12, name: "Ann Example")
        let unnamed = try log(.inbound, daysAgo: 12, school: Harness.secondSchool)
        for contact in [typed, unnamed] {
            _ = try harness.call(FinishFollowUp.self, request(contact.id), as: Harness.player)
        }
        let coach = try addCoach("Ann", "Example")
        var form = EditInteraction.Request(id: unnamed.id)
        form.fields.coachID = FormField(Harness.secondCoach.text)
        _ = try harness.call(EditInteraction.self, form, as: Harness.player)
        #expect(try queue().isEmpty)
        for id in [coach, Harness.secondCoach] {
            let plan = try harness.call(
                ShowFollowUps.self, .init(id: id, timeZone: "UTC"), as: Harness.player
            ).plans.first
            #expect(plan?.next?.decision == .done && plan?.next?.dueOn.text == "2026-03-03")
            // Cleared for the coach, it is cleared.
            let cleared = try harness.call(
                SetFollowUp.self, .init(id: id, clearing: [.dueOn]), as: Harness.player)
            #expect(cleared.plan.next?.reason == .answer)
        }
        #expect(try queue().map(\.reason) == [.answer, .answer])
    }

    // N-84: the school that stays has the contacts and what was decided.
    @Test func aMergeOfSchoolsTakesThemAlong() throws {
        let contact = try log(.inbound, daysAgo: 12)
        let done = try log(.inbound, daysAgo: 11, name: "Ann Example")
        _ = try harness.call(FinishFollowUp.self, request(done.id), as: Harness.player)
        let before = try queue()
        let operation = OperationID(high: 0x0F, low: 7)
        try harness.coaches.appendDeletion(
            operation, of: Harness.school, coaches: [], in: Harness.family,
            by: Harness.player.userID, into: RecordID(Harness.secondSchool))
        try harness.service.catchUp(with: [.coaches], by: .now + .seconds(60))
        #expect(try who() == ["A coach at Élon University"])
        #expect(try queue().map(\.contactID) == [contact.id])
        try harness.coaches.append(DeletionFeed.undone, operation, in: Harness.family)
        try harness.service.catchUp(with: [.coaches], by: .now + .seconds(60))
        #expect(try queue() == before)
    }

    // N-14: decisions are erased with their contact, and are there after an undo.
    @Test func aDeletedContactTakesItsDecisionsAlong() throws {
        let contact = try log(.inbound, daysAgo: 12)
        _ = try harness.call(
            SnoozeFollowUp.self, .init(id: contact.id, days: 3, timeZone: "UTC"),
            as: Harness.player)
        let before = try queue()
        func delete() throws -> OperationID {
            try harness.call(
                DeleteInteraction.self, .init(id: contact.id), as: Harness.player
            ).operationID
        }
        let first = try delete()
        #expect(try queue().isEmpty)
        _ = try harness.call(UndoOperation.self, .init(operationID: first), as: Harness.player)
        #expect(try queue() == before)
        let second = try delete()
        _ = try harness.call(
            PurgeOperations.self, .init(operationID: second), as: Harness.player)
        for _ in 0..<20 where try harness.rowCount("erasures") > 0 {
            harness.service.doHousekeeping()
            try harness.service.database.write { _ in }
        }
        #expect(try harness.rowCount("follow_ups") == 0)
    }

    // MARK: Reminders

    // N-19, N-77
    @Test func membersAreRemindedOfThem() throws {
        let contact = try log(.inbound, daysAgo: 12)
        let change = try Harness.change(
            IdentityFeed.memberChanged,
            IdentityFeed.MemberPayload(
                familyUnitID: Harness.family, userID: Harness.player.userID,
                fullName: "Ann Player", role: .player, inboundAlerts: true,
                followUpReminders: true))
        try harness.service.database.write {
            try IdentityReplica(revocations: RevocationList()).apply(change, in: $0)
            try ReminderWishes().apply(change, in: $0)
        }
        harness.service.doHousekeeping()
        for _ in 0..<12 { try harness.service.database.write { _ in } }
        let nudge = try #require(
            try harness.service.database.read { transaction in
                try transaction.first(
                    "SELECT payload FROM changes WHERE type = ?1", InteractionsFeed.followUpNudged
                ) { try $0.text(0) }
            })
        let payload = try JSONCoding.decodeResponse(
            InteractionsFeed.NudgePayload.self, from: Array(nudge.utf8))
        #expect(payload.contactID == contact.id && payload.coachID == nil)
        #expect(payload.id == NudgeID(RecordID(contact.id)))
        let text = NotificationListText.reminder(payload, to: Harness.player.userID)
        #expect(text.title == "Follow up with a coach at Duke University")
        #expect(text.message == "Answer them: due since Jan 29, 2026.")
    }

    // MARK: Plans

    @Test func noStatementReadsAWholeTable() throws {
        for sql in UnlistedContacts.statements {
            let plan = try harness.service.database.read {
                try $0.queryPlan(sql).joined(separator: "; ")
            }
            #expect(!plan.contains("SCAN") && !plan.contains("TEMP B-TREE"), "\(plan)")
            guard sql.contains("min(newest_first)") else { continue }
            #expect(plan.contains("COVERING INDEX interactions_without_coach"), "\(plan)")
        }
    }
}
