import Contracts
import HTML

extension HTMLWriter {
    /// Writes events as rows: the day, the name, what and where it is, and whether we go. In a
    /// narrow column the status stands among the other words.
    mutating func eventRows(_ events: [Event], isNarrow: Bool = false) {
        self(.ul, .class("mini days")) { html in
            for event in events { html(.li) { $0.eventRow(event, isNarrow) } }
        }
    }

    private mutating func eventRow(_ event: Event, _ isNarrow: Bool) {
        self(.span, .class("day"), .ariaHidden(true)) { html in
            html(.span, text: event.startDate.monthName)
            html(.b, text: "\(event.startDate.day)")
        }
        self(.div, .class("text")) { html in
            // EV-51: what is heard says the whole row.
            html(
                .a, .class("whole"), .href(Place.event(event.id)),
                .ariaLabel(event.announcement), .dir(.auto), text: event.name)
            html(.small, .class("soft")) { html in
                html.text(event.type.label)
                if !isNarrow { html.text(" · \(event.dateRangeFormatted)") }
                if let place = event.schoolText ?? event.cityText {
                    html.text(" · ")
                    html(.bdi, text: place)
                }
                guard isNarrow else { return }
                html.text(" · ")
                html(
                    .b, .class(event.status == .notRegistered ? "late" : nil),
                    text: event.status.label)
            }
        }
        if !isNarrow { badge(event.status.label, event.status.tone) }
    }
}

extension EventType {
    /// The icon on pages.
    var pageIcon: Icon {
        switch self {
        case .showcase: .star
        case .camp: .tent
        case .officialVisit, .unofficialVisit: .people
        case .game: .ball
        }
    }
}
