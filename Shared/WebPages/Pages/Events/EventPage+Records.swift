import Contracts
import HTML

/// What was recorded at the event, and the forms to record more.
extension EventPage {
    // MARK: Contacts

    /// EV-11 to EV-16, D-35, N-47, N-135: unfolded when the event was just marked.
    func writeQuickLog(to html: inout HTMLWriter) {
        let isOpen = forms.isLogOpen || forms.refused == .log
        html(.section, .class("sheet"), .id("log")) { html in
            html(.h2, text: answer.quickLog.title)
            html(.p, .class("soft"), .dir(.auto), text: answer.quickLog.subtitle)
            if isOpen {
                writeLogForm(to: &html)
            } else {
                html.unfolding(LogInteractionText.submit) { writeLogForm(to: &$0) }
            }
        }
    }

    private func writeLogForm(to html: inout HTMLWriter) {
        let log = forms.log
        let coaches = logCoaches
        html.postForm(
            to: Place.event(event.id, "log"), context, class: "form",
            place: EventForms.Form.log.rawValue
        ) { html in
            html(.div, .class("pair")) { html in
                // for whom a parent logs, in a family with several players.
                if forms.players.count > 1 {
                    html.selectField(
                        field("player_id", "Player", forms.playerID, .log),
                        forms.players.map { Choice(value: $0.userID.text, label: $0.fullName) },
                        none: "Choose the player", isRequired: true)
                }
                if event.schoolID == nil {
                    html.selectField(
                        field(
                            "school_id", "School", log.schoolID?.text, .log,
                            hint: "\(QuickLog.noSchool). A coach's school counts, too."),
                        forms.schools.map { Choice(value: $0.id.text, label: $0.name) },
                        none: "Choose a school")
                }
                html.selectField(
                    field(
                        EventForms.logCoach, "Coach", log.coachID?.text, .log, isOptional: true),
                    coaches, none: coaches.isEmpty ? CoachListText.nothing : "Choose a coach")
                html.selectField(
                    field("type", "Type", log.type ?? QuickLogType.inPersonVisit.rawValue, .log),
                    QuickLogType.allCases.map { Choice(value: $0.rawValue, label: $0.label) },
                    none: nil)
                html.selectField(
                    field("direction", "Direction", log.direction, .log),
                    Direction.allCases.reversed().map {
                        Choice(value: $0.rawValue, label: $0.quickLogLabel)
                    }, none: "Choose a direction", isRequired: true)
                html.selectField(
                    field("sentiment", "Sentiment", log.sentiment, .log, isOptional: true),
                    Sentiment.allCases.map { Choice(value: $0.rawValue, label: $0.label) },
                    none: "None")
            }
            html.textArea(
                field("content", "Content", log.content, .log, max: InteractionLimit.contentMax),
                rows: 3)
            html(.div, .class("acts")) { html in
                html.submit(LogInteractionText.submit, busy: LogInteractionText.busy)
                html.linkButton(QuickLog.skip, to: Place.event(event.id))
            }
        }
    }

    /// The coaches whom the quick log can name: first those who were seen there, then the others of
    /// the event's school, or of all schools if the event has none.
    private var logCoaches: [Choice] {
        let present = answer.coachesToLog.map {
            Choice(
                value: $0.coachID.text, label: $0.displayName,
                group: .init(label: EventText.coaches))
        }
        let others = answer.availableCoaches.map {
            Choice(
                value: $0.id.text, label: $0.name,
                group: event.schoolText.map { .init(label: $0) })
        }
        let all = forms.coaches.filter { coach in
            !answer.coachesToLog.contains { $0.coachID == coach.id }
        }
        return present + others + all.choices
    }

    private func field(
        _ name: String, _ label: String, _ value: String?, _ form: EventForms.Form,
        isOptional: Bool = false, hint: String? = nil, max: Int? = nil
    ) -> FieldState {
        FieldState(
            name: name, label: label, value: value ?? "", error: forms.error(name, in: form),
            isOptional: isOptional, hint: hint, max: max)
    }

    // MARK: Metrics

    /// EV-31, EV-32, EV-34. Without metrics only those who can record one see the section.
    func writeMetrics(to html: inout HTMLWriter) {
        guard !answer.metrics.isEmpty || context.mayLog else { return }
        html(.section, .class("sheet")) { html in
            let count = answer.metrics.count
            html(.h2, text: count == 0 ? "Metrics" : EventText.metrics(count))
            if !answer.metrics.isEmpty {
                html(.ul, .class("cards two")) { html in
                    for metric in answer.metrics { html(.li) { write(metric, to: &$0) } }
                }
                let file = Place.event(event.id, "metrics", "export")
                if context.serves(file) {
                    html.linkButton("Export CSV", to: file, icon: .download, download: true)
                }
            }
            guard context.mayLog else { return }
            html.unfolding(EventText.addMetric, isOpen: forms.refused == .metric) {
                writeMetricForm(to: &$0)
            }
        }
    }

