import Contracts
import DataServiceKit
import Foundation
import Storage
import Testing

@testable import Interactions

@Suite("interactions.list")
struct ListInteractionsTests {
    private let harness: Harness

    init() throws { harness = try Harness() }

    /// A row as an import may bring it.
    private func row(
        _ number: UInt64, occurredAt: Instant?, createdAt: Instant?,
        by viewer: Viewer = Harness.player
    ) -> Interaction {
        Interaction(
            id: InteractionID(high: 1, low: number), familyUnitID: viewer.family, schoolID: nil,
            schoolName: nil, coachID: nil, coachName: nil, otherCoachName: nil, eventID: nil,
            type: .email, direction: .outbound, subject: nil, content: nil, sentiment: nil,
            occurredAt: occurredAt, loggedBy: viewer.userID, loggedByName: viewer.name,
            interestLevel: nil, interestAnswers: nil, attachments: [], createdAt: createdAt,
            updatedAt: createdAt)
    }

    // IL-01, IL-02, D-05, D-06, D-07
    @Test
    func newestComeFirstThenByIDAndUndatedLast() throws {
        let now = Harness.now
        let older = now.advanced(by: .seconds(-60))
        let rows = [
            row(1, occurredAt: nil, createdAt: nil),
            row(2, occurredAt: older, createdAt: now),
            row(4, occurredAt: nil, createdAt: now),
            row(3, occurredAt: now, createdAt: older),
        ]
        for row in rows {
            try harness.store(row)
        }
        for viewer in [Harness.player, Harness.parent] {
            let page = try harness.list(as: viewer)
            #expect(page.interactions.map(\.id.low) == [3, 4, 2, 1])
            #expect(page.analytics.total == 4)
            #expect(page.analytics.thisWeek == 3)
            let window = try harness.list(as: viewer) {
                $0[.until] = Instant.latest.text
            }
            #expect(window.interactions.map(\.id.low) == [3, 4, 2])
        }
    }

    // IL-03, IL-04, R-02, R-04, X-05
    @Test
    func everyViewerSeesWhatTheRoleAllows() throws {
        for (number, viewer) in Harness.members.enumerated() {
            try harness.store(
                row(UInt64(number), occurredAt: Harness.now, createdAt: nil, by: viewer))
        }
        #expect(try harness.list(as: Harness.player).interactions.map(\.id.low) == [0])
        #expect(try harness.list(as: Harness.sibling).interactions.map(\.id.low) == [1])
        #expect(try harness.list(as: Harness.parent).interactions.map(\.id.low) == [0, 1, 2, 3])
        #expect(try harness.list(as: Harness.stranger).interactions.map(\.id.low) == [4])
        let code = refusalCode {
            _ = try harness.call(
                ListInteractions.self, .init(), as: Harness.stranger, in: Harness.family)
        }
        #expect(code == .notFound)
    }

