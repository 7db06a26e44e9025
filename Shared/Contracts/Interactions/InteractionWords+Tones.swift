extension InteractionType {
    /// IL-48: blue, purple, green, orange, indigo, orange, pink, cyan, purple. A game, which the
    /// specification does not colour, is gray.
    public var tone: Tone {
        switch self {
        case .email: .blue
        case .phoneCall, .directMessage: .purple
        case .text: .green
        case .inPersonVisit, .camp: .orange
        case .virtualMeeting: .indigo
        case .showcase: .pink
        case .tweet: .cyan
        case .game, .other: .gray
        }
    }
}

extension Sentiment {
    /// IL-32: very positive emerald, positive blue, neutral gray, negative red.
    public var tone: Tone {
        switch self {
        case .veryPositive: .green
        case .positive: .blue
        case .neutral: .gray
        case .negative: .red
        }
    }
}

extension InterestLevel {
    /// IA-30: high green, medium amber, low and not set gray.
    public var tone: Tone {
        switch self {
        case .high: .green
        case .medium: .amber
        case .low, .notSet: .gray
        }
    }
}

extension Direction {
    /// IL-31: in the list, outbound blue and inbound emerald.
    public var listTone: Tone { self == .outbound ? .blue : .green }
    /// ID-04, U-01: in the detail, outbound purple and inbound green.
    public var detailTone: Tone { self == .outbound ? .purple : .green }
}
