/// The texts of timelines that the command line and the pages share.
public enum TimelineText {
    public static let title = "Timeline"

    /// The message for a request that names neither a coach nor a school, or both.
    public static let choiceRefusal = "Choose either a coach or a school"

    /// What an empty timeline says.
    public static let nothing = "Nothing yet: no contacts, events or posts"

    /// The mark of those who have not been in touch for long.
    public static let quiet = "Gone quiet"
}

extension TimelineFigures {
    /// Whether anything counts in these months.
    public var hasContacts: Bool { outbound + inbound > 0 }

    /// "On average 1.5 contacts in 30 days".
    public var frequencyText: String {
        let text = String(frequency)
        let number = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        let noun = frequency == 1 ? "contact" : "contacts"
        return "On average \(number) \(noun) in \(TimelineLimit.frequencyDays) days"
    }

    /// "8 outbound and 5 inbound in the last 12 months".
    public var balanceText: String {
        "\(outbound) outbound and \(inbound) inbound in the last \(TimelineLimit.months) months"
    }

    /// "Rising: High Interest, before Medium Interest"; nil without a calibration.
    public var interestText: String? {
        guard let interest else { return nil }
        guard let interestBefore else { return interest.label }
        return switch trend {
        case .steady, .unknown: "Steady: \(interest.label)"
        case .rising: "Rising: \(interest.label), before \(interestBefore.label)"
        case .falling: "Falling: \(interest.label), before \(interestBefore.label)"
        }
    }

    /// "nothing from them for 45 days"; nil if they have not gone quiet.
    public var silenceText: String? {
        quietDays.map { "nothing from them for \(CountedNoun.text($0, "days"))" }
    }

    /// "Gone quiet: nothing from them for 45 days"; nil if they have not.
    public var quietText: String? { silenceText.map { "\(TimelineText.quiet): \($0)" } }

    /// The figures as sentences, the most important first, with whose contacts they count.
    public func sentences(_ scope: FigureScope) -> [String] {
        let interest = interestText.map { "Interest: \($0)" }
        let balance = hasContacts ? scope.said(balanceText) : nil
        return ([quietText] + [balance, hasContacts ? frequencyText : nil])
            .compactMap { $0 } + [interest].compactMap { $0 }
    }
}

extension TimelineEntry {
    /// The kind of the record for people, by its type: "Phone Call", "Showcase", "Twitter/X post".
    public var kindLabel: String {
        switch kind {
        case .interaction: InteractionType(rawValue: type)?.label ?? "Contact"
        case .event: EventType(rawValue: type)?.label ?? "Event"
        case .post: (SocialPlatform(rawValue: type)?.label).map { "\($0) post" } ?? "Post"
        }
    }

    /// Which way it went, or the family's part in an event: "Outbound", "Attended".
    public var wayLabel: String? { direction?.label ?? status?.label }

    /// The days of an event, or the day or month of a contact of which no time of day is known, as
    /// people read them.
    public var dayText: String? { day.map { DayRange.text($0, endDay) } ?? time?.dayLabel }

    /// The time of a contact as exactly as it is known.
    public var time: ContactTime? { at.map { ContactTime($0, knownTo: precision) } }
}
