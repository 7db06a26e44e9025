import CommandKit
import Contracts

/// One row of the list of coaches by itself: a card, or a sentence for those who listen.
struct CoachEntry {
    let zone: LocalZone
    let traits: TerminalTraits

    /// The page's card (CO-13): initials, name and role; school; e-mail and phone; how readily the
    /// coach answers, and when the last contact was.
    func card(of coach: Coach) -> String {
        let mark = DisplayWidth.padded(VisibleText.line(coach.initials), to: 2)
        let indent = String(repeating: " ", count: DisplayWidth.columns(of: mark) + 2)
        let width = max(traits.columns - indent.count, 10)
        let badge = " · \(coach.role.shortLabel)"
        // CO-39: a long name gives way, the badge stays; in very narrow places it goes below.
        let fits = width - badge.count >= 10
        let name = cut(coach.fullName, fits ? width - badge.count : width)
        let role = coach.role.style.applied(to: coach.role.shortLabel, traits)
        var lines = [TextStyle.bold.applied(to: name, traits) + (fits ? " · \(role)" : "")]
        if !fits { lines.append(role) }
        lines.append(cut(coach.schoolText, width))
        if let email = coach.email { lines.append(cut(email, width)) }
        if let phone = coach.phone { lines.append(cut(phone, width)) }
        lines.append(responsiveness(of: coach, width))
        lines.append(cut(coach.lastContactText(zone), width))
        let id = RecordNames.short(coach.id.text)
        lines.append(TextStyle.faint.applied(to: cut(id, width), traits))
        return TextStyle.purple.applied(to: mark, traits) + "  " + lines[0] + "\n"
            + lines.dropFirst().map { indent + $0 + "\n" }.joined()
    }

    private func responsiveness(of coach: Coach, _ width: Int) -> String {
        let bar = traits.canDraw ? coach.scoreBar.map { "\($0) " } ?? "" : ""
        let label =
            coach.isImportedScore ? coach.explainedScoreText : coach.responsivenessText
        let text = cut(bar + label, width)
        return coach.scoreStyle?.applied(to: text, traits) ?? text
    }

    /// CO-44: the card's announcement, then what it does not tell.
    func sentence(of coach: Coach) -> String {
        var lines = [coach.announcement]
        if let email = coach.email { lines.append("E-mail: \(email)") }
        if let phone = coach.phone { lines.append("Phone: \(phone)") }
        lines.append(coach.lastContactText(zone))
        lines.append("ID: \(RecordNames.short(coach.id.text))")
        return lines.map { VisibleText.line($0) + "\n" }.joined()
    }

    private func cut(_ text: String, _ width: Int) -> String {
        DisplayWidth.truncated(VisibleText.line(text), to: width)
    }
}
