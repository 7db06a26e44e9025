public import Contracts
public import HTML

/// The page "Weekly digest": what happened in a week, and what comes next (N-75, N-76).
@Memberwise(labels: false)
public struct DigestPage: Sendable {
    /// How many weeks back the links of the page lead. Addresses of older weeks work, too.
    public static let weeksBack: Int64 = 12

    private let digest: WeeklyDigest
    private let plan: DigestPlan
    private let context: PageContext

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page(DigestText.title, in: .today, context) { html in
            html.pageHead(DigestText.title, subtitle: digest.subtitle)
            if !digest.unavailable.isEmpty {
                html.banner(
                    .bad, title: TrashWords.away(digest.unavailable),
                    "A part of this page could not be loaded just now.",
                    action: ("Retry", Place.digest(of: plan.week)))
            }
            for part in digest.parts {
                html(.section, .class("sheet")) { write(part, to: &$0) }
            }
            writeWeeks(to: &html)
            html.command(CommandLine.text(["digest", "--week", digest.week]))
        }
    }

    private func write(_ part: DigestPart, to html: inout HTMLWriter) {
        html(.h2, text: part.title)
        html(.p, .class("soft"), text: part.summary)
        guard !part.rows.isEmpty else { return }
        html.rows(part.rows) { row, html in
            html(.div, .class("text")) { write(row, to: &$0) }
        }
        if let more = part.moreText { html(.p, .class("small soft"), text: more) }
    }

    private func write(_ row: DigestRow, to html: inout HTMLWriter) {
        if let place = row.subject.map(place), context.serves(place) {
            html(.a, .class("whole"), .href(place), .dir(.auto), text: row.lead)
        } else {
            html(.span, .dir(.auto), text: row.lead)
        }
        html(.small, .class("soft"), .dir(.auto), text: row.text)
    }

    private func place(_ subject: DigestRow.Subject) -> WebAddress {
        switch subject {
        case .coach(let id): Place.coach(id)
        case .contact(let id): Place.interaction(id)
        case .event(let id): Place.event(id)
        }
    }

    /// The ways to the week before, and to the week after if it has begun. Links without an end
    /// would send robots back to the beginning of the calendar.
    private func writeWeeks(to html: inout HTMLWriter) {
        let (earlier, later) = (plan.week.adding(weeks: -1), plan.week.adding(weeks: 1))
        let first = ISOWeek(of: plan.today).adding(weeks: -Self.weeksBack)
        html(.nav, .class("pages"), .ariaLabel("Weeks")) { html in
            if first <= earlier {
                html.linkButton("Earlier week", to: Place.digest(of: earlier))
            }
            if later.firstDay <= plan.today {
                html.linkButton("Later week", to: Place.digest(of: later))
            }
        }
    }
}
