import CommandKit
import Contracts

/// The filters in force above a list (IL-26): blue chips, and the command that shows all rows. A
/// chip is taken off by leaving its flag out.
struct FilterChips<Filter: ListFilter> {
    private static var label: String { "Filters: " }

    let filters: [ActiveFilter]
    let zone: LocalZone

    init(_ filters: [ActiveFilter], of list: Filter.Type, zone: LocalZone) {
        self.filters = filters
        self.zone = zone
    }

    /// The lines, none wider than the terminal; none at all without filters.
    func lines(_ traits: TerminalTraits) -> [String] {
        guard !filters.isEmpty else { return [] }
        let words = filters.map { VisibleText.line(text(of: $0, traits)) }
        guard traits.isTerminal, !traits.isAccessible else {
            return [Self.label + words.joined(separator: ", ")]
        }
        let indent = String(repeating: " ", count: Self.label.count)
        let room = max(traits.columns - indent.count, 4)
        var lines: [String] = []
        var line = Self.label
        var used = 0
        for word in words {
            let chip = "[" + DisplayWidth.truncated(word, to: room - 2) + "]"
            let width = DisplayWidth.columns(of: chip)
            if used > 0, used + 1 + width > room {
                lines.append(line)
                (line, used) = (indent, 0)
            }
            line += (used > 0 ? " " : "") + TextStyle.blue.applied(to: chip, traits)
            used += (used > 0 ? 1 : 0) + width
        }
        return lines + [line]
    }

    /// The chip's text: the service's, with times in the reader's zone on a terminal.
    private func text(of filter: ActiveFilter, _ traits: TerminalTraits) -> String {
        guard traits.isTerminal, let instant = Instant(text: filter.value) else {
            return filter.label
        }
        switch Filter(rawValue: filter.name)?.rule.kind {
        case .since: return "Since \(zone.text(instant))"
        case .until: return "Until \(zone.text(instant))"
        default: return filter.label
        }
    }
}
