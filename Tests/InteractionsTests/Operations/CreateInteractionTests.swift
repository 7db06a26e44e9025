import Contracts
import DataServiceKit
import Storage
import Testing

@testable import Interactions

@Suite("interactions.create")
struct CreateInteractionTests {
    private let harness: Harness

    init() throws { harness = try Harness() }

    private func refusal(
        _ form: CreateInteraction.Request, from harness: Harness
    ) -> [String: String] {
        let error = #expect(throws: ServiceError.self) { try harness.log(form) }
        return error?.errors ?? [:]
    }

    // IA-58, X-19, IL-44, X-42, R-19
    @Test
    func recordHasEveryFieldAndItsNames() throws {
        var form = Harness.form(.directMessage, .inbound, at: Harness.now)
        form.coachID = FormField(Harness.coach.text)
        form.subject = "Camp"
        form.content = "Come by"
        form.sentiment = "neutral"
        let made = try harness.call(CreateInteraction.self, form, as: Harness.player)
        let record = made.interaction
        #expect(made.warnings == [])
        #expect(record.familyUnitID == Harness.family)
        #expect(record.loggedBy == Harness.player.userID)
        #expect(record.loggedByName == "Ann Player")
        #expect(record.schoolID == Harness.school)
        #expect(record.schoolName == "Duke University")
        #expect(record.coachName == "Carl Coach")
        #expect(record.type == .directMessage)
        #expect(record.direction == .inbound)
        #expect(record.subject == "Camp")
        #expect(record.content == "Come by")
        #expect(record.sentiment == .neutral)
        #expect(record.occurredAt == Harness.now)
        #expect(record.attachments == [])
        #expect(record.createdAt == Harness.now)
        #expect(record.updatedAt == Harness.now)
        let shown = try harness.call(
            ShowInteraction.self, .init(id: record.id), as: Harness.player)
        #expect(shown.interaction == record)
    }

    // D-08, N-03
    @Test(arguments: [(Duration.zero, false), (.milliseconds(1), true)])
    func aContactToComeIsStoredWithAWarning(beyond: Duration, isWarned: Bool) throws {
        let time = Harness.now.advanced(by: InteractionLimit.aheadWithoutWarning)
            .advanced(by: beyond)
        let made = try harness.call(
            CreateInteraction.self, Harness.form(.phoneCall, .outbound, at: time),
            as: Harness.player)
        #expect(made.interaction.occurredAt == time)
        #expect(made.warnings == (isWarned ? [CreateInteraction.isAheadWarning] : []))
    }

