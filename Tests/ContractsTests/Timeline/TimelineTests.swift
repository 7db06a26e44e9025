import Foundation
import Support
import Testing

@testable import Contracts

@Suite struct TimelineTests {
    private static let coach = TimelineSubject.coach(CoachID(high: 0xC0, low: 1))

    private static func entry(_ kind: TimelineKind, _ at: Instant?, _ number: UInt64)
        -> TimelineEntry
    {
        let id = RecordID(high: 1, low: number)
        return TimelineEntry(
            kind: kind, id: id, cursor: TimelineCursor(at, id).text, at: at, day: nil,
            endDay: nil, type: "email", direction: nil, title: "\(number)", text: nil,
            coachName: nil, schoolName: nil, interest: nil, status: nil, loggedBy: nil,
            loggedByName: nil)
    }

    // MARK: Merge

    private static let services: [(kind: TimelineKind, name: ServiceName)] = [
        (.interaction, .interactions), (.event, .events), (.post, .analytics),
    ]

    /// What a service answers from its own entries.
    private static func answer(
        _ entries: [TimelineEntry], after cursor: String?, limit: Int
    ) throws -> TimelineAnswer {
        let place = try cursor.map { try #require(TimelineCursor(text: $0)) }
        let rest = try entries.filter { entry in
            let own = try #require(TimelineCursor(text: entry.cursor))
            return place.map { $0 < own } ?? true
        }
        return TimelineAnswer(rest, limit: limit)
    }

    // N-41
    @Test(arguments: 0..<30 as Range<UInt64>)
    func pagesJoinedAreEverythingSorted(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        var all: [TimelineEntry] = []
        for number in 0..<UInt64.random(in: 0...120, using: &numbers) {
            // Few different times, so that many entries have the same one.
            let at = Int64.random(in: -2...9, using: &numbers)
            let kind = TimelineKind.allCases.randomElement(using: &numbers) ?? .post
            let isUndated = at == -2 && kind == .interaction
            all.append(
                Self.entry(kind, isUndated ? nil : Instant(milliseconds: at), number))
        }
        let sorted = all.sorted { left, right in
            let (one, other) = (left.at, right.at)
            guard one != other else { return left.id < right.id }
            guard let one else { return false }
            guard let other else { return true }
            return one > other
        }
        let limit = Int.random(in: 1...25, using: &numbers)
        var joined: [TimelineEntry] = []
        var cursor: String?
        repeat {
            let page = Timeline(
                try Self.services.map { service in
                    let own = sorted.filter { $0.kind == service.kind }
                    return (
                        service.name, try Self.answer(own, after: cursor, limit: limit)
                    )
                }, limit: limit)
            #expect(page.away.isEmpty)
            #expect(page.hasMore == (joined.count + page.entries.count < all.count))
            #expect(page.entries.count == min(limit, all.count - joined.count))
            joined += page.entries
            cursor = page.next
        } while cursor != nil
        #expect(joined == sorted)
    }

    // N-42
    @Test func aServiceThatIsAwayLeavesItsPartOut() {
        let post = Self.entry(.post, Instant(milliseconds: 5), 1)
        let timeline = Timeline(
            [
                (.interactions, nil), (.events, TimelineAnswer([], limit: 5)),
                (.analytics, TimelineAnswer([post], limit: 5)),
            ], limit: 5)
        #expect(timeline.entries == [post])
        #expect(timeline.away == [.interactions])
        #expect(!timeline.hasMore && timeline.next == nil)
    }

    // MARK: Requests

    private func refusal(_ request: TimelineRequest) -> [String: String] {
        do {
            _ = try request.validated()
            return [:]
        } catch {
            #expect(error.code == .validationFailed)
            return error.errors
        }
    }

    // N-40
    @Test func requestsNameEitherACoachOrASchool() throws {
        var request = TimelineRequest(Self.coach)
        #expect(try request.validated().subject == Self.coach)
        #expect(try request.validated().limit == TimelineLimit.entriesUsual)
        request.schoolID = FormField(SchoolID(high: 1, low: 1).text)
        #expect(refusal(request) == ["coach_id": TimelineText.choiceRefusal])
        request.coachID = FormField("")
        #expect(try request.validated().subject == .school(SchoolID(high: 1, low: 1)))
        request.schoolID = FormField(nil)
        #expect(refusal(request) == ["coach_id": TimelineText.choiceRefusal])
        request.schoolID = FormField("Duke")
        #expect(refusal(request) == ["school_id": CreateInteraction.Refusal.school])
        request = TimelineRequest(Self.coach)
        request.coachID = .malformed
        #expect(refusal(request) == ["coach_id": CreateInteraction.Refusal.coach])
        var figures = ShowTimelineFigures.Request(Self.coach)
        #expect(try figures.validated().subject == Self.coach)
        figures.coachID = FormField(nil)
        #expect(throws: ServiceError.self) { try figures.validated() }
    }

    // N-41
    @Test func limitsAndCursorsAreChecked() throws {
        for (limit, isRight) in [
            (0, false), (1, true), (TimelineLimit.entriesMax, true),
            (TimelineLimit.entriesMax + 1, false),
        ] {
            let errors = refusal(TimelineRequest(Self.coach, limit: limit))
            #expect(Array(errors.keys) == (isRight ? [] : ["limit"]), "\(limit)")
        }
        let id = RecordID(high: 1, low: 2)
        for place in [0, -1_770_724_800_000, Int64.max] {
            let cursor = TimelineCursor(newestFirst: place, id: id)
            let input = try TimelineRequest(Self.coach, after: cursor.text).validated()
            #expect(input.cursor == cursor)
        }
        for text in [
            "x", "1", "01.\(id.text)", "1.2", "1.\(id.text).", "\(Int64.min).\(id.text)",
            "\(Int64.max - 1).\(id.text)", "-0.\(id.text)",
        ] {
            #expect(Array(refusal(TimelineRequest(Self.coach, after: text)).keys) == ["cursor"])
        }
    }

    // MARK: Entries

    // N-40
    @Test func textsOfEntriesHaveALimit() {
        let at = Instant(milliseconds: 0)
        func post(_ count: Int) -> Post {
            var post = Post(
                id: PostID(high: 1, low: 1), familyUnitID: FamilyID(high: 1, low: 1),
                platform: .twitter, postDate: at, createdBy: UserID(high: 1, low: 1),
                createdAt: at)
            post.postContent = String(repeating: "a", count: count)
            return post
        }
        let whole = TimelineEntry(post(TimelineLimit.textMax)).text
        #expect(whole == String(repeating: "a", count: TimelineLimit.textMax))
        let cut = TimelineEntry(post(TimelineLimit.textMax + 1)).text
        #expect(cut?.count == TimelineLimit.textMax && cut?.hasSuffix("a…") == true)
        #expect(TimelineEntry(post(1)).kindLabel == "\(SocialPlatform.twitter.label) post")
    }

    // N-40: characters are counted as people see them, whatever bytes they have.
    @Test(arguments: ["a", "é", "e\u{301}", "👩‍👧", "\r\n", "\r", "a\r\n"])
    func textsAreCutBetweenCharacters(unit: String) {
        for count in (TimelineLimit.textMax - 2)...(TimelineLimit.textMax + 2) {
            let units = String(repeating: unit, count: count)
            for text in [units, "b" + units] {
                let expected =
                    text.count <= TimelineLimit.textMax
                    ? text : String(text.prefix(TimelineLimit.textMax - 1)) + "…"
                #expect(text.shortened(to: TimelineLimit.textMax) == expected)
            }
        }
        let ascii = String(repeating: "x", count: TimelineLimit.textMax)
        let accented = ascii + "\u{301}"
        #expect(accented.shortened(to: TimelineLimit.textMax) == accented)
    }

    // N-40: services write answers with their own writer, and readers read them with theirs.
    @Test func answersAreTheSameJSONAsOfTheEncoder() throws {
        var full = Self.entry(.event, Instant(milliseconds: 5), 1)
        full.day = CivilDay(year: 2026, month: 4, day: 15)
        full.endDay = full.day
        (full.direction, full.interest, full.status) = (.inbound, .high, .attended)
        (full.text, full.coachName, full.schoolName) = ("\"a\" é\n", "C", "S")
        (full.loggedBy, full.loggedByName) = (UserID(high: 1, low: 3), "Maya")
        for entries in [[], [full, Self.entry(.post, nil, 2)]] {
            let answer = TimelineAnswer(entries, limit: 1)
            #expect(try answer.json == JSONCoding.encodeByCoder(answer))
            #expect(TimelineAnswer(json: answer.json)?.entries == answer.entries)
        }
    }

    // N-40
    @Test func eventsStandAtTheBeginningOfTheirDay() throws {
        let day = try #require(CivilDay(year: 2026, month: 4, day: 15))
        var event = Event(
            id: EventID(high: 1, low: 1), familyUnitID: FamilyID(high: 1, low: 1),
            userID: UserID(high: 1, low: 1), type: .camp, name: "Camp", startDate: day,
            at: Instant(milliseconds: 0))
        event.endDate = CivilDay(year: 2026, month: 4, day: 16)
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        let entry = TimelineEntry(event, in: zone)
        let place = try #require(TimelineCursor(text: entry.cursor))
        #expect(place.instant?.text == "2026-04-15T04:00:00.000Z")
        #expect(entry.dayText == "Apr 15 - 16, 2026" && entry.wayLabel == "Not Registered")
    }

    // MARK: Words

    // N-44
    @Test func trendsCompareTheLastTwoCalibrations() {
        let levels: [InterestLevel] = [.notSet, .low, .medium, .high]
        for (place, before) in levels.enumerated() {
            for (otherPlace, last) in levels.enumerated() {
                let trend: InterestTrend =
                    place == otherPlace ? .steady : place < otherPlace ? .rising : .falling
                #expect(InterestTrend(from: before, to: last) == trend)
            }
        }
        #expect(InterestTrend(from: nil, to: .high) == .unknown)
        #expect(InterestTrend(from: nil, to: nil) == .unknown)
    }

    // N-43, N-44, N-160
    @Test func figuresAreSentences() {
        var figures = TimelineFigures(
            months: [], outbound: 8, inbound: 5, frequency: 1.5, lastOutboundAt: nil,
            lastInboundAt: nil, interest: .high, interestBefore: .medium, trend: .rising,
            quietDays: 45)
        #expect(
            figures.sentences(.own) == [
                "Gone quiet: nothing from them for 45 days",
                "You: 8 outbound and 5 inbound in the last 12 months",
                "On average 1.5 contacts in 30 days",
                "Interest: Rising: High Interest, before Medium Interest",
            ])
        (figures.quietDays, figures.interestBefore, figures.trend) = (nil, nil, .unknown)
        figures.frequency = 1
        #expect(figures.frequencyText == "On average 1 contact in 30 days")
        #expect(figures.interestText == "High Interest" && figures.quietText == nil)
        (figures.outbound, figures.inbound, figures.interest) = (0, 0, nil)
        #expect(figures.sentences(.family).isEmpty)
        (figures.outbound, figures.inbound) = (1, 0)
        #expect(
            figures.sentences(.family).first
                == "Family: 1 outbound and 0 inbound in the last 12 months")
    }
}
