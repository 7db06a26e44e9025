import Contracts
import HTML

/// A row of the interactions list: a card on phones, a line of columns on wide screens, with the
/// same markup (IL-29 to IL-39).
struct InteractionRow {
    let context: PageContext

    func write(
        _ interaction: borrowing Interaction, _ moment: ZonedMoment?, to html: inout HTMLWriter
    ) {
        let date = moment?.text ?? ReaderZone.unknown
        let kind = RowKind.of(interaction)
        let id = interaction.id.textBytes
        let subject = interaction.displaySubject
        html(context.isPlayer ? kind.markedRow : kind.row) { gap, text in
            switch gap {
            case .id: text(utf8: id.span)
            case .markName:
                text.literal("Mark ")
                text(subject)
            case .announcement:
                // IL-49: what is heard says the whole row.
                interaction.announce(kind: kind.text) { text($0) }
                text(date)
            case .subject: text(subject)
            }
        } parts: { part, html in
            switch part {
            case .mood: writeMood(of: interaction, to: &html)
            case .preview: writePreview(of: interaction, to: &html)
            case .place: writePlace(of: interaction, to: &html)
            case .when: writeWhen(of: interaction, date, to: &html)
            }
        }
    }

    private func writeMood(of interaction: borrowing Interaction, to html: inout HTMLWriter) {
        let enterer = interaction.entererText(for: context.userID)
        guard interaction.sentiment != nil || !context.isPlayer || enterer != nil else { return }
        html(.span, .class("mood")) { html in
            if let sentiment = interaction.sentiment {
                html.badge(sentiment.label, sentiment.tone)
            }
            // IL-30: for parents only.
            if !context.isPlayer {
                html.badge(
                    interaction.loggerText(for: context.userID),
                    interaction.loggerTone(for: context.userID))
            }
            if let enterer { html.badge(enterer, .purple) }
        }
    }

    /// IL-36
    private func writePreview(of interaction: borrowing Interaction, to html: inout HTMLWriter) {
        guard let content = interaction.previewText else { return }
        html(RowTemplates.preview) { _, text in text(content) }
    }

    /// IL-35: left out if there is neither school nor coach.
    private func writePlace(of interaction: borrowing Interaction, to html: inout HTMLWriter) {
        switch (interaction.schoolText, interaction.coachText) {
        case (let school?, let coach?):
            html(RowTemplates.schoolAndCoach) { gap, text in
                switch gap {
                case .school: text(school)
                case .coach: text(coach)
                }
            }
        case (let name?, nil), (nil, let name?): html(RowTemplates.place) { $1(name) }
        case (nil, nil): return
        }
    }

    private func writeWhen(
        of interaction: borrowing Interaction, _ date: String, to html: inout HTMLWriter
    ) {
        if interaction.occurredPrecision != nil, let time = interaction.displayTime {
            html(.time, .datetime(time.text), text: date)
        } else if let instant = interaction.displayDate {
            html(RowTemplates.time) { gap, text in
                switch gap {
                case .instant: text(utf8: instant.textBytes.span)
                case .date: text(date)
                }
            }
        } else {
            html.text(date)
        }
        guard let files = interaction.filesText else { return }
        html(.span, .class("files")) { html in
            html.icon(.clip)
            html.text(files)
        }
    }
}

private enum RowText: GapName {
    case id
    case markName
    case announcement
    case subject
}

private enum RowPart: GapName {
    case mood
    case preview
    case place
    case when
}

/// What the rows of one type and direction have in common.
private final class RowKind: Sendable {
    /// "Email Outbound".
    let text: String
    let row: HTMLTemplate<RowText, RowPart>
    /// The row of a reader who can mark it.
    let markedRow: HTMLTemplate<RowText, RowPart>

    /// The kinds of each direction, in the order of the types.
    private static let outbound = InteractionType.allCases.map { RowKind($0, .outbound) }
    private static let inbound = InteractionType.allCases.map { RowKind($0, .inbound) }

    static func of(_ interaction: borrowing Interaction) -> RowKind {
        guard let place = InteractionType.allCases.firstIndex(of: interaction.type) else {
            return RowKind(interaction.type, interaction.direction)
        }
        return interaction.direction == .outbound ? outbound[place] : inbound[place]
    }

    private init(_ type: InteractionType, _ direction: Direction) {
        text = Interaction.kindText(type, direction)
        row = HTMLTemplate { html in
            html(.li) { Self.writeCard(type, direction, to: &$0) }
        }
        markedRow = HTMLTemplate { html in
            html(.li) { html in
                html.markTemplate(RowText.id, name: RowText.markName)
                Self.writeCard(type, direction, to: &html)
            }
        }
    }

    private static func writeCard(
        _ type: InteractionType, _ direction: Direction, to html: inout HTMLWriter
    ) {
        html(.article, .class("row")) { html in
            html.disc(of: type, direction)
            html(.div, .class("badges")) { html in
                html(.span, .class("kind")) { html in
                    html.badge(type.label, .gray, further: " type")
                    html.badge(direction.label, direction.listTone, icon: direction.icon)
                }
                html.gap(RowPart.mood)
            }
            html(.div, .class("what")) { html in
                html(.h3, .dir(.auto)) { html in
                    html(
                        .a, .href(below: Place.interactions, gap: RowText.id),
                        .ariaLabel(gap: RowText.announcement)
                    ) { $0.gap(RowText.subject) }
                }
                html.gap(RowPart.preview)
            }
            html.gap(RowPart.place)
            html(.p, .class("when")) { $0.gap(RowPart.when) }
        }
    }
}

/// Parts of a row that some rows do not have.
private enum RowTemplates {
    enum Only: GapName { case text }

    enum Place: GapName {
        case school
        case coach
    }

    enum Time: GapName {
        case instant
        case date
    }

    static let preview = HTMLTemplate<Only, Never> { html in
        html(.p, .class("preview"), .dir(.auto)) { $0.gap(Only.text) }
    }

    static let place = HTMLTemplate<Only, Never> { html in
        html(.p, .class("place")) { $0(.bdi) { $0.gap(Only.text) } }
    }

    static let schoolAndCoach = HTMLTemplate<Place, Never> { html in
        html(.p, .class("place")) { html in
            html(.bdi) { $0.gap(Place.school) }
            html(.span, text: " • ")
            html(.bdi) { $0.gap(Place.coach) }
        }
    }

    static let time = HTMLTemplate<Time, Never> { html in
        html(.time, .datetime(gap: Time.instant)) { $0.gap(Time.date) }
    }
}

/// The rows of one month.
struct RowMonth {
    private static let names = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    /// The first day of the month; nil for rows without a date.
    let month: CivilDay?
    /// The places of the rows in the list.
    var places: Range<Int>

    /// Divides rows, which are ordered by date, into months. Takes the date of each row.
    static func months(of moments: [ZonedMoment?]) -> [RowMonth] {
        var months: [RowMonth] = []
        for (place, moment) in moments.enumerated() {
            let month = moment?.day.firstOfMonth()
            if let last = months.last, last.month == month {
                months[months.count - 1].places = last.places.lowerBound..<place + 1
            } else {
                months.append(RowMonth(month: month, places: place..<place + 1))
            }
        }
        return months
    }

    func writeHeading(to html: inout HTMLWriter) {
        html(.h2, .class("month")) { html in
            html.text(month.map { "\(Self.names[$0.month - 1]) \($0.year)" } ?? "Without a date")
            html.text(" ")
            html(.small, text: CountedNoun.text(places.count, "interactions"))
        }
    }
}
