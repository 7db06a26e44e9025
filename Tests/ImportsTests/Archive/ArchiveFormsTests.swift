import Contracts
import Testing

@testable import Imports

/// Records of an archive as the forms that add them again.
@Suite struct ArchiveFormsTests {
    private let school: SchoolID = Identifier(high: 1, low: 1)
    private let coach: CoachID = Identifier(high: 1, low: 2)
    private let newSchool: SchoolID = Identifier(high: 2, low: 1)
    private let newCoach: CoachID = Identifier(high: 2, low: 2)

    private var map: ArchiveMap {
        var map = ArchiveMap()
        map.schools[school] = newSchool
        map.coaches[coach] = newCoach
        return map
    }

    private func interaction(
        content: String?, level: InterestLevel?, answers: [InterestSignal]?
    ) -> Interaction {
        Interaction(
            id: Identifier(high: 1, low: 3), familyUnitID: Identifier(high: 1, low: 4),
            schoolID: school, coachID: coach, coachName: "Pat Doyle", type: .email,
            direction: .inbound, content: content, sentiment: .positive,
            occurredAt: .earliest, loggedBy: Identifier(high: 1, low: 5), interestLevel: level,
            interestAnswers: answers, attachments: [], createdAt: .latest, updatedAt: .latest)
    }

    // N-91
    @Test func theNoteOfAnInterestIsWrittenOnce() {
        let note = "\n\n[Coach Interest Level: LOW]"
        for text in ["They called", "blank at the end \n", "ends in [brackets]", "🇺🇸"] {
            let record = interaction(content: text + note, level: .low, answers: [.visit])
            let form = ArchiveForms.interaction(record, map)
            #expect(form.content.value == text)
            #expect(form.interestAnswers.value == ["visit"])
        }
        let bare = interaction(content: note, level: .low, answers: [.visit])
        #expect(ArchiveForms.interaction(bare, map).content.value == nil)
        // Without answers the note stays, because nothing would write it again.
        let imported = interaction(content: "x" + note, level: .low, answers: nil)
        #expect(ArchiveForms.interaction(imported, map).content.value == "x" + note)
        let none = interaction(content: "x", level: nil, answers: [])
        #expect(ArchiveForms.interaction(none, map).content.value == "x")
        #expect(ArchiveForms.interaction(none, map).interestAnswers.value == [])
    }

    // N-91
    @Test func idsBecomeThoseOfTheFamily() throws {
        var record = interaction(content: nil, level: nil, answers: nil)
        let form = ArchiveForms.interaction(record, map)
        #expect(form.schoolID.value == newSchool.text)
        #expect(form.coachID.value == newCoach.text)
        #expect(form.otherCoachName.value == nil)
        // A coach whom the archive does not have keeps the name.
        let stranger = ArchiveForms.interaction(record, ArchiveMap())
        #expect(stranger.coachID.value == nil && stranger.schoolID.value == nil)
        #expect(stranger.otherCoachName.value == "Pat Doyle")
        record.occurredAt = nil
        #expect(ArchiveForms.interaction(record, map).occurredAt.value == Instant.latest.text)
    }

    // N-91
    @Test func aLineBecomesAForm() throws {
        let line = Array(
            """
            {"id":"\(school.text)","name":"=Duke \\"x\\"","city":null,"notes":"a\\nb","version":7,\
            "coach_count":3,"unheard_of":[1,{"a":2}]}
            """.utf8)
        let form = try ArchiveForms.school(in: line)
        #expect(form.id.value == nil && form.version.value == nil)
        #expect(form.name.value == "=Duke \"x\"")
        #expect(form.notes.value == "a\nb")
        #expect(form.city.value == nil)
    }