    @Test
    func answerHasTheBytesOfTheContract() throws {
        var form = Harness.form(.text, .outbound)
        form.content = "a \"quoted\" \\ line\nand / more \u{1F3C8}"
        form.interestAnswers = FormField(["visit"])
        let json = try harness.answer(CreateInteraction.self, form, as: Harness.player)
        let response = try JSONCoding.decodeResponse(CreateInteraction.Response.self, from: json)
        #expect(response.warnings.count == 1)
        #expect(
            String(decoding: json, as: UTF8.self)
                == String(
                    decoding: try JSONCoding.encode(response), as: UTF8.self))
    }

    // IA-06
    @Test
    func unknownOrForeignSchoolIsRefused() throws {
        let harness = try Harness(isFollowing: true)
        for school in [Harness.foreignSchool, SchoolID(high: 9, low: 9)] {
            var form = Harness.form()
            form.schoolID = FormField(school.text)
            #expect(refusal(form, from: harness) == ["school_id": "Please select a school"])
        }
    }

    // IA-07, D-03
    @Test
    func unknownForeignOrOtherSchoolsCoachIsRefused() throws {
        let harness = try Harness(isFollowing: true)
        for coach in [Harness.foreignCoach, Harness.secondCoach, CoachID(high: 9, low: 9)] {
            var form = Harness.form()
            form.coachID = FormField(coach.text)
            #expect(refusal(form, from: harness) == ["coach_id": "Invalid coach selection"])
        }
    }

    // D-02
    @Test
    func coachAloneBringsTheSchool() throws {
        var form = Harness.form()
        form.schoolID = FormField(nil)
        form.coachID = FormField(Harness.secondCoach.text)
        let record = try harness.log(form)
        #expect(record.schoolID == Harness.secondSchool)
        #expect(record.schoolName == "Élon University")
    }

    // IA-22, D-03
    @Test
    func eventThatCannotBeVerifiedIsRefused() throws {
        let harness = try Harness(isFollowing: true)
        var form = Harness.form()
        form.eventID = FormField(EventID(high: 1, low: 1).text)
        #expect(refusal(form, from: harness) == ["event_id": "Invalid event selection"])
    }

    // IA-56, R-16
    @Test
    func onlyPlayersOfTheFamilyLog() throws {
        let parent = #expect(throws: ServiceError.self) {
            try harness.log(as: Harness.parent)
        }
        #expect(parent?.code == .forbidden)
        #expect(parent?.message == "Only players can create interactions")
        let stranger = #expect(throws: ServiceError.self) {
            try harness.call(
                CreateInteraction.self, Harness.form(), as: Harness.stranger, in: Harness.family)
        }
        #expect(stranger?.code == .notFound)
        #expect(try harness.list(as: Harness.parent).analytics.total == 0)
        #expect(try harness.changes().isEmpty)
    }

    // IA-28, IA-33, IA-34, D-10: none, low, medium, medium, high, high, high.
    @Test
    func calibrationIsStoredBesideItsNote() throws {
        let levels: [InterestLevel?] = [nil, .low, .medium, .medium, .high, .high, .high]
        for (count, level) in levels.enumerated() {
            var form = Harness.form(.email, .inbound)
            form.sentiment = "positive"
            form.content = "Hi"
            let signals = InterestSignal.allCases.prefix(count)
            form.interestAnswers = FormField(signals.map(\.rawValue))
            let record = try harness.log(form)
            let note = level.map { "\n\n[Coach Interest Level: \($0.rawValue.uppercased())]" }
            #expect(record.content == "Hi" + (note ?? ""))
            #expect(record.interestLevel == level)
            #expect(record.interestAnswers == Array(signals))
            let listed = try harness.list().interactions.first { $0.id == record.id }
            #expect(listed == record)
        }
    }

    // D-12
    @Test
    func calibrationOfAnOutboundContactIsLeftOutWithAWarning() throws {
        var form = Harness.form(.email, .outbound)
        form.sentiment = "positive"
        form.content = "Hi"
        form.interestAnswers = FormField(["visit", "roster"])
        let made = try harness.call(CreateInteraction.self, form, as: Harness.player)
        #expect(made.warnings == [CreateInteraction.answersIgnored])
        #expect(made.interaction.content == "Hi")
        #expect(made.interaction.interestLevel == nil)
        #expect(made.interaction.interestAnswers == nil)
    }

    // IA-47, D-09, N-130
    @Test
    func otherCoachIsKeptByNameAndFound() throws {
        var form = Harness.form()
        form.otherCoachName = "Zoë <b>Interim</b>"
        let record = try harness.log(form)
        #expect(record.otherCoachName == "Zoë Interim")
        #expect(record.coachID == nil)
        for search in ["ZOË", "zoe"] {
            #expect(try harness.list { $0[.search] = search }.interactions.map(\.id) == [record.id])
        }
        #expect(try harness.list { $0[.search] = "zoa" }.interactions.isEmpty)
    }

    // D-08
    @Test
    func futureContactCountsAsThisWeek() throws {
        try harness.log(Harness.form(at: Harness.now.advanced(by: .seconds(86_400 * 30))))
        #expect(try harness.list().analytics.thisWeek == 1)
    }

    @Test
    func feedCarriesTheWholeRecord() throws {
        let record = try harness.log()
        let changes = try harness.changes()
        #expect(changes.map(\.type) == [InteractionsFeed.created])
        #expect(changes.map(\.version) == [1])
        #expect(changes.map(\.record) == [record])
    }
}
