import CommandKit
import Contracts

extension EventStatus {
    /// EV-05: attended green, registered blue, not registered gray.
    var style: TextStyle {
        switch self {
        case .attended: .green
        case .registered: .blue
        case .notRegistered: .faint
        }
    }
}

extension EventType {
    /// The colour of the badge.
    var style: TextStyle {
        switch self {
        case .showcase: .pink
        case .camp: .amber
        case .officialVisit: .purple
        case .unofficialVisit: .indigo
        case .game: .green
        }
    }
}

extension Event {
    /// The school's name; X-28 for one that cannot be resolved, nil for none.
    var schoolText: String? { schoolID == nil ? nil : schoolName ?? "Unknown School" }

    /// "9:00 AM – 5:00 PM", or the time that is known (U-19).
    var timeText: String? {
        switch (startTime, endTime) {
        case (let start?, let end?): "\(start.label) – \(end.label)"
        case (let start?, nil): start.label
        case (nil, let end?): "until \(end.label)"
        case (nil, nil): nil
        }
    }

    /// "$75.50"; a cost of 0 is shown too (D-44).
    var costText: String? {
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

    /// "Durham, NC"; nil for neither.
    var cityText: String? {
        let parts = [city, state].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// EV-51: "[name], [type], [date], [status]".
    var announcement: String {
        "\(name), \(type.label), \(dateRangeFormatted), \(status.label)"
    }
}

extension CoachPresence {
    /// EV-51: "[name], [role], [email], [phone]" without missing parts.
    var announcement: String {
        ([displayName, displayRole.label] + [email, phone].compactMap { $0 })
            .joined(separator: ", ")
    }

    /// The details beside the name: the role and contact data, and the recorded name if the coach
    /// no longer exists (D-25).
    var details: String {
        let then = name == nil ? ["was \(recordedName)"] : []
        return ([displayRole.label] + [email, phone].compactMap { $0 } + then)
            .joined(separator: " · ")
    }
}

extension Metric {
    /// EV-51: "[label], [value] [unit], [Verified/Not verified]".
    var announcement: String { "\(displayLabel), \(valueText) \(unit), \(verifiedLabel)" }
}
