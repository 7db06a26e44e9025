import Contracts
import Foundation
import Support
import Testing

@testable import Events

/// A search finds the events and metrics that a plain walk over all of them finds, in every role.
@Suite("events.search equals a scan")
struct EventSearchScanTests {
    private static let queries =
        ScannedRecord.queries + [
            "\"92 5\" mph", "fastball", "\"exit velo\"", "ecole mph", "coach:lee",
            "coach:\"ann le\"", "coach:nun", "school:elon", "school:state camp", "school:camp",
            "school:\"elon uni\" x", "camp type:event", "x type:metric", "off type:camp type:game",
            "camp type:official_visit", "camp after:2026-02-01", "x before:2026-02-01",
            "x after:2026-01-20 before:2026-02-05", "mph after:2026-01-25",
        ]
    private static let metricTypes = ["velocity", "exit_velo", "sixty_time", "École throw"]

    private struct HeldEvent {
        var event: Event
        var coaches: [CoachID] = []
        var isDeleted = false
    }

    private struct HeldMetric {
        let metric: Metric
        /// The place of its event in `events`.
        let place: Int?
        var isDeleted = false
    }

    /// What an operation deleted, as places in `events` and `metrics`.
    private struct Deletion {
        let operation: OperationID
        var event: Int?
        let metrics: [Int]
    }

    private let home: EventHome
    private let elon = SchoolID(high: 0x5C, low: 2)
    private let zoe = CoachID(high: 0xC0, low: 3)
    private var schoolNames: [SchoolID: String]
    private let coachNames: [CoachID: String]
    private var numbers = SeededNumbers(seed: 0)
    private var events: [HeldEvent] = []
    private var metrics: [HeldMetric] = []
    private var deletions: [Deletion] = []

    init() throws {
        let home = try EventHome()
        self.home = home
        schoolNames = [home.school: "State", elon: "Élon University"]
        coachNames = [home.ann: "Ann Lee", zoe: "Zoë Núñez"]
        try home.tell(CoachesFeed.schoolChanged, home.schoolPayload(elon, "Élon University"))
        try home.tell(CoachesFeed.coachChanged, home.coach(zoe, "Zoë", "Núñez", at: elon))
    }

    // MARK: A family's life

    private mutating func text(_ count: Int) -> String {
        ScannedRecord.text(count, using: &numbers)
    }

    private mutating func maybe(_ count: Int) -> String? {
        Bool.random(using: &numbers) ? text(count) : nil
    }

    private mutating func day() -> CivilDay {
        CivilDay(daysSince1970: Int64.random(in: 20_465..<20_494, using: &numbers))
    }

    private mutating func eventForm() -> EventForm {
        let type = EventType.allCases.randomElement(using: &numbers) ?? .camp
        var form = EventForm(type: type.rawValue, name: text(2), startDate: day().text)
        form.location = FormField(maybe(2))
        form.address = FormField(maybe(1))
        form.city = FormField(maybe(1))
        form.description = FormField(maybe(6))
        form.performanceNotes = FormField(maybe(4))
        return form
    }

    private mutating func addEvent() throws {
        var form = eventForm()
        let schools: [SchoolID?] = [home.school, elon, nil]
        let school = schools.randomElement(using: &numbers) ?? nil
        form.schoolID = FormField(school?.text)
        form.state = "NC"
        events.append(HeldEvent(event: try home.call(AddEvent.self, form).event))
    }

    private mutating func addMetric() throws {
        let place = Bool.random(using: &numbers) ? events.indices.last : nil
        let type = Self.metricTypes.randomElement(using: &numbers) ?? "velocity"
        let values: [Double] = [92.5, 88, 7]
        let value = values.randomElement(using: &numbers) ?? 88
        var form = MetricForm(
            metricType: type, value: value, eventID: place.map { events[$0].event.id })
        form.recordedDate = FormField(day().text)
        form.notes = FormField(maybe(4))
        let metric = try home.call(AddMetric.self, form).metric
        metrics.append(HeldMetric(metric: metric, place: place))
    }

