import Contracts
import DataServiceKit

/// Which rows a list shows: its filters, and the window that they leave. All combine with AND
/// (IL-25).
struct InteractionSelection {
    let filters: ListInput<InteractionFilter>
    let window: DateWindow
    /// The row to go on behind, for pages.
    let cursor: InteractionCursor?
    /// Whose rows; `nil` for everybody's.
    let loggedBy: UserID?
    /// Whether more than logger and window is set.
    let isNarrowed: Bool

    /// The filters' columns. Logger and window choose the index that is read, so the statements
    /// themselves hold them.
    static let conditions = FilterConditions<InteractionFilter>(parametersFrom: 8) { filter in
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

    /// What a list's filters and a place in it leave.
    init(
        _ filters: ListInput<InteractionFilter>, behind cursor: InteractionCursor? = nil,
        at now: Instant, _ names: FamilyNames
    ) throws {
        self.filters = filters
        self.cursor = cursor
        window = try DateWindow(filters, at: now, familyZone: { try names.timeZone() })
        loggedBy = filters.id(.loggedBy)
        isNarrowed = Self.conditions.narrow(filters)
    }

    /// Whether nothing but the logger is set, so that the counters know the figures.
    var isCounted: Bool { !isNarrowed && window.isOpen && cursor == nil }

    /// Whether nothing can be left: the window is empty, or it ends before the row to go on behind.
    var isEmpty: Bool { window.isEmpty || (cursor?.newestFirst ?? .min) > lastPlace }

    /// The window as the ends of the stored order: newest first means that the later end comes
    /// first. Undated rows have the last place of all and lie outside every window.
    var orderRange: ClosedRange<Int64> {
        let first = max(
            window.until.map { -$0.milliseconds } ?? .min, cursor?.newestFirst ?? .min)
        return first...max(first, lastPlace)
    }

    private var lastPlace: Int64 {
        window.since.map { -$0.milliseconds }
            ?? (window.until == nil ? InteractionRepository.undated : .max - 1)
    }
}
