import Testing

@testable import Contracts

@Suite struct ListInteractionsTests {
    private static let id = "00000000-0000-7000-8000-000000000001"

    @Test(arguments: ["", "{}"])
    func noFilterIsTaken(json: String) throws {
        let input = try accepted(ListInteractions.self, json)
        #expect(input.active.isEmpty && input.timeZone == nil && input.limit == nil)
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
        #expect(input.active == InteractionFilter.allCases)
        #expect(
            input.active.map { input[$0]?.text } == [
                " Hi ", "dm", "inbound", "very_positive", "90", "2026-01-01T00:00:00.000Z",
                "2026-02-01T00:00:00.000Z", Self.id, Self.id, Self.id,
            ])
        let logger: UserID? = input.id(.loggedBy)
        #expect(logger?.text == Self.id && input.timeZone == "America/New_York")
        #expect(input.limit == 1)
    }

    // IL-20, N-60: those that the page offers, and any other number of days within the limit.
    @Test(arguments: [1, 7, 14, 30, 60, 90, FilterRule.daysRange.upperBound])
    func everyPeriodIsTaken(days: Int) throws {
        let input = try accepted(ListInteractions.self, "{\"days\":\(days)}")
        #expect(input[.days] == .days(days))
        #expect(input[.days]?.label == (days == 1 ? "Last day" : "Last \(days) days"))
    }

    @Test(arguments: ["0", "3651", "-7", "\"7\"", "7.5", "[]"])
    func otherPeriodsAreRefused(days: String) {
        #expect(
            refusedFields(ListInteractions.self, "{\"days\":\(days)}")
                == ["days": "Days must be a whole number from 1 to 3650"])
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
                == "Type must be one or more of email, phone_call, text, in_person_visit, "
                + "virtual_meeting, camp, showcase, tweet, dm, game, not \"x\"")
        #expect(
            error?.errors["direction"]
                == "Direction must be one or more of outbound, inbound, not \"x\"")
        #expect(
            error?.errors["sentiment"]
                == "Sentiment must be one or more of very_positive, positive, neutral, "
                + "negative, not \"x\"")
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
}
