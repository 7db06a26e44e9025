import Contracts
import DataServiceKit

/// The filters, time window and position of a list. All combine with AND (IL-25).
struct InteractionSelection {
    let filters: ListInput<InteractionFilter>
    let window: DateWindow
    /// The row after which a page begins.
    let cursor: InteractionCursor?
    /// The logger of the rows; `nil` for any.
    let loggedBy: UserID?
    /// Whether filters other than logger and window are set.
    let isNarrowed: Bool

    /// SQL of the filters. Logger and window determine the index, so the statements contain them.
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

    /// Whether only a logger is set at most, so that the counters give the totals.
    var isCounted: Bool { !isNarrowed && window.isOpen && cursor == nil }

    /// Whether no row can match: the window is empty, or ends before the cursor.
    var isEmpty: Bool { window.isEmpty || (cursor?.newestFirst ?? .min) > lastPlace }

    /// The window as a range of `newest_first`: the later end comes first. Undated rows are last
    /// and outside of every bounded window.
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