    /// Renames, deletes, or has a coach come or go.
    private mutating func changeEvents() throws {
        for place in events.indices where !events[place].isDeleted {
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0: try rename(place)
            case 1: try delete(place)
            case 2...4: try changeCoach(at: place)
            default: break
            }
        }
    }

    private mutating func rename(_ place: Int) throws {
        let name = text(2)
        let answer = try home.edit(events[place].event) { $0.name = FormField(name) }
        events[place].event = answer.event
    }

    private mutating func delete(_ place: Int) throws {
        let operation = try home.call(
            CascadeDeleteEvent.self, .init(id: events[place].event.id)
        ).operationID
        var gone: [Int] = []
        for (number, held) in metrics.enumerated() where held.place == place && !held.isDeleted {
            gone.append(number)
        }
        mark(Deletion(operation: operation, event: place, metrics: gone), isDeleted: true)
    }

    private mutating func deleteMetric() throws {
        let place = Int.random(in: metrics.indices, using: &numbers)
        guard !metrics[place].isDeleted else { return }
        let operation = try home.call(
            DeleteMetric.self, .init(id: metrics[place].metric.id)
        ).operationID
        mark(Deletion(operation: operation, event: nil, metrics: [place]), isDeleted: true)
    }

    private mutating func undoLast() throws {
        guard let last = deletions.popLast() else { return }
        _ = try home.undo(last.operation)
        mark(last, isDeleted: false)
    }

    private mutating func mark(_ deletion: Deletion, isDeleted: Bool) {
        if let place = deletion.event { events[place].isDeleted = isDeleted }
        for place in deletion.metrics { metrics[place].isDeleted = isDeleted }
        if isDeleted { deletions.append(deletion) }
    }

    private mutating func changeCoach(at place: Int) throws {
        let held = events[place]
        guard let school = held.event.schoolID else { return }
        let coach = school == elon ? zoe : home.ann
        let request = EventCoachRequest(id: held.event.id, coachID: coach)
        if held.coaches.contains(coach) {
            _ = try home.call(RemoveEventCoach.self, request)
            events[place].coaches = []
        } else {
            _ = try home.call(AddEventCoach.self, request)
            events[place].coaches = [coach]
        }
    }

    private mutating func renameSchool() throws {
        let name = "State \(text(1))"
        try home.tell(CoachesFeed.schoolChanged, home.schoolPayload(home.school, name))
        schoolNames[home.school] = name
    }

    // MARK: The scan

    private func record(of event: Event, _ coaches: [CoachID] = []) -> ScannedRecord {
        ScannedRecord(
            .event, id: event.id.text, type: event.type.rawValue, day: event.startDate,
            title: event.name, coach: coaches.compactMap { coachNames[$0] }.joined(separator: " "),
            school: event.schoolID.flatMap { schoolNames[$0] } ?? "",
            texts: [
                event.location, event.address, event.city, event.state, event.description,
                event.performanceNotes,
            ])
    }

    private func record(of held: HeldMetric) -> ScannedRecord {
        let metric = held.metric
        return ScannedRecord(
            .metric, id: metric.id.text, day: metric.recordedDate,
            title: "\(metric.displayLabel) \(metric.valueText) \(metric.unit)",
            texts: [metric.notes, held.place.map { events[$0].event.name }])
    }

    private func records() -> [ScannedRecord] {
        events.filter { !$0.isDeleted }.map { record(of: $0.event, $0.coaches) }
            + metrics.filter { !$0.isDeleted }.map { record(of: $0) }
    }

    // N-20, N-21, N-22
    @Test(arguments: 0..<3 as Range<UInt64>)
    mutating func aSearchFindsWhatAScanFinds(seed: UInt64) throws {
        numbers = SeededNumbers(seed: seed)
        var others: [ScannedRecord] = []
        var count = 0
        for _ in 0..<4 {
            for _ in 0..<9 {
                try addEvent()
                try addMetric()
            }
            for _ in 0..<4 {
                let event = try home.fixture.call(
                    AddEvent.self, eventForm(), as: home.stranger, in: home.otherFamily
                ).event
                others.append(record(of: event))
            }
            try changeEvents()
            try deleteMetric()
            try deleteMetric()
            try undoLast()
            try renameSchool()
            count += try ScannedRecord.compare(
                records(), with: Self.queries, SearchedEvents.self, of: home.fixture,
                as: [home.player, home.sibling, home.parent], in: home.family)
            count += try ScannedRecord.compare(
                others, with: Self.queries, SearchedEvents.self, of: home.fixture,
                as: [home.stranger], in: home.otherFamily)
        }
        // The searches must not all find nothing.
        #expect(count > 500)
    }
}
