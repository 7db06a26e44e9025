import CommandKit
import Contracts

/// One interaction in the list: a card, or a sentence in accessible mode.
struct InteractionEntry {
    /// The most lines of the content (IL-36).
    static let previewLinesMax = 2

    let reader: UserID
    let isPlayer: Bool
    let zone: LocalZone
    let traits: TerminalTraits

    /// The page's card (IL-29): badges, subject, place, preview, date.
    func card(of row: Interaction) -> String {
        let indent = traits.canDraw ? "   " : "  "
        let width = max(traits.columns - indent.count, 10)
        var badges: [(String, TextStyle?)] = [
            (row.typeText(traits), row.type.style),
            (row.direction.label, row.direction.listStyle),
        ]
        if let sentiment = row.sentiment { badges.append((sentiment.label, sentiment.style)) }
        if !isPlayer {
            badges.append((row.loggerText(for: reader), row.loggerStyle(for: reader)))
        }
        if let enterer = row.entererText(for: reader) { badges.append((enterer, .faint)) }
        var foot: [(String, TextStyle?)] = [(zone.text(row.displayTime), nil)]
        if let files = row.filesText {
            foot.append(((traits.canDraw ? "\u{1F4CE} " : "") + files, nil))
        }
        foot.append((RecordNames.short(row.id.text), .faint))
        var lines = [TextStyle.bold.applied(to: cut(row.displaySubject, width), traits)]
        if let place = row.placeText { lines.append(cut(place, width)) }
        lines += preview(row.content, width).map { TextStyle.faint.applied(to: $0, traits) }
        lines += wrapped(foot, columns: width)
        let rows = wrapped(badges, columns: width)
        return rows[0] + "\n" + (rows.dropFirst() + lines).map { indent + $0 + "\n" }.joined()
    }

    /// IL-49: the card's announcement, then the fields that it leaves out.
    func sentence(of row: Interaction) -> String {
        var lines = [row.announcement(zone.text(row.displayTime))]
        if let sentiment = row.sentiment { lines.append("Sentiment: \(sentiment.label)") }
        if !isPlayer {
            lines.append("Logged By: \(row.authorText(for: reader))")
        } else if let enterer = row.entererText(for: reader) {
            lines.append(enterer.prefix(1).uppercased() + enterer.dropFirst())
        }
        if let files = row.filesText { lines.append("Files: \(files)") }
        lines.append("ID: \(RecordNames.short(row.id.text))")
        return lines.map { VisibleText.line($0) + "\n" }.joined()
    }

    /// Joins words on as many lines as needed; styles do not affect the widths.
    private func wrapped(_ words: [(String, TextStyle?)], columns: Int) -> [String] {
        let separator = " · "
        var lines = [""]
        var used = 0
        for (text, style) in words {
            let word = DisplayWidth.truncated(VisibleText.line(text), to: columns)
            let width = DisplayWidth.columns(of: word)
            if used > 0, used + separator.count + width > columns {
                lines.append("")
                used = 0
            }
            lines[lines.count - 1] +=
                (used > 0 ? separator : "") + (style?.applied(to: word, traits) ?? word)
            used += width + (used > 0 ? separator.count : 0)
        }
        return lines
    }

    /// The beginning of the content, with line ends as blanks.
    private func preview(_ content: String?, _ width: Int) -> [String] {
        guard let content else { return [] }
        let most = Self.previewLinesMax * (width + 1)
        let flat = VisibleText.line(String(content.prefix(most))).trimmingPrefix { $0 == " " }
        guard !flat.isEmpty else { return [] }
        let lines = TextWrap.wrapped(String(flat), columns: width)
        let shown = lines.prefix(Self.previewLinesMax).map {
            DisplayWidth.truncated($0, to: width)
        }
        let isCut = lines.count > Self.previewLinesMax || content.count > most
        guard isCut, let last = shown.last else { return shown }
        return shown.dropLast() + [DisplayWidth.truncated(last + " …", to: width)]
    }

    private func cut(_ text: String, _ width: Int) -> String {
        DisplayWidth.truncated(VisibleText.line(text), to: width)
    }
}
