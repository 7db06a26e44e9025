public import Contracts

extension TimelineEntry {
    /// The entry of a contact, at the time of its occurrence, or else of its logging: what the
    /// service's entries are compared with.
    public init(_ contact: Interaction) {
        let at = contact.displayDate
        self.init(
            kind: .interaction, id: RecordID(high: contact.id.high, low: contact.id.low),
            cursor: TimelineCursor(at, contact.id).text, at: at,
            precision: contact.occurredPrecision, day: nil, endDay: nil,
            type: contact.type.rawValue, direction: contact.direction,
            title: contact.displaySubject,
            text: contact.previewText?.shortened(to: TimelineLimit.textMax),
            coachName: contact.coachText, schoolName: contact.schoolText,
            interest: contact.calibratedLevel, status: nil, loggedBy: contact.loggedBy,
            loggedByName: contact.loggedByName)
    }
}
