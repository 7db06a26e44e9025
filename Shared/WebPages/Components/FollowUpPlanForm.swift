public import Contracts
import HTML

/// What was typed into the form of a coach's follow-up, and what is wrong with it.
@Memberwise
public struct FollowUpEntry: Sendable {
    /// The days from a contact to the next one.
    public var cadence: String
    /// The day of the next contact; empty if none was decided on.
    public var day: String
    /// The version that the form is based on.
    public var version: Int
    public var error: ServiceError?

    /// The entries of a plan as stored. A day that follows from the last contact is no entry.
    public init(of plan: FollowUpPlan) {
        let decided = plan.next?.decision == nil ? nil : plan.next?.dueOn.text
        self.init(
            cadence: String(plan.cadenceDays), day: decided ?? "", version: plan.version)
    }

    /// What differs from the plan as stored; nil if nothing does. Throws for a cadence that is no
    /// number.
    public func request(
        for plan: FollowUpPlan, day typed: CivilDay?, timeZone: String
    ) throws(ServiceError) -> SetFollowUp.Request? {
        let stored = FollowUpEntry(of: plan)
        var request = SetFollowUp.Request(
            id: plan.entryID, version: version, timeZone: timeZone)
        var cleared: [SetFollowUp.Clearable] = []
        if cadence != stored.cadence {
            if cadence.isEmpty {
                cleared.append(.cadenceDays)
            } else if let days = Int(cadence) {
                request.cadenceDays = FormField(days)
            } else {
                throw .invalid("cadence_days", "Please enter a number of days")
            }
        }
        if day != stored.day {
            if day.isEmpty {
                cleared.append(.dueOn)
            } else {
                request.dueOn = FormField(typed?.text ?? day)
            }
        }
        guard cadence != stored.cadence || day != stored.day else { return nil }
        if !cleared.isEmpty { request.clear = FormField(cleared.map(\.rawValue)) }
        return request
    }
}

extension HTMLWriter {
    /// The section about the next contact with a coach: for a player with the buttons and a form,
    /// for a parent one line for each player.
    mutating func followUpPlans(
        _ plans: [FollowUpPlan], _ entry: FollowUpEntry?, _ context: PageContext
    ) {
        guard !plans.isEmpty else { return }
        self(.section, .class("sheet"), .id("follow-up")) { html in
            html(.h2, text: "Next contact")
            for plan in plans {
                html(.p, .class("soft")) { html in
                    if plans.count > 1 {
                        html(.bdi, text: plan.playerName ?? "A player")
                        html.text(": ")
                    }
                    html.text(plan.sentence)
                }
                html.followUpHints(plan.next?.hints ?? [])
                guard context.isPlayer, plan.playerID == context.userID else { continue }
                if let next = plan.next {
                    html.followUpForm(next, at: .coach, number: 1, context)
                }
                html.followUpSettings(plan, entry ?? FollowUpEntry(of: plan), context)
            }
        }
    }

    private mutating func followUpSettings(
        _ plan: FollowUpPlan, _ entry: FollowUpEntry, _ context: PageContext
    ) {
        postForm(to: Place.followUpSettings(plan.entryID), context, class: "form", place: 2) {
            html in
            html(.input, .type(.hidden), .name("version"), .value(String(entry.version)))
            let errors = entry.error?.errors ?? [:]
            if let error = entry.error, errors.isEmpty {
                html.fieldError(FailureText.title(of: error), id: "follow-up-error")
            }
            html.textField(
                FieldState(
                    name: "cadence_days", label: "Days between contacts", value: entry.cadence,
                    error: errors["cadence_days"]), .text, mode: .numeric)
            html.textField(
                FieldState(
                    name: "due_on", label: "Next contact on", value: entry.day,
                    error: errors["due_on"], isOptional: true,
                    hint: "The next contact with the coach ends it."), .date)
            html.submit("Save", .plain)
        }
    }
}

extension FollowUpPlan {
    /// "Due Nov 28, 2026. Every 21 days."
    fileprivate var sentence: String {
        "\(next?.dueText ?? neverText). \(FollowUpText.cadence(cadenceDays))."
    }
}
