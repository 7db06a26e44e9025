import Testing

@testable import Contracts

@Suite struct FollowUpRequestTests {
    private static let coach = CoachID(high: 0xC0, low: 1)

    private func errors(_ body: () throws -> Void) -> [String: String] {
        let error = #expect(throws: ServiceError.self) { try body() }
        #expect(error?.code == .validationFailed)
        return error?.errors ?? [:]
    }

    // N-13: the limits of a cadence, and one past them.
    @Test func aCadenceIsFromADayToAYear() throws {
        for days in [1, 365] {
            let input = try SetFollowUp.Request(id: Self.coach, cadenceDays: days).validated()
            #expect(input.cadenceDays == days && input.target.id == RecordID(Self.coach))
        }
        for days in [Int.min, 0, 366, Int.max] {
            let found = errors {
                _ = try SetFollowUp.Request(id: Self.coach, cadenceDays: days).validated()
            }
            #expect(
                found == ["cadence_days": "Expected a whole number from 1 to 365"])
        }
    }

    // N-14
    @Test func aSettingIsGivenOrCleared() throws {
        typealias Request = SetFollowUp.Request
        let cleared = try Request(id: Self.coach, clearing: [.dueOn]).validated()
        #expect(cleared.cleared == [.dueOn] && cleared.dueOn == nil)
        #expect(
            errors { _ = try Request(id: Self.coach).validated() }
                == ["cadence_days": SetFollowUp.emptyRefusal])
        #expect(
            errors {
                _ = try Request(
                    id: Self.coach, cadenceDays: 3, dueOn: "2026-03-01",
                    clearing: [.dueOn, .cadenceDays]
                ).validated()
            } == [
                "cadence_days": FieldErrors.clearedValueRefusal,
                "due_on": FieldErrors.clearedValueRefusal,
            ])
        var other = Request(id: Self.coach)
        other.clear = FormField(["version"])
        other.dueOn = FormField("tomorrow")
        other.version = FormField(-1)
        other.id = FormField("x")
        other.timeZone = FormField("Mars/Olympus")
        let found = errors { _ = try other.validated() }
        #expect(
            Set(found.keys) == ["clear", "due_on", "version", "id", "time_zone"])
        #expect(found["clear"] == "A request can clear: cadence_days, due_on")
    }

    // N-14
    @Test func aSnoozeHasEitherADayOrDays() throws {
        typealias Request = SnoozeFollowUp.Request
        for days in [1, 365] {
            #expect(try Request(id: Self.coach, days: days).validated().days == days)
        }
        for days in [0, 366] {
            #expect(
                errors { _ = try Request(id: Self.coach, days: days).validated() }
                    == ["days": "Expected a whole number from 1 to 365"])
        }
        for request in [
            Request(id: Self.coach),
            Request(id: Self.coach, days: 1, until: "2026-03-01"),
        ] {
            #expect(
                errors { _ = try request.validated() } == ["days": SnoozeFollowUp.choiceRefusal])
        }
    }

    // N-11: who it is, in a sentence and at the beginning of a line; days say what they count.
    @Test func whoeverIsNoCoachIsCalledBySchoolOrName() {
        var row = FollowUp(
            coachID: nil, contactID: InteractionID(high: 0x1E, low: 1), coachName: nil,
            schoolID: nil, schoolName: "Texas A&M", playerID: UserID(high: 1, low: 1),
            playerName: nil, reason: .answer, lastContactAt: nil, daysSince: 1,
            dueOn: CivilDay(daysSince1970: 20_000), daysOverdue: 1, group: .overdue,
            urgency: .yellow, cadenceDays: 21, decision: nil, version: 0)
        #expect(row.who == "A coach at Texas A&M" && row.whom == "a coach at Texas A&M")
        #expect(row.schoolBeside == nil && row.entryID == RecordID(high: 0x1E, low: 1))
        #expect(row.daysText == "1 day since they wrote")
        row.coachName = "mike ash"
        #expect(row.who == "mike ash" && row.whom == "mike ash")
        #expect(row.schoolBeside == "Texas A&M")
        (row.coachName, row.schoolName) = (nil, nil)
        #expect(row.who == "A coach")
        (row.coachID, row.reason, row.daysSince) = (Self.coach, .cadence, 31)
        #expect(row.entryID == RecordID(Self.coach))
        #expect(row.daysText == "31 days since the last contact")
        row.daysSince = 0
        #expect(row.daysText == "Last contact today")
        row.daysSince = nil
        #expect(row.daysText == nil)
    }

    // N-17: 0 is the version before the first decision.
    @Test func theVersionBeginsWithZero() throws {
        #expect(
            try FollowUpRequest(id: Self.coach, version: 0).validated().version == 0)
        #expect(
            errors {
                _ = try FollowUpRequest(id: Self.coach, version: -1).validated()
            } == ["version": "Version must be a whole number from 0"])
    }
}
