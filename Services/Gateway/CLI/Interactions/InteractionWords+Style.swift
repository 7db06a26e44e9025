import CommandKit
import Contracts

extension Tone {
    /// The terminal's shade, of which there are fewer.
    var style: TextStyle {
        switch self {
        case .blue: .blue
        case .green: .green
        case .purple: .purple
        case .amber, .orange: .amber
        case .red: .red
        case .gray: .faint
        case .indigo: .indigo
        case .pink: .pink
        case .cyan: .cyan
        }
    }
}

extension InteractionType {
    var style: TextStyle { tone.style }
}

extension Sentiment {
    var style: TextStyle { tone.style }
}

extension InterestLevel {
    var style: TextStyle { tone.style }
}

extension Direction {
    var listStyle: TextStyle { listTone.style }
    var detailStyle: TextStyle { detailTone.style }
}

extension Interaction {
    func loggerStyle(for reader: UserID?) -> TextStyle { loggerTone(for: reader).style }

    /// The type, with its icon if the terminal can draw (IL-29).
    func typeText(_ traits: TerminalTraits) -> String {
        traits.canDraw ? "\(type.icon) \(type.label)" : type.label
    }
}
