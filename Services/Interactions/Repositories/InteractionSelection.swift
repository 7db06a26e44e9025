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
    /// Whether the rows have certain types or directions.
    let isOfKinds: Bool
    /// Whether all rows have the same type.
    let isOfOneType: Bool
    /// Whether filters other than logger, window, type and direction are set.
    let isNarrowed: Bool

    /// The parameter of the first chosen type.
    static let firstType = 8
    /// SQL of the types, which the indexes by type and by logger have.
    static let types = FilterConditions<InteractionFilter>(parametersFrom: firstType) {
        $0 == .type ? .equal("i.type") : .own
    }
    /// SQL of the directions, which the same indexes have.
    static let directions = FilterConditions<InteractionFilter>(parametersAfter: types) {
        $0 == .direction ? .equal("i.direction") : .own
    }
    /// SQL of the other filters. Logger, window and a single type determine the index, so the
    /// statements contain them.
    static let others = FilterConditions<InteractionFilter>(parametersAfter: directions) { filter in
        switch filter {
        case .search: .contains("i.search_text")
        case .sentiment: .equal("i.sentiment")
        case .schoolID: .equal("i.school_id")
        case .coachID: .equal("i.coach_id")
        case .type, .direction, .days, .since, .until, .loggedBy: .own
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
        isOfKinds = Self.types.narrow(filters) || Self.directions.narrow(filters)
        isOfOneType = if case .words(let types) = filters[.type] { types.count == 1 } else { false }
        isNarrowed = Self.others.narrow(filters)
    }

    /// Whether only a logger is set at most, so that the counters give the totals.
    var isCounted: Bool { !isOfKinds && !isNarrowed && window.isOpen && cursor == nil }

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
