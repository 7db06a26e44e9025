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

    /// "9:00 AM – 5:00 PM" where both ends are known (U-19).
    var timeText: String? {
        switch (startTime, endTime) {
        case (let start?, let end?): "\(start.label) – \(end.label)"
        case (let start?, nil): start.label
        case (nil, let end?): "until \(end.label)"
        case (nil, nil): nil
        }
    }

    /// "$75.50"; 0 is a cost (D-44).
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
    /// EV-51: "[name], [role], [email], [phone]"; what there is not is left out.
    var announcement: String {
        ([displayName, displayRole.label] + [email, phone].compactMap { $0 })
            .joined(separator: ", ")
    }

    /// What the card says besides the name: today's role and the ways to reach them, and who it
    /// was when nobody is known by this id any more (D-25).
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
