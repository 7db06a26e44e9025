import CommandKit
import Contracts

/// The Event Detail page as text (EV-02 to EV-09, EV-28 to EV-32, EV-51).
struct EventCard {
    let card: Card

    init(_ page: ShowEvent.Response, _ run: CommandRun) {
        self.init(page.event, run, coaches: page.coaches, metrics: page.metrics)
    }

    /// An event, with its coaches and metrics if the answer contains them.
    init(
        _ event: Event, _ run: CommandRun, coaches: [CoachPresence]? = nil,
        metrics: [Metric] = []
    ) {
        var card = Card()
        card.heading(event.name)
        // EV-03
        card.chips(
            [
                ("Type", .init(event.type.rawValue, shown: event.type.label, event.type.style)),
                ("Date", .init(event.dateRangeFormatted)),
                (
                    "Status",
                    .init(event.status.rawValue, shown: event.status.label, event.status.style)
                ),
            ], announced: event.announcement)
        card.blank()
        Self.addGrid(of: event, to: &card)
        Self.addLocation(of: event, to: &card)
        Self.addTexts(of: event, to: &card)
        Self.add(metrics, to: &card, run)
        if let coaches { Self.add(coaches, of: event, to: &card, run) }
        card.blank()
        card.footer("Version", .init(String(event.version)))
        card.footer(
            "Created", .time(event.createdAt, in: run.zone))
        card.footer(
            "Updated", .time(event.updatedAt, in: run.zone))
        self.card = card
    }

    /// EV-06, U-19.
    private static func addGrid(of event: Event, to card: inout Card) {
        card.field("ID", event.id.text)
        card.field("School", event.schoolText)
        card.field("Start Time", event.timeText)
        card.field("Check-in Time", event.checkinTime?.label)
        card.field("Cost", event.costText)
        card.field("Source", event.eventSource?.label)
    }

    /// EV-07, U-20: only if any of it is known.
    private static func addLocation(of event: Event, to card: inout Card) {
        let lines = [
            ("Place", event.location), ("Address", event.address), ("City", event.cityText),
        ].filter { $0.1 != nil }
        guard !lines.isEmpty else { return }
        card.blank()
        card.section("Location")
        for (label, text) in lines { card.field(label, text) }
    }

    /// EV-09, EV-44: only filled fields, in full.
    private static func addTexts(of event: Event, to card: inout Card) {
        let texts = [
            (EventText.description, event.description), (EventText.link, event.url),
            (EventText.notes, event.performanceNotes), (EventText.stats, event.statsText),
        ]
        for case (let title, let text?) in texts {
            card.blank()
            card.section(title)
            card.text(text, label: title)
        }
    }

    /// EV-31, EV-32.
    private static func add(_ metrics: [Metric], to card: inout Card, _ run: CommandRun) {
        guard !metrics.isEmpty else { return }
        card.blank()
        let count = String(metrics.count)
        card.section(EventText.metrics(metrics.count), pipe: ("Metrics", count))
        for metric in metrics {
            let value = "\(metric.valueText) \(metric.unit)"
            let badge = metric.verified ? " · Verified" : ""
            let shown =
                run.console.traits.isAccessible
                ? metric.announcement
                : "\(value)\(badge) · \(RecordNames.short(metric.id.text))"
            card.field(
                metric.displayLabel,
                .init(
                    "\(value) · \(metric.verifiedLabel) · \(metric.id.text)", shown: shown,
                    metric.verified ? .green : nil))
        }
    }

    /// EV-28, EV-29.
    private static func add(
        _ coaches: [CoachPresence], of event: Event, to card: inout Card, _ run: CommandRun
    ) {
        card.blank()
        card.section(EventText.coaches)
        guard !coaches.isEmpty else {
            card.text(EventText.noCoaches(at: event), label: EventText.coaches)
            return
        }
        for coach in coaches {
            card.field(
                coach.displayName,
                .init(
                    coach.details,
                    shown: run.console.traits.isAccessible ? coach.announcement : coach.details,
                    coach.displayRole.style))
        }
    }
}
