extension EventStatus {
    /// EV-05: attended green, registered blue, not registered gray.
    public var tone: Tone {
        switch self {
        case .attended: .green
        case .registered: .blue
        case .notRegistered: .gray
        }
    }
}

extension EventType {
    /// The colour of the badge.
    public var tone: Tone {
        switch self {
        case .showcase: .pink
        case .camp: .amber
        case .officialVisit: .purple
        case .unofficialVisit: .indigo
        case .game: .green
        }
    }
}

/// What pages and terminals say about an event.
extension Event {
    /// The school's name; X-28 for one that cannot be resolved, nil for none.
    public var schoolText: String? {
        schoolID == nil ? nil : schoolName ?? FilterRecord.school.unknownLabel
    }

    /// "9:00 AM – 5:00 PM", or the time that is known (U-19).
    public var timeText: String? {
        switch (startTime, endTime) {
        case (let start?, let end?): "\(start.label) – \(end.label)"
        case (let start?, nil): start.label
        case (nil, let end?): "until \(end.label)"
        case (nil, nil): nil
        }
    }

    /// "$75.50"; a cost of 0 is shown too (D-44).
    public var costText: String? {
        guard let cost else { return nil }
        let cents = Int((cost * 100).rounded())
        let dollars = String(cents / 100)
        var grouped = ""
        for (place, digit) in dollars.enumerated() {
            if place > 0, (dollars.count - place) % 3 == 0 { grouped.append(",") }
            grouped.append(digit)
        }
        return "$\(grouped).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
    }

    /// EV-51: "[name], [type], [date], [status]".
    public var announcement: String {
        "\(name), \(type.label), \(dateRangeFormatted), \(status.label)"
    }

    /// The recorded stats, one per line; nil if there are none.
    public var statsText: String? {
        guard let stats = statsRecorded, !stats.entries.isEmpty else { return nil }
        return stats.lines
    }
}

extension CoachPresence {
    /// EV-51: "[name], [role], [email], [phone]" without missing parts.
    public var announcement: String {
        ([displayName, displayRole.label] + [email, phone].compactMap { $0 })
            .joined(separator: ", ")
    }

    /// The details beside the name: the role and contact data, and the recorded name if the coach
    /// no longer exists (D-25).
    public var details: String {
        let then = name == nil ? ["was \(recordedName)"] : []
        return ([displayRole.label] + [email, phone].compactMap { $0 } + then)
            .joined(separator: " · ")
    }
}

extension Metric {
    /// EV-51: "[label], [value] [unit], [Verified/Not verified]".
    public var announcement: String { "\(displayLabel), \(valueText) \(unit), \(verifiedLabel)" }
}

/// The texts of the list of events.
public enum EventListText {
    public static let title = "Events"
    public static let nothingYet = "No events yet"
    public static let nothingMatches = (
        title: "No events match your filters", action: "Clear Filters"
    )
}

/// The titles and texts of one event.
public enum EventText {
    /// EV-09.
    public static let description = "Event Description"
    /// EV-09.
    public static let link = "Event Link"
    /// EV-09.
    public static let notes = "Performance Notes"
    public static let stats = "Stats"
    public static let coaches = "Coaches Present"
    /// EV-10.
    public static let attend = "✓ Mark Attended"
    /// EV-25.
    public static let addCoach = "+ Add Coach"
    /// EV-34.
    public static let addMetric = "+ Add Metric"

    /// EV-31.
    public static func metrics(_ count: Int) -> String {
        "Metrics Recorded at This Event (\(count))"
    }

    /// EV-29: what stands in place of coaches.
    public static func noCoaches(at event: Event) -> String {
        event.schoolID == nil ? QuickLog.noSchool : "No coaches recorded"
    }
}
