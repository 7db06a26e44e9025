import Contracts
import ServiceKit
import Support
import Testing

@testable import Events

@Suite("metrics.edit")
struct MetricEditTests {
    private let home: EventHome

    init() throws { home = try EventHome() }

    private func edit(
        _ metric: Metric, version: Int? = nil, as person: ServiceFixture.Person? = nil,
        _ change: (inout MetricForm) -> Void
    ) throws -> EditMetric.Response {
        try home.call(EditMetric.self, MetricForm(editing: metric, version, change), as: person)
    }

    // N-06
    @Test func everyFieldCanBeChanged() throws {
        let (first, second) = (try home.add(), try home.add("Camp"))
        let old = try home.measure("velocity", 92.5, at: first) { $0.notes = "Radar" }
        let answer = try edit(old, version: 1) { form in
            form.metricType = "sixty_time"
            form.value = FormField(7.05)
            form.unit = "s"
            form.eventID = FormField(second.id.text)
            form.recordedDate = "2026-03-04"
            form.notes = ""
            form.verified = FormField(true)
        }
        let new = answer.metric
        #expect(new.metricType == "sixty_time" && new.value == 7.05 && new.unit == "s")
        #expect(new.eventID == second.id && new.eventName == second.name)
        #expect(new.recordedDate.text == "2026-03-04" && new.notes == nil && new.verified)
        #expect(new.version == 2 && new.createdAt == old.createdAt)
        #expect(
            answer.changes.map(\.field) == [
                "metric_type", "value", "unit", "event_id", "recorded_date", "notes", "verified",
            ])
        #expect(answer.changes[1].before == "92.5" && answer.changes[1].after == "7.05")
        #expect(try home.show(second).metrics == [new])
        #expect(try home.show(first).metrics == [])
        let told = try #require(try home.fixture.changes().last)
        #expect(told.type == EventsFeed.metricChanged && told.aggregateVersion == 2)
    }

    /// D-40: the usual unit follows the type; a unit of one's own stays.
    @Test func theUnitFollowsTheTypeIfItIsTheUsualOne() throws {
        let usual = try home.measure("velocity", 92.5)
        #expect(try edit(usual) { $0.metricType = "pop_time" }.metric.unit == "sec")
        let own = try home.measure("velocity", 92.5) { $0.unit = "km/h" }
        let kept = try edit(own) { $0.metricType = "pop_time" }.metric
        #expect(kept.unit == "km/h")
        #expect(try edit(kept) { $0.unit = " " }.metric.unit == "sec")
    }

    @Test func anEditThatChangesNothingWritesNothing() throws {
        let metric = try home.measure("velocity", 92.5)
        let contents = try home.contents()
        let answer = try edit(metric, version: 1) { $0.value = FormField(92.5) }
        #expect(answer.metric == metric && answer.changes == [])
        #expect(try home.contents() == contents)
    }

    // N-07
    @Test func anotherVersionIsRefused() throws {
        let metric = try home.measure("velocity", 92.5)
        _ = try edit(metric, version: 1) { $0.value = FormField(93) }
        let error = home.refusal(
            of: EditMetric.self, MetricForm(editing: metric, 1) { $0.value = FormField(94) })
        #expect(error?.code == .staleVersion)
        #expect(
            error?.message
                == "Fastball Velocity: 93 mph has been changed; show the metric and try again")
    }

    @Test func wrongValuesAreRefusedByField() throws {
        let metric = try home.measure("velocity", 92.5)
        let error = home.refusal(
            of: EditMetric.self,
            MetricForm(editing: metric) { form in
                form.metricType = ""
                form.recordedDate = ""
                form.unit = FormField(String(repeating: "x", count: EventLimit.unitMax + 1))
                form.eventID = "x"
            })
        #expect(
            Set(error?.errors.keys.sorted() ?? [])
                == ["metric_type", "recorded_date", "unit", "event_id"])
        let unknown = home.refusal(
            of: EditMetric.self,
            MetricForm(editing: metric) { $0.eventID = FormField(EventID(high: 9, low: 9).text) })
        #expect(unknown?.errors == ["event_id": EventRefusal.event])
        let missing = home.refusal(of: EditMetric.self, MetricForm(metricType: "era", value: 1))
        #expect(missing?.errors == ["id": MetricTag.refusal])
    }

    /// N-05: the bests after edits are those of the metrics as they are, recorded anew.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func bestsAreThoseOfTheMetricsRecordedAnew(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let types = MetricKind.allCases.map(\.rawValue) + ["vertical_jump"]
        var metrics: [Metric] = []
        for _ in 0..<12 {
            metrics.append(
                try home.measure(
                    types[Int.random(in: 0..<types.count, using: &numbers)],
                    Double(Int.random(in: 1...20, using: &numbers))))
        }
        for _ in 0..<60 {
            let place = Int.random(in: 0..<metrics.count, using: &numbers)
            let type = types[Int.random(in: 0..<types.count, using: &numbers)]
            let value = Double(Int.random(in: 1...20, using: &numbers))
            let day = Int.random(in: 10...28, using: &numbers)
            metrics[place] = try edit(metrics[place], version: metrics[place].version) { form in
                form.metricType = FormField(type)
                form.value = FormField(value)
                form.recordedDate = FormField("2026-01-\(day)")
            }.metric
        }
        let kept = try home.call(ShowPersonalBests.self, .init()).bests
        #expect(kept == PersonalBests.of(metrics))
        let anew = try EventHome()
        for metric in metrics.sorted(by: { $0.id < $1.id }) {
            try anew.measure(metric.metricType, metric.value) { form in
                form.unit = FormField(metric.unit)
                form.recordedDate = FormField(metric.recordedDate.text)
            }
        }
        let expected = try anew.call(ShowPersonalBests.self, .init()).bests
        #expect(kept.map(\.metricType) == expected.map(\.metricType))
        #expect(kept.map(\.count) == expected.map(\.count))
        #expect(kept.map(\.average) == expected.map(\.average))
        #expect(kept.map(\.best.value) == expected.map(\.best.value))
    }

    /// An edit keeps its place in the trash: an undo brings the edited metric back.
    @Test func anEditedMetricIsDeletedAndComesBack() throws {
        let metric = try home.measure("velocity", 92.5)
        let edited = try edit(metric) { $0.value = FormField(93) }.metric
        let contents = try home.contents()
        let deletion = try home.call(DeleteMetric.self, .init(id: metric.id))
        let error = home.refusal(
            of: EditMetric.self, MetricForm(editing: metric) { $0.value = FormField(1) })
        #expect(error?.code == .notFound)
        _ = try home.undo(deletion.operationID)
        #expect(try home.contents() == contents)
        let all = try home.call(ListMetrics.self, ListMetrics.Request()).metrics
        #expect(all == [edited])
    }
}