    // N-95
    @Test(arguments: ["", "[]", "{", "{\"id\":1}", "{\"a\":1,\"a\":2}", "null", "\u{0}"])
    func whatIsNoRecordIsRefused(text: String) {
        for table in ArchiveTable.allCases
        where ![.notifications, .members, .history].contains(table) {
            #expect(throws: ServiceError.self, "\(table)") {
                try ArchiveReading.check(table, Array(text.utf8))
            }
        }
    }

    // N-91
    @Test func onlyDecisionsThatStillHoldComeBack() throws {
        let today = try #require(CivilDay(text: "2026-03-01"))
        func request(
            _ cadence: Int, _ day: String?, version: Int = 1
        ) throws -> SetFollowUp.Request? {
            var plan = FollowUpPlan(
                coachID: coach, coachName: "Pat", playerID: Identifier(high: 1, low: 9),
                cadenceDays: cadence, version: version)
            plan.next = try day.map { try next(on: $0) }
            return ArchiveForms.followUp(plan, today: today, timeZone: "UTC", map)
        }
        #expect(try request(FollowUpLimit.cadenceDays, nil) == nil)
        #expect(try request(10, nil)?.cadenceDays.value == 10)
        #expect(try request(10, "2026-02-28")?.dueOn.value == nil)
        #expect(try request(FollowUpLimit.cadenceDays, "2026-02-28") == nil)
        #expect(try request(FollowUpLimit.cadenceDays, "2026-03-01")?.dueOn.value == "2026-03-01")
        #expect(try request(10, "2026-03-02")?.id.value == newCoach.text)
    }

    // N-91
    @Test func aPlanWhoseDayHasPassedIsToldFromOneThatFollowsFromTheLog() throws {
        let today = try #require(CivilDay(text: "2026-03-01"))
        func fate(
            _ cadence: Int, _ day: String?, version: Int = 1
        ) throws -> ArchiveForms.FollowUpFate {
            var plan = FollowUpPlan(
                coachID: coach, coachName: "Pat", playerID: Identifier(high: 1, low: 9),
                cadenceDays: cadence, version: version)
            plan.next = try day.map { try next(on: $0) }
            return ArchiveForms.fate(of: plan, today: today)
        }
        let standard = FollowUpLimit.cadenceDays
        #expect(try fate(standard, nil) == .followsFromLog)
        #expect(try fate(standard, "2026-02-28") == .passed)
        #expect(try fate(standard, "2026-03-01") == .holds)
        #expect(try fate(10, "2026-02-28") == .holds)
    }

    // N-11, N-91: what was decided about a contact without a coach is about what it has become.
    @Test func decisionsAboutAContactWithoutACoachComeBack() throws {
        let today = try #require(CivilDay(text: "2026-03-01"))
        let contact: InteractionID = Identifier(high: 1, low: 3)
        var plan = FollowUpPlan(
            contactID: contact, schoolName: "Duke", playerID: Identifier(high: 1, low: 9),
            cadenceDays: FollowUpLimit.cadenceDays, version: 1)
        var map = map
        #expect(plan.isFinished && ArchiveForms.fate(of: plan, today: today) == .finished)
        #expect(ArchiveForms.target(of: plan, map) == nil)
        map.interactions[contact] = Identifier(high: 2, low: 3)
        #expect(ArchiveForms.target(of: plan, map) == Identifier(high: 2, low: 3))
        plan.next = try next(on: "2026-03-02")
        #expect(!plan.isFinished)
        let form = ArchiveForms.followUp(plan, today: today, timeZone: "UTC", map)
        #expect(form?.id.value == RecordID(high: 2, low: 3).text)
        #expect(form?.dueOn.value == "2026-03-02" && form?.cadenceDays.value == nil)
        plan.next?.decision = nil
        #expect(ArchiveForms.fate(of: plan, today: today) == .followsFromLog)
    }

    private func next(on day: String) throws -> FollowUp {
        FollowUp(
            coachID: coach, coachName: "Pat", playerID: Identifier(high: 1, low: 9),
            reason: .planned, dueOn: try #require(CivilDay(text: day)), daysOverdue: 0,
            group: .later, urgency: .none, cadenceDays: 21, decision: .date, version: 1)
    }
}
