import Contracts
import DataServiceKit

/// Which rows a list shows: its filters, and the window that they leave. All combine with AND
/// (IL-25).
struct InteractionSelection {
    let filters: ListInput<InteractionFilter>
    let window: DateWindow

    /// The filters' columns. Logger and window choose the index that is read, so the statements
    /// themselves hold them.
    static let conditions = FilterConditions<InteractionFilter>(parametersFrom: 6) { filter in
        switch filter {
        case .search: .contains("i.search_text")
        case .type: .equal("i.type")
        case .direction: .equal("i.direction")
        case .sentiment: .equal("i.sentiment")
        case .schoolID: .equal("i.school_id")
        case .coachID: .equal("i.coach_id")
        case .days, .since, .until, .loggedBy: .own
        }
    }

    /// Whose rows; `nil` for everybody's.
    var loggedBy: UserID? { filters.id(.loggedBy) }

    /// Whether more than logger and window is set.
    var isNarrowed: Bool { Self.conditions.narrow(filters) }

    /// Whether nothing but the logger is set, so that the counters know the figures.
    var isCounted: Bool { !isNarrowed && window.isOpen }

    /// The window as the ends of the stored order: newest first means that the later end comes
    /// first. Undated rows have the last place of all and lie outside every window.
    var orderRange: ClosedRange<Int64> {
        let first = window.until.map { -$0.milliseconds } ?? .min
        let last =
            window.since.map { -$0.milliseconds }
            ?? (window.until == nil ? InteractionRepository.undated : .max - 1)
        return first...max(first, last)
    }
}
