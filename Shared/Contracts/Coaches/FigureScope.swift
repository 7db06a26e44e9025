/// Whose contacts a figure counts, which is said beside it: with siblings, a player's own contacts
/// and those of the family differ (R-05).
public enum FigureScope: Sendable, CaseIterable {
    case own
    case family

    /// Whose contacts a member reads: a player their own, a parent those of the family.
    public init(readBy role: Role) { self = role == .player ? .own : .family }

    public var label: String {
        switch self {
        case .own: "You"
        case .family: "Family"
        }
    }

    /// "Family: 2 of 2 attempts answered".
    public func said(_ text: String) -> String { "\(label): \(text)" }
}

extension CoachExplanation {
    /// The counted attempts of the family in which the reader wrote, and how many were answered.
    public var own: (counted: Int, answered: Int) {
        let own = attempts.filter { attempt in
            attempt.counts && attempt.messages.contains { $0.interactionID != nil }
        }
        return (own.count, own.count { $0.answer != nil })
    }

    /// What a player is told of their own part of the attempts; nil for one who wrote in all of
    /// them, and for a parent.
    public func ownText(for role: Role) -> String? {
        let own = own
        guard role == .player, own.counted < countedCount else { return nil }
        return FigureScope.own.said(Self.answeredText(own.answered, of: own.counted))
    }

    /// "2 of 3 attempts answered".
    public static func answeredText(_ answered: Int, of counted: Int) -> String {
        counted == 0
            ? "No attempt counts yet"
            : "\(answered) of \(CountedNoun.text(counted, "attempts")) answered"
    }
}
