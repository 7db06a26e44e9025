import Contracts

/// What a list is narrowed to. All parts combine with AND (IL-25).
struct InteractionFilter {
    /// Whose rows.
    var loggedBy: UserID?
    /// When they happened, or else were logged.
    var window = DateWindow()
    /// The kind of contact.
    var type: InteractionType?
    /// Who began it.
    var direction: Direction?
    /// How it felt.
    var sentiment: Sentiment?
    /// The school.
    var schoolID: SchoolID?
    /// The coach.
    var coachID: CoachID?
    /// A text in subject, content or other coach's name, folded.
    var foldedSearch: String?

    /// Whether more than logger and window is set.
    var isNarrowed: Bool {
        type != nil || direction != nil || sentiment != nil || schoolID != nil || coachID != nil
            || foldedSearch != nil
    }

    /// Whether nothing but the logger is set, so that the counters know the figures.
    var isCounted: Bool { !isNarrowed && window == DateWindow() }

    /// The window as the ends of the stored order: newest first means that the later end comes
    /// first. Undated rows have the last place of all and lie outside every window.
    var orderRange: ClosedRange<Int64> {
        let first = window.until.map { -$0.milliseconds } ?? .min
        let last =
            window.since.map { -$0.milliseconds }
            ?? (window.until == nil ? InteractionRepository.undated : .max - 1)
        return first...max(first, last)
    }

    /// Whether the window's end lies before its start: nothing is in it.
    var isEmptyWindow: Bool {
        guard let since = window.since, let until = window.until else { return false }
        return until < since
    }
}
