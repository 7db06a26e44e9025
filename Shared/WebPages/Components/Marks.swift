import Contracts
import HTML

extension Tone {
    /// The name of the class of badges and discs.
    var className: String { rawValue }
}

extension HTMLWriter {
    /// Writes a badge, which always says in words what its colour means.
    mutating func badge(
        _ text: String, _ tone: Tone, icon: Icon? = nil, further: String = ""
    ) {
        let look = Self.badgeClass(tone)
        self(.span, .class(further.isEmpty ? look : look + further)) { html in
            if let icon { html.icon(icon) }
            html.text(text)
        }
    }

    private static func badgeClass(_ tone: Tone) -> String {
        switch tone {
        case .blue: "badge blue"
        case .green: "badge green"
        case .purple: "badge purple"
        case .amber, .orange: "badge amber"
        case .red: "badge red"
        case .gray: "badge"
        case .indigo: "badge blue"
        case .pink: "badge purple"
        case .cyan: "badge blue"
        }
    }

    /// Writes the disc of an interaction: its type, and its direction at the corner. Assistive
    /// software skips it, because badges say the same.
    mutating func disc(of type: InteractionType, _ direction: Direction) {
        self(.span, .class(Self.discClass(type.tone)), .ariaHidden(true)) { html in
            html.icon(type.pageIcon)
            html(.span, .class(direction == .inbound ? "way in" : "way")) {
                $0.icon(direction.icon)
            }
        }
    }

    private static func discClass(_ tone: Tone) -> String {
        switch tone {
        case .blue: "disc blue"
        case .purple: "disc purple"
        case .green: "disc green"
        case .orange, .amber, .red: "disc orange"
        case .indigo: "disc indigo"
        case .pink: "disc pink"
        case .cyan: "disc cyan"
        case .gray: "disc"
        }
    }

    /// Writes the initials of a person in a circle. The name beside it says who it is.
    mutating func face(of name: String, size: FaceSize = .small) {
        self(.span, .class(size.rawValue), .ariaHidden(true), text: Self.initials(of: name))
    }

    /// The first letters of the first and the last word of a name.
    static func initials(of name: String) -> String {
        let words = name.split(separator: " ")
        guard let first = words.first else { return "?" }
        let last = words.count > 1 ? words.last.map { String($0.prefix(1)) } ?? "" : ""
        return (first.prefix(1) + last).uppercased()
    }
}

/// The size of the circle with a person's initials.
enum FaceSize: String {
    case small = "face"
    case medium = "face m"
    case large = "face l"
}

extension Direction {
    /// The arrow that means the direction in badges, discs and charts.
    var icon: Icon { self == .outbound ? .out : .in }
}

extension InteractionType {
    /// The icon on pages (IL-48).
    var pageIcon: Icon {
        switch self {
        case .email: .mail
        case .phoneCall: .phone
        case .text: .bubble
        case .inPersonVisit: .people
        case .virtualMeeting: .video
        case .camp: .tent
        case .showcase: .star
        case .tweet: .at
        case .directMessage: .send
        case .game: .ball
        case .other: .pin
        }
    }
}
