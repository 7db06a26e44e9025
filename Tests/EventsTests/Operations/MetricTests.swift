import Contracts
import ServiceKit
import Support
import Testing

@testable import Events

@Suite("Metrics")
struct MetricTests {
    private let home: EventHome

    init() throws { home = try EventHome() }

    // EV-34, EV-35, EV-37, D-40, D-41: unit, day and label come from type and event.
    @Test func aMetricTakesItsDefaultsFromTypeAndEvent() throws {
        let event = try home.add()
        let metric = try home.measure("velocity", 92.5, at: event) { form in
            form.verified = FormField(true)
            form.notes = "Measured at showcase"
        }
        #expect(metric.eventID == event.id && metric.eventName == event.name)
        #expect(metric.unit == "mph" && metric.displayLabel == "Fastball Velocity")
        #expect(metric.recordedDate == event.startDate && metric.verified)
        #expect(metric.value == 92.5 && metric.notes == "Measured at showcase")
        #expect(metric.familyUnitID == home.family && metric.userID == home.player.userID)
        #expect(try home.show(event).metrics == [metric])
        let own = try home.measure("vertical_jump", 0, at: event)
        #expect(own.displayLabel == "vertical_jump" && own.unit == "unit" && own.value == 0)
    }

    // Without an event the day is today in the family's zone.
    @Test func aMetricWithoutAnEventIsOfToday() throws {
        let metric = try home.measure("sixty_time", 7.1)
        #expect(metric.eventID == nil && metric.recordedDate.text == "2026-02-10")
        let given = try home.measure("sixty_time", 7.2) { form in
            form.recordedDate = "2026-01-31"
            form.unit = "s"
        }
        #expect(given.recordedDate.text == "2026-01-31" && given.unit == "s")
    }

    // N-63: what is probably a mistake is stored with a warning; an edit warns of its changes.
    @Test func mistakesAreStoredWithAWarning() throws {
        func add(_ type: String, _ value: Double) throws -> AddMetric.Response {
            try home.call(AddMetric.self, MetricForm(metricType: type, value: value))
        }
        let added = try add("velocity", 925)
        let unusual = "925 mph is unusual for Fastball Velocity: it is 30 to 110 as a rule."
        #expect(added.warnings == [unusual])
        let new = try add("pop tme", 88)
        #expect(
            new.warnings == [
                "\"pop tme\" is a new type of metric. Did you mean pop_time (Pop Time)?"
            ])
        #expect(try add("pop tme", 89).warnings.isEmpty)
        func edit(_ change: (inout MetricForm) -> Void) throws -> [String] {
            var form = MetricForm()
            form.id = FormField(added.metric.id.text)
            change(&form)
            return try home.call(EditMetric.self, form).warnings
        }
        #expect(try edit { $0.notes = "Radar gun" }.isEmpty)
        #expect(try edit { $0.value = FormField(926) }.count == 1)
        #expect(try edit { $0.value = FormField(92.5) }.isEmpty)
        #expect(
            try home.call(ListMetrics.self, .init()).metrics.map(\.value).sorted()
                == [88, 89, 92.5])
    }

    // D-40: a known type has its unit however it is spelled, in an edit too.
    @Test func aKnownTypeHasItsUnitHoweverItIsSpelled() throws {
        for spelled in ["Exit Velocity", "exit-velo", "exit_velocity"] {
            let form = MetricForm(metricType: spelled, value: 88)
            let added = try home.call(AddMetric.self, form)
            #expect(added.metric.metricType == "exit_velo" && added.metric.unit == "mph")
            #expect(added.warnings.isEmpty)
        }
        let own = try home.measure("grip strength", 50)
        var form = MetricForm(metricType: "Pop Time")
        form.id = FormField(own.id.text)
        let edited = try home.call(EditMetric.self, form).metric
        #expect(edited.metricType == "pop_time" && edited.unit == "sec")
    }

    // D-03: an event of another family, or of nobody.
    @Test func anUnknownEventIsRefused() {
        let form = MetricForm(metricType: "era", value: 1, eventID: EventID(high: 9, low: 9))
        let error = home.refusal(of: AddMetric.self, form)
        #expect(error?.errors == ["event_id": "Invalid event selection"])
    }

    // EV-38, EV-49: several of one type, a hundred and more of them, all or so many.
    @Test func manyMetricsOfOneTypeAreListed() throws {
        let event = try home.add()
        for value in 0..<120 { try home.measure("velocity", Double(value), at: event) }
        #expect(try home.show(event).metrics.count == 120)
        var request = ListMetrics.Request(eventID: event.id)
        request.limit = FormField(50)
        let page = try home.call(ListMetrics.self, request, as: home.parent)
        #expect(page.metrics.count == 50 && page.total == 120 && page.sort == .oldest)
        #expect(page.activeFilters.map(\.label) == [event.name])
    }

    @Test func theListIsNarrowedAndOrdered() throws {
        let event = try home.add()
        let first = try home.measure("era", 3.2, at: event) { $0.verified = FormField(true) }
        let second = try home.measure("sixty_time", 7.0) { $0.notes = "Hand timed" }
        func values(_ narrow: (inout ListMetrics.Request) -> Void) throws -> [MetricID] {
            var request = ListMetrics.Request()
            narrow(&request)
            return try home.call(ListMetrics.self, request).metrics.map(\.id)
        }
        #expect(try values { _ in } == [first.id, second.id])
        #expect(try values { $0.sort = "oldest" } == [second.id, first.id])
        #expect(try values { $0[.search] = "60-yard" } == [second.id])
        #expect(try values { $0[.search] = "TIMED" } == [second.id])
        #expect(try values { $0[.verification] = "verified" } == [first.id])
        #expect(try values { $0[.verification] = "unverified" } == [second.id])
    }

    // EV-32, D-39: a deletion and its undoing leave the same rows.
    @Test func aDeletedMetricComesBack() throws {
        let event = try home.add()
        let metric = try home.measure(at: event)
        let contents = try home.contents()
        let deletion = try home.call(DeleteMetric.self, .init(id: metric.id))
        #expect(deletion.success && deletion.deleted == ["metrics": 1])
        #expect(deletion.message == "Metric deleted")
        #expect(try home.show(event).metrics == [])
        let again = home.refusal(of: DeleteMetric.self, .init(id: metric.id))
        #expect(again?.message == "Metric not found")
        #expect(try home.undo(deletion.operationID).restored == ["metrics": 1])
        #expect(try home.contents() == contents)
        #expect(try home.show(event).metrics == [metric])
        #expect(
            try home.fixture.changes().map(\.type) == [
                EventsFeed.eventChanged, EventsFeed.metricAdded, EventsFeed.metricDeleted,
                EventsFeed.metricRestored,
            ])
    }

    @Test func bestsAreOfTheWholeFamily() throws {
        try home.measure("velocity", 88)
        try home.measure("velocity", 91)
        try home.measure("sixty_time", 7.1)
        try home.measure("sixty_time", 6.9)
        let bests = try home.call(ShowPersonalBests.self, .init(), as: home.parent).bests
        #expect(bests.map(\.metricType) == ["velocity", "sixty_time"])
        #expect(bests.map(\.best.value) == [91, 6.9])
        #expect(bests.map(\.count) == [2, 2])
    }
}
