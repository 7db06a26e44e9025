import Contracts
import HTML

extension HTMLWriter {
    /// The section about coaches whose next contact is due, the longest overdue first (N-10). Those
    /// who wait for an answer are not in it. Writes nothing if nobody is due.
    mutating func followUps(_ answer: ListFollowUps.Response, atMost rowsMax: Int) {
        let due = answer.followUps.filter { $0.reason == .cadence }
        guard !due.isEmpty else { return }
        let rest = due.count - rowsMax
        self(.section, .class("sheet")) { html in
            html(.h2, text: FollowUpReason.cadence.label)
            html(
                .p, .class("small soft"),
                text: "Coaches to contact within seven days."
                    + (rest > 0 ? " \(rest) more are due." : ""))
            html(.ul, .class("mini")) { html in
                for followUp in due.prefix(rowsMax) {
                    html(.li) { $0.followUp(followUp) }
                }
            }
        }
    }

    private mutating func followUp(_ followUp: FollowUp) {
        self(.div, .class("text")) { html in
            html(
                .a, .class("whole cut"), .href(Place.coach(followUp.coachID)), .dir(.auto),
                text: followUp.coachName)
            html(.small, .class("soft cut")) { html in
                html.text(followUp.dueText)
                guard let school = followUp.schoolName else { return }
                html.text(" · ")
                html(.bdi, text: school)
            }
        }
        badge(CountedNoun.text(followUp.daysSince, "days"), followUp.urgency.tone)
    }
}

extension FollowUp {
    /// "Due Nov 28, 2026", "Due today" or "Overdue since Nov 3, 2026".
    var dueText: String {
        switch group {
        case .overdue: "Overdue since \(dueOn.label)"
        case .today: "Due today"
        case .nextSevenDays: "Due \(dueOn.label)"
        }
    }
}

extension FollowUpUrgency {
    fileprivate var tone: Tone {
        switch self {
        case .none: .gray
        case .yellow: .amber
        case .red: .red
        }
    }
}
