import CommandKit
import Contracts
import ServiceKit

/// The card of one coach, with the links to contact them.
struct CoachCard {
    let card: Card

    init(_ coach: Coach, _ run: CommandRun) {
        var card = Card()
        card.heading(coach.fullName)
        card.chips(
            [("Role", .init(coach.role.rawValue, shown: coach.role.label, coach.role.style))])
        card.blank()
        card.field("ID", coach.id.text)
        card.field("School", coach.schoolText)
        card.field("E-mail", coach.email)
        card.field("Phone", coach.phone)
        card.field("Twitter", coach.twitterHandle)
        card.field("Instagram", coach.instagramHandle)
        card.field(
            "Responsiveness",
            .init(coach.scoreNumber ?? "", shown: coach.explainedScoreText, coach.scoreStyle))
        if let median = coach.medianAnswerText {
            card.field(
                "Median answer",
                .init(coach.medianAnswerHours.map { String($0) } ?? "", shown: median))
        }
        if let silence = coach.silenceText(at: run.clock.now()) {
            card.field("Silence", .init(coach.silentSince?.text ?? "", shown: silence))
        }
        card.field("Last contact", coach.lastContactCell(run.zone))
        card.field("Counted for", FigureScope.family.label)
        card.field("Version", String(coach.version))
        for link in ContactLink.all(of: coach) { card.field(link.way.action, link.url) }
        if let notes = coach.notes { card.field("Notes", notes) }
        card.blank()
        card.footer("Added", .time(coach.createdAt, in: run.zone))
        self.card = card
    }
}
