import Testing

@testable import Contracts

@Suite struct EventFormTests {
    private static let base = #""type":"camp","name":"Camp","start_date":"2026-04-15""#

    private func errors(_ more: String) -> [String: String] {
        refusedFields(AddEvent.self, "{\(Self.base),\(more)}")
    }

    private func input(_ more: String) throws -> EventInput {
        try accepted(AddEvent.self, "{\(Self.base),\(more)}")
    }

    // D-49, N-47: what a form has first are fields, with all that are required.
    @Test func theUsualKeysAreThoseOfFields() {
        let keys = Set(Event.fields.map(\.key))
        #expect(Event.usualKeys.isSubset(of: keys) && Event.usualKeysOfNew.isSubset(of: keys))
        #expect(EventForm.requiredKeys.isSubset(of: Event.usualKeysOfNew))
    }

    // EV-20: all refused fields at once, each with its text.
    @Test func anEmptyFormNamesWhatIsMissing() {
        #expect(
            refusedFields(AddEvent.self, "{}") == [
                "type":
                    "Event type must be one of showcase, camp, official_visit, "
                    + "unofficial_visit, game",
                "name": "Please enter an event name (1-255 characters)",
                "start_date": "Invalid date format (use YYYY-MM-DD)",
            ])
    }

    // D-34
    @Test func typesAndSourcesAreThoseOfTheLists() {
        #expect(
            EventType.allCases.map(\.label)
                == ["Showcase", "Camp", "Official Visit", "Unofficial Visit", "Game"])
        #expect(
            EventSource.allCases.map(\.label)
                == ["Email", "Flyer", "Web Search", "Recommendation", "Friend", "Other"])
        #expect(errors(#""event_source":"radio""#).keys.sorted() == ["event_source"])
        for source in EventSource.allCases {
            #expect(errors(#""event_source":"\#(source.rawValue)""#) == [:])
        }
    }

    // EV-05
    @Test func attendedGoesBeforeRegistered() {
        let labels = [(true, true), (false, true), (true, false), (false, false)].map {
            EventStatus(registered: $0, attended: $1).label
        }
        #expect(labels == ["Attended", "Attended", "Registered", "Not Registered"])
    }

    // D-44
    @Test(arguments: [
        (#""end_date":"2026-04-14""#, "end_date", "End date must be after start date"),
        (#""end_date":"2026-02-30""#, "end_date", "Invalid date format (use YYYY-MM-DD)"),
        (#""end_date":7"#, "end_date", "Invalid date format (use YYYY-MM-DD)"),
        (#""start_time":"9:00""#, "start_time", "Invalid time format"),
        (#""end_time":"24:00""#, "end_time", "Invalid time format"),
        (#""checkin_time":true"#, "checkin_time", "Invalid time format"),
        (#""state":"NCX""#, "state", "State must be 2 letters"),
        (#""cost":-0.01"#, "cost", "Amount must be positive"),
        (#""cost":100000.01"#, "cost", "Amount must not exceed $100,000"),
        (#""cost":1.005"#, "cost", "Amount must have two decimals at most"),
        (#""cost":"7""#, "cost", "Please enter a valid number"),
        (#""url":"ftp://x.example""#, "url", Self.webAddress),
        (#""attended":"yes""#, "attended", "Expected true or false"),
        (#""stats_recorded":[1]"#, "stats_recorded", "Stats must be a JSON object"),
        (#""school_id":"x""#, "school_id", "Please select a school"),
        (#""clear":["cost"]"#, "clear", Self.clear),
    ])
    func aWrongFieldIsNamed(more: String, field: String, text: String) {
        #expect(errors(more) == [field: text])
    }

    private static let webAddress =
        "Please enter a web address that begins with http:// or https://"
    private static let clear =
        "An edit can clear: school_id, location, address, city, state, end_date, start_time, "
        + "end_time, checkin_time, url, description, event_source, performance_notes, "
        + "stats_recorded, cost"

    // D-44: 0 is a cost, and so are cents.
    @Test(arguments: [("0", 0.0), ("-0.0", 0), ("0.1", 0.1), ("100000", 100_000), ("19.99", 19.99)])
    func amountsAreTaken(json: String, cost: Double) throws {
        #expect(try input(#""cost":\#(json)"#).cost == cost)
    }

    @Test func equalDatesAndTheSameDayAreFine() throws {
        #expect(try input(#""end_date":"2026-04-15""#).endDate?.text == "2026-04-15")
    }

    @Test(arguments: [
        ("name", 255), ("location", 255), ("address", 255), ("city", 100), ("description", 2_000),
        ("performance_notes", 2_000),
    ])
    func textsHaveTheirLimits(field: String, max: Int) {
        func errors(_ count: Int) -> [String: String] {
            // Combining accents count with their letters.
            let text = String(repeating: "e\u{301}", count: count)
            let form = ["type": "camp", "name": "Camp", "start_date": "2026-04-15"]
            return refusedFields(
                AddEvent.self, object(form.merging([field: text]) { _, new in new }))
        }
        #expect(errors(max) == [:])
        #expect(errors(max + 1).keys.sorted() == [field])
    }

    @Test func statsHaveALimit() throws {
        // {"a":"…"} has eight bytes around the text.
        let longest = String(repeating: "x", count: EventLimit.statsBytesMax - 8)
        #expect(errors(#""stats_recorded":{"a":"\#(longest)"}"#) == [:])
        #expect(
            errors(#""stats_recorded":{"a":"\#(longest)x"}"#)
                == ["stats_recorded": "Stats must be 10,000 bytes of JSON or less"])
        let any = try input(#""stats_recorded":{"a":[1,null,{"b":true}],"c":"d"}"#).statsRecorded
        #expect(
            any?.entries == [
                "a": .list([.number(1), .null, .object(["b": .truth(true)])]), "c": .text("d"),
            ])
        #expect(try input(#""stats_recorded":{}"#).statsRecorded == nil)
    }

    // What an edit does not name stays; an empty text and `clear` take away.
    @Test func anEditNamesOnlyWhatItChanges() throws {
        let id = #""id":"01890000-0000-7000-8000-000000000001""#
        let input = try accepted(
            EditEvent.self, #"{\#(id),"city":"","cost":null,"clear":["cost","stats_recorded"]}"#)
        #expect(input.changes(\.city) && input.changes(\.cost) && input.changes(\.statsRecorded))
        #expect(input.city == nil && input.cost == nil && input.statsRecorded == nil)
        #expect(!input.changes(\.location) && !input.changes(\.registered))
        #expect(input.name == nil && input.type == nil && input.startDate == nil)
        #expect(
            refusedFields(EditEvent.self, "{\(id),\"name\":\" \",\"start_date\":\"\"}")
                .keys.sorted() == ["name", "start_date"])
        #expect(
            refusedFields(EditEvent.self, "{\(id),\"clear\":[\"name\"]}").keys.sorted() == ["clear"]
        )
    }

    // Nothing that a person types is ignored without a word.
    @Test func aValueOfWhichNothingIsLeftClears() throws {
        let id = #""id":"01890000-0000-7000-8000-000000000001""#
        let input = try accepted(
            EditEvent.self,
            #"{\#(id),"description":"<b></b>","performance_notes":" ","stats_recorded":{}}"#)
        #expect(input.changes(\.description) && input.description == nil)
        #expect(input.changes(\.performanceNotes) && input.performanceNotes == nil)
        #expect(input.changes(\.statsRecorded) && input.statsRecorded == nil)
    }

    @Test func aValueAndItsKeyInClearContradict() {
        let id = #""id":"01890000-0000-7000-8000-000000000001""#
        let form = #"{\#(id),"city":"Durham","cost":1,"state":"","clear":["city","cost","state"]}"#
        let text = "Give a value or clear it, not both"
        #expect(refusedFields(EditEvent.self, form) == ["city": text, "cost": text])
    }

    @Test func markupIsTakenOut() throws {
        let input = try input(
            #""description":"a<script>x</script> b","performance_notes":"<b>q</b>""#)
        #expect(input.description?.contains("<") == false && input.performanceNotes == "q")
    }

    @Test func unknownKeysAreRefused() {
        #expect(errors(#""user_id":"x""#).keys.sorted() == ["user_id"])
    }
}

@Suite struct MetricFormTests {
    private func errors(_ json: String) -> [String: String] { refusedFields(AddMetric.self, json) }

    // EV-36: whatever is no number; 0 is one.
    @Test(arguments: ["null", #""92""#, "true", "[]"])
    func whatIsNoNumberIsRefused(value: String) {
        #expect(
            errors(#"{"metric_type":"era","value":\#(value)}"#)
                == ["value": "Please enter a valid number"])
    }

    @Test(arguments: ["0", "-1.5", "1e300"])
    func anyFiniteNumberIsAValue(value: String) {
        #expect(errors(#"{"metric_type":"era","value":\#(value)}"#) == [:])
    }

    // D-40
    @Test(arguments: [
        ("velocity", "mph"), ("exit_velo", "mph"), ("sixty_time", "sec"), ("pop_time", "sec"),
        ("batting_avg", "unit"), ("era", "unit"), ("strikeouts", "unit"), ("other", "unit"),
        ("vertical_jump", "unit"),
    ])
    func theUnitComesFromTheType(type: String, unit: String) throws {
        let json = #"{"metric_type":"\#(type)","value":1,"unit":" "}"#
        #expect(try accepted(AddMetric.self, json).unit == nil)
        #expect(MetricKind.unit(of: type) == unit)
    }

    // D-40: however a known type is spelled; other types are the family's own, as typed.
    @Test(arguments: [
        ("exit_velo", "exit_velo"), ("Exit Velocity", "exit_velo"), ("exit-velo", "exit_velo"),
        ("exit_velocity", "exit_velo"), ("60-yard dash", "sixty_time"), ("era", "era"),
        ("Exit Speed", "Exit Speed"), (" vertical_jump ", "vertical_jump"), ("=1", "=1"),
        ("?!", "?!"),
    ])
    func knownTypesAreReadHoweverTheyAreSpelled(typed: String, type: String) throws {
        let json = #"{"metric_type":"\#(typed)","value":1}"#
        #expect(try accepted(AddMetric.self, json).metricType == type)
    }

    // EV-35
    @Test func typesHaveTheirLabels() {
        #expect(
            MetricKind.allCases.map(\.label) == [
                "Fastball Velocity", "Exit Velocity", "60-Yard Dash", "Pop Time",
                "Batting Average", "ERA", "Strikeouts", "Other Metric",
            ])
        #expect(MetricKind.label(of: "Vertical Jump") == "Vertical Jump")
    }

    @Test(arguments: [("metric_type", 50), ("unit", 20), ("notes", 2_000)])
    func textsHaveTheirLimits(field: String, max: Int) {
        func errors(_ count: Int) -> [String: String] {
            var fields = #""value":1"#
            if field != "metric_type" { fields += #","metric_type":"era""# }
            let text = String(repeating: "é", count: count)
            return self.errors(#"{\#(fields),"\#(field)":"\#(text)"}"#)
        }
        #expect(errors(max) == [:])
        #expect(errors(max + 1).keys.sorted() == [field])
        #expect(self.errors(#"{"value":1}"#).keys.sorted() == ["metric_type"])
    }
}
