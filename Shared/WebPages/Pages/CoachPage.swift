public import Contracts
public import HTML

/// The page of one coach (CO-14 to CO-24, CO-40, D-27 to D-29).
@Memberwise(labels: false)
public struct CoachPage: Sendable {
    private let explanation: CoachExplanation
    /// Its first page.
    private let timeline: TimelineContent
    /// The plans that the reader may see.
    private var followUps: [FollowUpPlan] = []
    /// A form about the plans that comes back.
    private var entry: FollowUpEntry?
    private let context: PageContext
    /// The list with the filters that it had.
    private var back: WebAddress = Place.coaches
    private var coach: Coach { explanation.coach }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.subpage(
            coach.fullName, in: .coaches, back: back, context, face: coach.fullName,
            below: writeRole, actions: context.mayLog ? { writeActions(to: &$0) } : nil
        ) { html in
            html(.div, .class("detail")) { html in
                html(.div) { html in
                    writeResponsiveness(to: &html)
                    html.timelineSection(timeline, context)
                }
                html(.div) { html in
                    html.followUpPlans(followUps, entry, context)
                    writeContact(to: &html)
                    if let notes = coach.notes {
                        html.sheet("Notes") { html in
                            html(.p, .class("words"), .dir(.auto), text: notes)
                        }
                    }
                    writeDates(to: &html)
                    html.command(CommandLine.text(["coaches", "show", coach.fullName]))
                    html.historyLink(of: coach.id.text, context)
                }
            }
        }
    }

    private func writeRole(to html: inout HTMLWriter) {
        html(.p, .class("badges")) { html in
            html.badge(coach.role.label, coach.role.tone)
            if let school = coach.schoolID, coach.schoolName != nil {
                html(
                    .a, .class("reach"), .href(Place.school(school)), .dir(.auto),
                    text: coach.schoolText)
            } else {
                html(.span, .class("soft"), text: coach.schoolText)
            }
        }
    }

    private func writeActions(to html: inout HTMLWriter) {
        html.contactActions(
            of: coach.fullName, log: Place.logInteraction(with: coach.id),
            edit: Place.coach(coach.id, "edit"), delete: Place.coach(coach.id, "delete"), context)
    }

    // MARK: Responsiveness

    private func writeResponsiveness(to html: inout HTMLWriter) {
        html(.section, .class("sheet")) { html in
            html(.div, .class("split")) { html in
                html(.h2, text: "Responsiveness")
                html(
                    .span, .class("small faint"),
                    text: coach.isImportedScore
                        ? "imported"
                        : FigureScope.family.said(
                            "\(CountedNoun.text(explanation.countedCount, "attempts")) counted"))
            }
            html.responsiveness(of: coach)
            html(.p, .class("soft"), text: finding)
            guard !explanation.attempts.isEmpty else { return }
            html.unfolding("How this is counted") { writeAttempts(to: &$0) }
        }
    }

    /// The figures as sentences.
    private var finding: String {
        var parts: [String] = []
        let (answered, counted) = (explanation.answeredCount, explanation.countedCount)
        if counted == 0 {
            parts.append(FigureScope.family.said("No attempt counts yet."))
        } else {
            var text =
                "\(answered) of \(CountedNoun.text(counted, "attempts")) "
                + (answered == 1 ? "was" : "were") + " answered within 14 days"
            if let median = coach.medianAnswerText { text += ", after \(median)" }
            parts.append(FigureScope.family.said(text + "."))
        }
        if let days = explanation.daysOfSilence, let since = coach.silentSince {
            parts.append(
                "Silent for \(Coach.text(days: days)), since \(context.zone.dayText(since)).")
        }
        if let own = explanation.ownText(for: context.role) { parts.append(own + ".") }
        return parts.joined(separator: " ")
    }

    private func writeAttempts(to html: inout HTMLWriter) {
        html(
            .p, .class("small soft"),
            text: "Messages within 48 hours are one attempt. It counts once it is 14 days old.")
        html(.table) { html in
            html(.thead) { html in
                html(.tr) { html in
                    html(.th, .scope("col"), text: "We wrote")
                    html(.th, .scope("col"), text: "They answered")
                    html(.th, .scope("col"), .class("num"), text: "After")
                }
            }
            html(.tbody) { html in
                for attempt in explanation.attempts {
                    html(.tr) { write(attempt, to: &$0) }
                }
            }
        }
    }

    private func write(_ attempt: CoachExplanation.Attempt, to html: inout HTMLWriter) {
        html(.td) { html in
            for message in attempt.messages { html(.div) { write(message, to: &$0) } }
        }
        html(.td) { html in
            if let answer = attempt.answer {
                write(answer, to: &html)
            } else if attempt.counts {
                html(.span, .class("soft"), text: "No answer in 14 days")
            } else {
                html(
                    .span, .class("soft"),
                    text: "Counts from \(context.zone.dayText(attempt.countsFrom))")
            }
        }
        html(
            .td, .class("num"), text: attempt.answerHours.map { Coach.text(hours: $0) } ?? "–")
    }

    private func write(_ message: CoachExplanation.Message, to html: inout HTMLWriter) {
        let day = context.zone.dayText(message.occurredAt)
        let place = message.isOfSchool ? ", to the school" : ""
        guard let id = message.interactionID else {
            return html.text("\(day)\(place) · a sibling's")
        }
        let type = message.type.flatMap(InteractionType.init(rawValue:)) ?? .other
        html(.a, .href(Place.interaction(id)), text: "\(day) · \(type.label)")
        html.text(place)
    }

    // MARK: At the side

    private func writeContact(to html: inout HTMLWriter) {
        let links = ContactLink.all(of: coach)
        guard !links.isEmpty else { return }
        html.sheet("Contact") { html in
            html.rows(links) { write($0, to: &$1) }
        }
    }

    private func write(_ link: ContactLink, to html: inout HTMLWriter) {
        let text =
            switch link.way {
            case .email: coach.email
            case .text: coach.phone
            case .twitter: coach.twitterHandle
            case .instagram: coach.instagramHandle
            }
        html.icon(link.way.pageIcon)
        html(.div, .class("text")) { html in
            if let address = WebAddress(outside: link.url) {
                html(.a, .class("whole"), .href(address), text: text ?? "")
            } else {
                html(.bdi, text: text ?? "")
            }
            html(.small, .class("soft"), text: link.way.action)
        }
        html.icon(.right)
    }

    private func writeDates(to html: inout HTMLWriter) {
        html(.dl, .class("grid")) { html in
            html(.div) { html in
                html(.dt, text: "Last contact of the family")
                html(
                    .dd,
                    text: coach.lastContactDate.map(context.zone.dayText) ?? Coach.neverContacted)
            }
            html(.div) { html in
                html(.dt, text: "Added")
                html(.dd, text: context.zone.dayText(coach.createdAt))
            }
        }
    }
}
