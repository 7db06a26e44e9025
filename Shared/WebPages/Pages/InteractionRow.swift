import Contracts
import HTML

/// A row of the interactions list: a card on phones, a line of columns on wide screens, with the
/// same markup (IL-29 to IL-39).
struct InteractionRow {
    let context: PageContext

    func write(_ interaction: Interaction, to html: inout HTMLWriter) {
        let date = context.zone.text(interaction.displayDate)
        let kind = RowKind.of(interaction)
        html(.article, .class("row")) { html in
            html(kind.disc)
            writeBadges(of: interaction, kind, to: &html)
            html(.div, .class("what")) { html in
                html(.h3, .dir(.auto)) { html in
                    // IL-49: what is heard says the whole row.
                    html(
                        .a, .href(Place.interaction(interaction.id)),
                        .ariaLabel(joining: interaction.announcementParts(kind: kind.text, date)),
                        text: interaction.displaySubject)
                }
                // IL-36
                if let content = interaction.previewText {
                    html(.p, .class("preview"), .dir(.auto), text: content)
                }
            }
            writePlace(of: interaction, to: &html)
            html(.p, .class("when")) { html in
                if let instant = interaction.displayDate {
                    html(.time, .datetime(instant.text), text: date)
                } else {
                    html.text(date)
                }
                if let files = interaction.filesText {
                    html(.span, .class("files")) { html in
                        html.icon(.clip)
                        html.text(files)
                    }
                }
            }
        }
    }

    private func writeBadges(
        of interaction: Interaction, _ kind: RowKind, to html: inout HTMLWriter
    ) {
        html(.div, .class("badges")) { html in
            html(kind.badges)
            let enterer = interaction.entererText(for: context.userID)
            guard interaction.sentiment != nil || !context.isPlayer || enterer != nil else {
                return
            }
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
    }

    /// IL-35: left out if there is neither school nor coach.
    private func writePlace(of interaction: Interaction, to html: inout HTMLWriter) {
        guard interaction.placeText != nil else { return }
        html(.p, .class("place")) { html in
            if let school = interaction.schoolText { html(.bdi, text: school) }
            guard let coach = interaction.coachText else { return }
            if interaction.schoolText != nil { html(.span, text: " • ") }
            html(.bdi, text: coach)
        }
    }
}

/// What the rows of one type and direction have in common.
private struct RowKind: Sendable {
    /// "Email Outbound".
    let text: String
    let disc: HTMLFragment
    let badges: HTMLFragment

    private static let outbound = all(.outbound)
    private static let inbound = all(.inbound)

    static func of(_ interaction: Interaction) -> RowKind {
        let kinds = interaction.direction == .outbound ? outbound : inbound
        return kinds[interaction.type] ?? RowKind(interaction.type, interaction.direction)
    }

    private static func all(_ direction: Direction) -> [InteractionType: RowKind] {
        Dictionary(
            uniqueKeysWithValues: InteractionType.allCases.map { ($0, RowKind($0, direction)) })
    }

    private init(_ type: InteractionType, _ direction: Direction) {
        text = Interaction.kindText(type, direction)
        disc = HTMLFragment { $0.disc(of: type, direction) }
        badges = HTMLFragment { html in
            html(.span, .class("kind")) { html in
                html.badge(type.label, .gray, further: " type")
                html.badge(direction.label, direction.listTone, icon: direction.icon)
            }
        }
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
    var rows: ArraySlice<Interaction>

    /// Divides rows, which are ordered by date, into months.
    static func months(of rows: [Interaction], _ zone: ReaderZone) -> [RowMonth] {
        var months: [RowMonth] = []
        for (place, row) in rows.enumerated() {
            let month = row.displayDate.map { zone.day($0).firstOfMonth() }
            if let last = months.last, last.month == month {
                months[months.count - 1].rows = rows[last.rows.startIndex...place]
            } else {
                months.append(RowMonth(month: month, rows: rows[place...place]))
            }
        }
        return months
    }

    func writeHeading(to html: inout HTMLWriter) {
        html(.h2, .class("month")) { html in
            html.text(month.map { "\(Self.names[$0.month - 1]) \($0.year)" } ?? "Without a date")
            html.text(" ")
            html(.small, text: CountedNoun.text(rows.count, "interactions"))
        }
    }
}
