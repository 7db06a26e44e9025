/// What a family's table says about contacts.
public enum ContactWindowRule {
    /// Returns a hint for each closed period that includes the day and speaks of such a contact.
    ///
    /// A nil `type` is a contact whose type is still open: rules about any type apply. A rule about
    /// a division says nothing about schools whose division is unknown (nil). `today` is the day
    /// from which the age of the rules counts.
    public static func hints(
        for type: InteractionType?, _ direction: Direction, division: Division?, on day: CivilDay,
        today: CivilDay, _ windows: [ContactWindow]
    ) -> [ContactHint] {
        windows.filter { window in
            window.kind == .closed && window.includes(day)
                && (window.division == nil || window.division == division)
                && (window.direction == nil || window.direction == direction)
                && (type.map { window.types.isEmpty || window.types.contains($0) } ?? true)
        }.map { window in
            ContactHint(
                text: text(of: window, today: today), firstDay: window.firstDay,
                lastDay: window.lastDay, source: window.source, checkedOn: window.checkedOn,
                isOutdated: window.isOutdated(on: today))
        }
    }

    /// The hint of a closed period for people.
    static func text(of window: ContactWindow, today: CivilDay) -> String {
        let period =
            window.lastDay.map { "between \(window.firstDay.label) and \($0.label)" }
            ?? "from \(window.firstDay.label) on"
        let note = window.note.map { " " + $0 + (".!?".contains($0.last ?? " ") ? "" : ".") } ?? ""
        let age = window.isOutdated(on: today) ? " \(ContactWindowText.outdated)." : ""
        return "Your family's table says no \(window.contactText) \(period) "
            + "(source: \(window.source), checked \(window.checkedOn.label)).\(note)\(age) "
            + ContactWindowText.disclaimer
    }
}

extension ContactWindow {
    /// Whether a day is in the period.
    public func includes(_ day: CivilDay) -> Bool {
        day >= firstDay && lastDay.map { day <= $0 } ?? true
    }

    /// Whether the rule was checked over `ContactWindowLimit.currentDays` before a day.
    public func isOutdated(on day: CivilDay) -> Bool {
        day.daysSince1970 - checkedOn.daysSince1970 > Int64(ContactWindowLimit.currentDays)
    }

    /// "phone calls or texts from coaches of D1 schools".
    public var contactText: String {
        let nouns = types.isEmpty ? ["contact"] : types.map { "\($0.label.lowercased())s" }
        let what =
            nouns.count == 1
            ? nouns[0] : nouns.dropLast().joined(separator: ", ") + " or \(nouns[nouns.count - 1])"
        let preposition =
            switch direction {
            case .inbound: "from"
            case .outbound: "to"
            case nil: "with"
            }
        let whom = division.map { "coaches of \($0.rawValue) schools" } ?? "coaches"
        return "\(what) \(preposition) \(whom)"
    }

    /// "Apr 1, 2026 to Apr 9, 2026", "From Apr 1, 2026 on".
    public var periodText: String {
        lastDay.map { "\(firstDay.label) to \($0.label)" } ?? "From \(firstDay.label) on"
    }
}

/// The texts about contact windows that the command line and the pages share.
public enum ContactWindowText {
    public static let playersOnly = "Only players can change the contact windows"
    public static let disclaimer = "This is a note from your table, not advice."
    public static let outdated = "The rule was checked over a year ago; compare it with its source"
    public static let empty = "No contact windows yet"

    /// The question before the table is removed.
    public static let clearQuestion = "Remove all contact windows of the family for good?"

    /// The warning about rules that were checked over a year ago; nil if there are none.
    public static func warning(outdated count: Int) -> String? {
        switch count {
        case 0: nil
        case 1: "1 rule was checked over a year ago; compare it with its source"
        default: "\(count) rules were checked over a year ago; compare them with their sources"
        }
    }
}
