import Contracts
import HTML

extension HTMLWriter {
    /// The section about coaches to contact, the longest overdue first (N-10, N-11). Writes nothing
    /// if there are none.
    mutating func followUps(_ due: [FollowUp], atMost rowsMax: Int) {
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
    /// "Due Nov 28, 2026", "Overdue since Nov 3, 2026", "Waiting for an answer since Oct 3, 2026".
    var dueText: String {
        switch (reason, group) {
        case (.answer, _): "Waiting for an answer since \(dueOn.label)"
        case (_, .overdue): "Overdue since \(dueOn.label)"
        case (_, .today): "Due today"
        case (_, .nextSevenDays): "Due \(dueOn.label)"
        }
    }
}