    // R-17, IL-22
    @Test
    func playerMayNameOnlyHerselfAsLogger() throws {
        try harness.log()
        let own = try harness.list { $0[.loggedBy] = Harness.player.userID.text }
        #expect(own.analytics.total == 1)
        #expect(own.hasActiveFilters)
        let error = #expect(throws: ServiceError.self) {
            try harness.list { $0[.loggedBy] = Harness.sibling.userID.text }
        }
        #expect(error?.code == .forbidden)
    }

    // IL-05, IL-22, IL-23, IL-24
    @Test
    func titleAndLoggerChoicesFollowTheRole() throws {
        let player = try harness.list()
        #expect(player.title == "My Interactions")
        #expect(player.loggedByOptions == nil)
        let parent = try harness.list(as: Harness.parent)
        #expect(parent.title == "Interactions")
        #expect(
            parent.loggedByOptions == [
                LoggedByOption(id: Harness.parent.userID, label: "Me (Parent)"),
                LoggedByOption(id: Harness.player.userID, label: "Ann Player"),
                LoggedByOption(id: Harness.sibling.userID, label: "Ben Player"),
            ])
        let mine = try harness.list(as: Harness.parent) {
            $0[.loggedBy] = Harness.parent.userID.text
        }
        #expect(mine.activeFilters.map(\.label) == ["Me (Parent)"])
    }

    // IL-11, T-13: exactly now - 7 days is in, one millisecond before is out.
    @Test
    func thisWeekIsRollingToTheMillisecond() throws {
        let weekStart = Harness.now.advanced(by: .seconds(-7 * 86_400))
        try harness.log(Harness.form(at: weekStart))
        try harness.log(Harness.form(at: weekStart.advanced(by: .milliseconds(-1))))
        for limit in [nil, 1] {
            let page = try harness.list { $0.limit = FormField(limit) }
            #expect(page.analytics.total == 2)
            #expect(page.analytics.thisWeek == 1)
        }
    }

    // IL-12, T-12: the figures count all that the filters leave, also beyond the limit.
    @Test
    func figuresCountAllRowsUnderALimit() throws {
        for number in 0..<5 {
            try harness.log(Harness.form(.email, number < 2 ? .inbound : .outbound))
            try harness.log(Harness.form(.text, .outbound), as: Harness.sibling)
        }
        for limit in [1, 4, 5, 6] {
            let own = try harness.list { $0.limit = FormField(limit) }
            #expect(own.interactions.count == min(limit, 5))
            #expect(
                own.analytics == InteractionFigures(total: 5, outbound: 3, inbound: 2, thisWeek: 5))
            let family = try harness.list(as: Harness.parent) { $0.limit = FormField(limit) }
            #expect(
                family.analytics
                    == InteractionFigures(total: 10, outbound: 8, inbound: 2, thisWeek: 10))
            let narrowed = try harness.list(as: Harness.parent) {
                $0.limit = FormField(limit)
                $0[.type] = "email"
            }
            #expect(
                narrowed.analytics
                    == InteractionFigures(total: 5, outbound: 3, inbound: 2, thisWeek: 5))
        }
    }

    // IL-21, T-14: seven days across the March clock change start at 13:00 in UTC where the
    // family lives, and at 12:00 for a reader in UTC.
    @Test
    func daysAreCalendarDaysInTheFamilysOrTheReadersZone() throws {
        let harness = try Harness(now: Instant(text: "2026-03-10T12:00:00Z") ?? .earliest)
        try harness.log(
            Harness.form(at: Instant(text: "2026-03-03T13:00:00.000Z") ?? .earliest))
        try harness.log(
            Harness.form(at: Instant(text: "2026-03-03T12:59:59.999Z") ?? .earliest))
        #expect(try harness.list { $0[.days] = "7" }.analytics.total == 1)
        let utc = try harness.list {
            $0[.days] = "7"
            $0.timeZone = "UTC"
        }
        #expect(utc.analytics.total == 2)
        #expect(utc.activeFilters.map(\.label) == ["Last 7 days"])
    }

    // IL-15, IL-16, N-130
    @Test
    func searchFindsTextsWithoutRegardToCaseAndAccents() throws {
        var form = Harness.form()
        form.subject = "ÜBER the line 100%_"
        form.content = "Meet at the field \u{1F3C8}"
        let found = try harness.log(form).id
        try harness.log()
        let hits = [
            "über", "THE LINE", "0%_", "field \u{1F3C8}", "u\u{308}BER", "uber", "MEET",
        ]
        for text in hits {
            let page = try harness.list { $0[.search] = text }
            #expect(page.interactions.map(\.id) == [found], "\(text)")
        }
        for text in ["ueber", "line%", "' OR 1=1 --", "field  "] {
            #expect(try harness.list { $0[.search] = text }.interactions.isEmpty)
        }
    }

    // N-48: a row has any of the words of a filter, and the filters combine.
    @Test
    func aFilterTakesSeveralWords() throws {
        for (type, direction) in [
            (InteractionType.email, Direction.outbound), (.email, .inbound), (.text, .inbound),
            (.camp, .outbound),
        ] {
            try harness.log(Harness.form(type, direction))
        }
        func types(
            _ type: String, _ direction: String? = nil
        ) throws -> [InteractionType] {
            let page = try harness.list {
                $0[.type] = type
                $0[.direction] = direction
            }
            #expect(page.analytics.total == page.interactions.count)
            return InteractionType.allCases.flatMap { wanted in
                page.interactions.map(\.type).filter { $0 == wanted }
            }
        }
        #expect(try types("email,text") == [.email, .email, .text])
        #expect(try types("text,camp,text") == [.text, .camp])
        #expect(try types("email,text", "inbound") == [.email, .text])
        #expect(try types("email,camp", "inbound,outbound") == [.email, .email, .camp])
        #expect(try types("tweet,game") == [])
        let page = try harness.list(as: Harness.parent) { $0[.type] = "text,email" }
        #expect(page.interactions.count == 3)
        #expect(
            page.activeFilters == [
                ActiveFilter(name: "type", value: "email,text", label: "Email or Text")
            ])
        let error = #expect(throws: ServiceError.self) {
            try harness.list { $0[.type] = "email,letter" }
        }
        #expect(error?.errors["type"]?.hasSuffix("game, not \"letter\"") == true)
    }

    // N-48: the sentiments of a filter leave out what has none.
    @Test
    func rowsWithoutASentimentHaveNoneOfSeveral() throws {
        for sentiment in [nil, "positive", "neutral", "negative"] {
            var form = Harness.form()
            form.sentiment = FormField(sentiment)
            try harness.log(form)
        }
        let all = Sentiment.allCases.map(\.rawValue).joined(separator: ",")
        #expect(try harness.list { $0[.sentiment] = all }.analytics.total == 3)
        #expect(try harness.list { $0[.sentiment] = "neutral,negative" }.analytics.total == 2)
    }

    // IL-17, IL-18, IL-19, IL-20: a wrong value is refused by its field's name.
    @Test
    func wrongFiltersAreRefused() {
        let error = #expect(throws: ServiceError.self) {
            try harness.list {
                $0[.type] = "letter"
                $0[.direction] = "sideways"
                $0[.sentiment] = "great"
                $0[.days] = "3651"
                $0.limit = FormField(0)
                $0[.loggedBy] = "me"
                $0.timeZone = "Mars/Olympus"
            }
        }
        #expect(error?.code == .validationFailed)
        #expect(
            error?.errors.keys.sorted() == [
                "days", "direction", "limit", "logged_by", "sentiment", "time_zone", "type",
            ])
    }

    // the ids stay, the names are null.
    @Test
    func namesThatCannotBeResolvedAreNull() throws {
        var record = row(1, occurredAt: Harness.now, createdAt: nil)
        record.schoolID = SchoolID(high: 7, low: 7)
        record.coachID = CoachID(high: 7, low: 7)
        record.loggedBy = UserID(high: 7, low: 7)
        try harness.store(record)
        let read = try #require(try harness.list(as: Harness.parent).interactions.first)
        #expect(read.schoolID == record.schoolID)
        #expect(read.schoolName == nil)
        #expect(read.coachName == nil)
        #expect(read.loggedByName == nil)
        let json = try harness.answer(ListInteractions.self, .init(), as: Harness.parent)
        #expect(String(decoding: json, as: UTF8.self).contains("\"school_name\":null"))
    }

    // IL-38
    @Test
    func pathsOfAttachmentsAreCounted() throws {
        var record = row(1, occurredAt: Harness.now, createdAt: nil)
        record.attachments = ["interactions/1/a.pdf", "interactions/1/b \u{E9}.png"]
        try harness.store(record)
        let read = try #require(try harness.list().interactions.first)
        #expect(read.attachments == record.attachments)
        #expect(read.attachmentCount == 2)
    }

    @Test
    func windowThatEndsBeforeItStartsIsEmpty() throws {
        try harness.log()
        let page = try harness.list {
            $0[.since] = "2026-02-11T00:00:00Z"
            $0[.until] = "2026-02-09T00:00:00Z"
        }
        #expect(page.interactions.isEmpty)
        #expect(page.analytics.total == 0)
    }
}
