import Contracts
import HTML

/// What can be decided about a contact that is due, with one press.
public enum FollowUpAction: String, Sendable, CaseIterable {
    case done
    case skip
    case snooze

    /// The days from today until which a snoozed contact is put off.
    public static let snoozeDays = 7

    var label: String {
        switch self {
        case .done: "Done"
        case .skip: "Skip"
        case .snooze: "In a week"
        }
    }
}

/// The page that follows a decision.
public enum FollowUpPlace: String, Sendable, CaseIterable {
    case today
    case queue
    case coach
}

extension HTMLWriter {
    /// The section about coaches to contact, the longest overdue first (N-10, N-11). Writes nothing
    /// if there are none.
    mutating func followUps(_ due: [FollowUp], atMost rowsMax: Int, _ context: PageContext) {
        guard !due.isEmpty else { return }
        let rest = due.count - rowsMax
        self(.section, .class("sheet")) { html in
            html(.div, .class("split")) { html in
                html(.h2, text: FollowUpReason.cadence.label)
                html(
                    .a, .class("small reach screen"), .href(Place.queue), text: "All follow-ups")
            }
            html(
                .p, .class("small soft"),
                text: "Coaches to contact within seven days."
                    + (rest > 0 ? " \(rest) more are due." : ""))
            html.followUpRows(due.prefix(rowsMax), at: .today, context)
        }
    }

    /// The rows of coaches who are due; `first` tells the forms of one page apart.
    mutating func followUpRows(
        _ rows: some Collection<FollowUp>, at place: FollowUpPlace, first: Int = 0,
        _ context: PageContext
    ) {
        // A family with one player need not be told whose queue it is.
        let isOfSeveral = Set(rows.map(\.playerID)).count > 1
        self(.ul, .class("mini")) { html in
            for (number, row) in rows.enumerated() {
                html(.li) { html in
                    html.followUp(row, namesPlayer: isOfSeveral)
                    if row.playerID == context.userID, context.isPlayer {
                        html.followUpForm(row, at: place, number: first + number, context)
                    }
                    html.followUpHints(row.hints)
                }
            }
        }
    }

    private mutating func followUp(_ followUp: FollowUp, namesPlayer: Bool) {
        self(.div, .class("text")) { html in
            html(
                .a, .class("whole cut"), .href(followUp.place), .dir(.auto), text: followUp.who)
            // The school comes first, because the end is cut if the line is too long.
            html(.small, .class("soft cut")) { html in
                if let school = followUp.schoolBeside {
                    html(.bdi, text: school)
                    html.text(" · ")
                }
                html.text(followUp.dueText)
                guard namesPlayer, let player = followUp.playerName else { return }
                html.text(" · ")
                html(.bdi, text: player)
            }
        }
        guard let days = followUp.daysText else { return }
        badge(days, followUp.urgency.tone)
    }

    /// What the family's contact windows say about a contact that is due, behind a mark.
    mutating func followUpHints(_ hints: [ContactHint]) {
        guard !hints.isEmpty else { return }
        self(.details) { html in
            html(.summary, .class("open")) { html in
                html.badge(
                    hints.count == 1 ? "Contact window" : "\(hints.count) contact windows", .amber)
                html.icon(.right)
            }
            for hint in hints { html(.p, .class("small"), .dir(.auto), text: hint.text) }
        }
    }

    /// The buttons with which a player decides about a contact that is due.
    mutating func followUpForm(
        _ followUp: FollowUp, at place: FollowUpPlace, number: Int, _ context: PageContext
    ) {
        postForm(
            to: Place.followUp(followUp.entryID), context, class: "acts", place: number
        ) { html in
            html(.input, .type(.hidden), .name("version"), .value(String(followUp.version)))
            html(.input, .type(.hidden), .name("from"), .value(place.rawValue))
            for action in FollowUpAction.allCases {
                html(
                    .button, .class(ButtonStyle.plain.rawValue), .buttonType(.submit),
                    .name("decision"), .value(action.rawValue),
                    .ariaLabel("\(action.label): \(followUp.who)"), text: action.label)
            }
        }
    }
}

extension FollowUp {
    /// The page of the coach, or of the contact that waits.
    var place: WebAddress {
        coachID.map { Place.coach($0) } ?? contactID.map { Place.interaction($0) } ?? Place.queue
    }

    /// "Due Nov 28, 2026", "Overdue since Nov 3, 2026", "Waiting for an answer since Oct 3, 2026",
    /// "Snoozed until Dec 1, 2026".
    var dueText: String {
        switch (reason, decision, group) {
        case (_, .snooze, .nextSevenDays), (_, .snooze, .later): "Snoozed until \(dueOn.label)"
        case (.answer, nil, _): "Waiting for an answer since \(dueOn.label)"
        case (.answer, _, _): "Waiting for an answer, due \(dueOn.label)"
        case (.planned, _, .today): "Planned for today"
        case (.planned, _, _): "Planned for \(dueOn.label)"
        case (_, _, .overdue): "Overdue since \(dueOn.label)"
        case (_, _, .today): "Due today"
        case (_, _, .nextSevenDays), (_, _, .later): "Due \(dueOn.label)"
        }
    }
}
