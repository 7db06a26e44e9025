import Contracts
import HTML

@testable import WebPages

/// The pages of events in their states, by name.
enum EventSamples {
    static let id = EventID(high: 6, low: 1)
    static let metricID = MetricID(high: 11, low: 1)

    /// The days since today of each event: two are past.
    private static let days = [-40, -2, 0, 3, 24]

    static func event(_ number: Int) -> Event {
        let today = Samples.zone.day(Samples.now)
        let day = today.adding(days: days[number % days.count]) ?? today
        var event = Event(
            id: EventID(high: 6, low: UInt64(number + 1)), familyUnitID: Samples.family,
            userID: Samples.player, type: EventType.allCases[number % EventType.allCases.count],
            name: "Spring Showcase \(number)", startDate: day, at: Samples.now)
        event.city = "New Rochelle"
        event.state = "NY"
        event.registered = number % 2 == 0
        event.attended = number % 5 == 0
        return event
    }

    /// An event with every field, which was attended.
    static var full: Event {
        var event = event(0)
        event.schoolID = SchoolID(high: 4, low: 1)
        event.schoolName = "Iona University"
        event.location = "Field 3"
        event.address = "871 Fictional Way"
        event.endDate = event.startDate.adding(days: 1)
        event.startTime = LocalTime(hour: 8, minute: 0)
        event.endTime = LocalTime(hour: 15, minute: 30)
        event.checkinTime = LocalTime(hour: 7, minute: 15)
        event.cost = 75.5
        event.eventSource = .flyer
        event.url = "https://events.example/159"
        event.description = "Bring cleats.\nLunch is there."
        event.performanceNotes = "Good day at the plate"
        event.attended = true
        return event
    }

    /// Hostile and long texts, a school that is gone, and an address that is no web page.
    static var hard: Event {
        var event = full
        event.name = "<script>alert(1)</script> مخيم الربيع " + String(repeating: "long", count: 40)
        event.schoolName = nil
        event.url = "javascript:alert(1)"
        event.description = "</p><b>\"quoted\"</b> & more"
        return event
    }

    static func metric(_ number: Int) -> Metric {
        let kind = MetricKind.allCases[number % MetricKind.allCases.count]
        return Metric(
            id: MetricID(high: 11, low: UInt64(number + 1)), familyUnitID: Samples.family,
            userID: Samples.player, eventID: id, eventName: "Spring Showcase 0",
            metricType: kind.rawValue, value: 92.5 + Double(number), unit: kind.unit,
            recordedDate: Samples.zone.day(Samples.now), notes: number == 1 ? "With <wind>" : nil,
            verified: number % 2 == 0, createdAt: Samples.now)
    }

    static let coach = CoachPresence(
        coachID: CoachID(high: 5, low: 1), name: "Tomas Birchwell", role: .assistant,
        schoolID: SchoolID(high: 4, low: 1), email: "tomas@iona.example", phone: nil,
        recordedName: "Tomas Birchwell", recordedRole: .assistant)

    /// A coach who is no longer known (D-25).
    static let goneCoach = CoachPresence(
        coachID: CoachID(high: 5, low: 2), name: nil, role: nil, schoolID: nil, email: nil,
        phone: nil, recordedName: "Pat Doyle", recordedRole: .head)

    static func answer(
        _ event: Event, metrics: Int = 0, coaches: [CoachPresence] = [],
        available: [AvailableCoach] = []
    ) -> ShowEvent.Response {
        ShowEvent.Response(
            event: event, coaches: coaches, availableCoaches: available,
            metrics: (0..<metrics).map(metric), quickLog: QuickLog(event, in: Samples.zone.zone))
    }

    static var fullAnswer: ShowEvent.Response {
        answer(
            full, metrics: 4, coaches: [coach, goneCoach],
            available: [AvailableCoach(id: CoachID(high: 5, low: 3), name: "Ann Lee", role: .head)])
    }

    static func page(
        _ answer: ShowEvent.Response, _ forms: EventForms = EventForms(), _ role: Role = .player
    ) -> SamplePages.Writing {
        let page = EventPage(answer, forms, Samples.context(role))
        return { page.write(to: &$0) }
    }

    static func list(
        _ count: Int, _ role: Role = .player, _ active: [ActiveFilter] = [],
        sort: EventOrder = .standard
    ) -> SamplePages.Writing {
        var request = ListEvents.Request()
        for filter in active {
            if let name = EventFilter(rawValue: filter.name) { request[name] = filter.value }
        }
        let answer = ListEvents.Response(
            activeFilters: active, (0..<count).map(event), sort: sort, total: count)
        let page = EventsPage(.success(answer), request, Samples.context(role))
        return { page.write(to: &$0) }
    }

    static let chips = [ActiveFilter(name: "period", value: "upcoming", label: "Upcoming")]

    static func refused(
        _ form: EventForms.Form, _ error: ServiceError, of event: Event = full
    ) -> SamplePages.Writing {
        var forms = EventForms()
        forms.log = QuickLogForm(
            type: "game", direction: nil, content: "Liked <b>the bat</b>", sentiment: "positive",
            schoolID: nil)
        forms.metric.value = "fast"
        forms.metric.unit = "mph\""
        forms.schools = SamplePages.schools
        forms.refuse(form, error)
        var answer = fullAnswer
        answer.event = event
        return page(answer, forms)
    }

    static let logRefusal = ServiceError(
        .validationFailed, "No direction",
        errors: ["direction": CreateInteraction.Refusal.direction])
    static let metricRefusal = ServiceError(
        .validationFailed, "No number",
        errors: [
            "metric_type": MetricForm.invalidType, "value": MetricForm.invalidValue,
        ])

    static var withoutSchool: Event {
        var event = event(0)
        event.attended = true
        return event
    }

    static let all: [(name: String, write: SamplePages.Writing)] = [
        ("events", list(12)), ("events-parent", list(5, .parent)),
        ("events-by-name", list(3, sort: .name)), ("events-empty", list(0)),
        ("events-no-results", list(0, .player, chips)),
        (
            "events-error",
            {
                EventsPage(
                    .failure(ServiceError(.timeout, "too late")), .init(), Samples.context()
                ).write(to: &$0)
            }
        ),
        ("event", page(fullAnswer)), ("event-parent", page(fullAnswer, .init(), .parent)),
        ("event-new", page(answer(event(3)))), ("event-hard", page(answer(hard, metrics: 2))),
        ("event-no-school", refused(.log, logRefusal, of: withoutSchool)),
        ("event-log-errors", refused(.log, logRefusal)),
        ("event-metric-errors", refused(.metric, metricRefusal)),
        ("event-failed", refused(.addCoach, ServiceError(.unavailable, "away"))),
        (
            "delete-event",
            {
                ConfirmationPage(
                    deleting: full, with: [.init(type: "metrics", count: 4)], Samples.context()
                ).write(to: &$0)
            }
        ),
        (
            "delete-metric",
            {
                ConfirmationPage(deleting: metric(0), at: full, Samples.context()).write(to: &$0)
            }
        ),
    ]
}
