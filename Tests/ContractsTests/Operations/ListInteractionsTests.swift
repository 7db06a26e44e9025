import Testing

@testable import Contracts

@Suite struct ListInteractionsTests {
    private static let id = "00000000-0000-7000-8000-000000000001"

    @Test(arguments: ["", "{}"])
    func noFilterIsTaken(json: String) throws {
        let input = try accepted(ListInteractions.self, json)
        #expect(input.search == nil && input.type == nil && input.direction == nil)
        #expect(input.sentiment == nil && input.period == nil && input.since == nil)
        #expect(input.until == nil && input.loggedBy == nil && input.schoolID == nil)
        #expect(input.coachID == nil && input.timeZone == nil && input.limit == nil)
    }

    // IL-15, IL-17, IL-18, IL-19, IL-20, IL-25
    @Test func everyFilterIsTaken() throws {
        let input = try accepted(
            ListInteractions.self,
            """
            {"search":" Hi ","type":"dm","direction":"inbound","sentiment":"very_positive",
            "days":90,"since":"2026-01-01T00:00:00Z","until":"2026-02-01T00:00:00Z",
            "logged_by":"\(Self.id)","school_id":"\(Self.id)","coach_id":"\(Self.id)",
            "time_zone":"America/New_York","limit":1}
            """)
        #expect(input.search == " Hi ")
        #expect(input.type == .directMessage && input.direction == .inbound)
        #expect(input.sentiment == .veryPositive && input.period == .last90Days)
        #expect(input.since?.text == "2026-01-01T00:00:00.000Z")
        #expect(input.until?.text == "2026-02-01T00:00:00.000Z")
        #expect(input.loggedBy?.text == Self.id && input.schoolID?.text == Self.id)
        #expect(input.coachID?.text == Self.id && input.timeZone == "America/New_York")
        #expect(input.limit == 1)
    }

    @Test(arguments: TimePeriod.allCases)
    func everyPeriodIsTaken(period: TimePeriod) throws {
        let json = "{\"days\":\(period.rawValue)}"
        #expect(try accepted(ListInteractions.self, json).period == period)
    }

    @Test(arguments: ["0", "1", "8", "-7", "\"7\"", "7.5", "[]"])
    func otherPeriodsAreRefused(days: String) {
        #expect(
            refusedFields(ListInteractions.self, "{\"days\":\(days)}")
                == ["days": "Days must be one of 7, 14, 30, 90"])
    }

    @Test(arguments: ["0", "-1", "\"5\"", "1.5"])
    func otherLimitsAreRefused(limit: String) {
        #expect(
            refusedFields(ListInteractions.self, "{\"limit\":\(limit)}")
                == ["limit": "Limit must be a whole number from 1"])
    }

    @Test func searchesOfTwoHundredCharactersAreTakenAndOneMoreIsNot() {
        for character in ["a", "é", "e\u{301}", "👨‍👩‍👧‍👦"] {
            let full = String(repeating: character, count: 200)
            #expect(refusedFields(ListInteractions.self, object(["search": full])) == [:])
            #expect(
                refusedFields(ListInteractions.self, object(["search": full + character]))
                    == ["search": "Search must be 200 characters or less"])
        }
    }

    // IL-17: a bad value is refused; all at once.
    @Test func allRefusedFiltersAreReportedTogether() {
        let error = refusal(
            ListInteractions.self,
            object([
                "type": "x", "direction": "x", "sentiment": "x", "since": "x", "until": "x",
                "logged_by": "x", "school_id": "x", "coach_id": "x", "time_zone": "x",
            ]))
        #expect(error?.message == "9 fields need your attention")
        #expect(
            error?.errors["type"]
                == "Type must be one of email, phone_call, text, in_person_visit, "
                + "virtual_meeting, camp, showcase, tweet, dm, game")
        #expect(error?.errors["direction"] == "Direction must be one of outbound, inbound")
        #expect(
            error?.errors["sentiment"]
                == "Sentiment must be one of very_positive, positive, neutral, negative")
        #expect(error?.errors["time_zone"] == Zone.refusal)
        #expect(error?.errors.count == 9)
    }

    @Test(arguments: ListInteractions.Request.fieldNames)
    func theWrongKindOfValueIsRefused(field: String) {
        #expect(
            refusedFields(ListInteractions.self, "{\"\(field)\":{}}").keys.sorted() == [field])
    }

    @Test(arguments: ListInteractions.Request.fieldNames)
    func nullIsNoFilter(field: String) {
        #expect(refusal(ListInteractions.self, "{\"\(field)\":null}") == nil)
    }

    // IL-27: active when any filter is set.
    @Test func activeFiltersFollowTheChips() {
        let figures = InteractionFigures(total: 0, outbound: 0, inbound: 0, thisWeek: 0)
        let chip = ActiveFilter(name: "type", value: "email", label: "Email")
        for chips in [[], [chip]] {
            let page = ListInteractions.Response(
                activeFilters: chips, analytics: figures, interactions: [], loggedByOptions: nil,
                title: "Interactions")
            #expect(page.hasActiveFilters == !chips.isEmpty)
        }
    }
}