    private func write(_ metric: Metric, to html: inout HTMLWriter) {
        html(.article, .class("card metric"), .ariaLabel(metric.announcement)) { html in
            html(.div, .class("split")) { html in
                html(.h3, .class("soft"), .dir(.auto), text: metric.displayLabel)
                if context.mayLog {
                    html.iconLink(
                        "Edit \(metric.displayLabel) \(metric.valueText)",
                        to: Place.metric(metric.id, at: event.id, "edit"), .pencil)
                }
                if context.isPlayer {
                    html.iconLink(
                        "Delete \(metric.displayLabel) \(metric.valueText)",
                        to: Place.metric(metric.id, at: event.id, "delete"), .trash)
                }
            }
            html(.p, .class("value")) { html in
                html(.b, text: metric.valueText)
                html(.bdi, .class("soft"), text: metric.unit)
            }
            html(.p) { html in
                html.badge(
                    metric.verifiedLabel, metric.verified ? .green : .gray,
                    icon: metric.verified ? .check : nil)
            }
            if let doubt = metric.doubt {
                html(.p, .class("small")) { html in
                    html.badge("Unusual value", .amber, icon: .warning)
                    html.text(" \(doubt)")
                }
            }
            if let notes = metric.notes {
                html(.p, .class("words small soft"), .dir(.auto), text: notes)
            }
        }
    }

    private func writeMetricForm(to html: inout HTMLWriter) {
        let kinds = MetricKind.allCases.map { Choice(value: $0.rawValue, label: $0.label) }
        html.postForm(
            to: Place.event(event.id, "metrics"), context, class: "form",
            place: EventForms.Form.metric.rawValue
        ) { html in
            html(.div, .class("pair")) { html in
                html.selectField(
                    field("metric_type", "Metric Type", forms.metric.type, .metric), kinds,
                    none: "Choose a metric", isRequired: true)
                html.textField(
                    field("value", "Value", forms.metric.value, .metric), isRequired: true,
                    hasNumber: true)
                html.textField(
                    field(
                        "unit", "Unit", forms.metric.unit, .metric, isOptional: true,
                        hint: "The usual unit of the metric, if left empty"))
            }
            html.textArea(
                field(
                    "notes", "Notes", forms.metric.notes, .metric, isOptional: true,
                    max: EventLimit.textMax), rows: 2)
            html.switchRow(
                "Verified by somebody else", name: "verified", value: "true",
                isOn: forms.metric.isVerified)
            // EV-34
            html(.div, .class("acts")) { html in
                html.submit(EventForms.Form.metric.action, .plain, busy: "Saving...")
                html.linkButton("Cancel", to: Place.event(event.id))
            }
        }
    }

    // MARK: Coaches

    /// EV-25 to EV-30.
    func writeCoaches(to html: inout HTMLWriter) {
        html.sheet(EventText.coaches) { html in
            if answer.coaches.isEmpty {
                html(.p, .class("soft"), text: EventText.noCoaches(at: event))
            } else {
                html(.ul, .class("mini")) { html in
                    for (place, coach) in answer.coaches.enumerated() {
                        html(.li) { write(coach, place, to: &$0) }
                    }
                }
            }
            guard context.mayLog, event.schoolID != nil, !answer.availableCoaches.isEmpty else {
                return
            }
            html.unfolding(EventText.addCoach, isOpen: forms.refused == .addCoach) {
                writeCoachForm(to: &$0)
            }
        }
    }

    private func write(_ coach: CoachPresence, _ place: Int, to html: inout HTMLWriter) {
        html.face(of: coach.displayName)
        html(.div, .class("text")) { html in
            if coach.name != nil {
                html(
                    .a, .class("whole"), .href(Place.coach(coach.coachID)),
                    .ariaLabel(coach.announcement), .dir(.auto), text: coach.displayName)
            } else {
                html(.strong, text: coach.displayName)
            }
            html(.small, .class("soft"), .dir(.auto), text: coach.details)
        }
        guard context.isPlayer else { return }
        html.postForm(
            to: Place.event(event.id, "coaches", "remove"), context, class: "end",
            place: EventForms.Form.removeCoach.rawValue + place
        ) { html in
            html(.input, .type(.hidden), .name("coach_id"), .value(coach.coachID.text))
            html(
                .button, .class(ButtonStyle.icon.rawValue), .buttonType(.submit),
                .ariaLabel("Remove \(coach.displayName)")
            ) { $0.icon(.close) }
        }
    }

    private func writeCoachForm(to html: inout HTMLWriter) {
        html.postForm(
            to: Place.event(event.id, "coaches"), context, class: "form",
            place: EventForms.Form.addCoach.rawValue
        ) { html in
            html.selectField(
                field("coach_id", "Coach", forms.coachID, .addCoach),
                answer.availableCoaches.map {
                    Choice(value: $0.id.text, label: "\($0.name), \($0.role.label)")
                }, none: "Choose a coach", isRequired: true)
            html.submit(EventForms.Form.addCoach.action, .plain, busy: "Saving...")
        }
    }
}
