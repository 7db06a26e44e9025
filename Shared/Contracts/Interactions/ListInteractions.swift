/// Lists the interactions that the caller may see, newest first (page Interactions List).
public enum ListInteractions: Operation {
    public static let definition = OperationDefinition.list(
        "interactions", of: .interactions, "List interactions, newest first, with the four figures")

    public typealias Request = ListRequest<InteractionFilter>

    /// The matching interactions with the active filters and figures.
    @JSONObject(nulls: true)
    public struct Response: JSONReadable {
        /// The active filters, in the order of the page's chips.
        public var activeFilters: [ActiveFilter]
        /// The four figures, over all matching rows.
        public var analytics: InteractionFigures
        /// Whether any filter is active.
        @Written public var hasActiveFilters: Bool { !activeFilters.isEmpty }
        /// The interactions, newest first.
        public var interactions: [Interaction]
        /// The choices of the filter "Logged By" for parents; `null` for players.
        public var loggedByOptions: [LoggedByOption]?
        /// The page's title for the caller's role.
        public var title: String
    }
}

/// The filters of the list of interactions (IL-14 to IL-27).
public enum InteractionFilter: String, ListFilter {
    case search, type, direction, sentiment, days, since, until
    case loggedBy = "logged_by"
    case schoolID = "school_id"
    case coachID = "coach_id"

    public static let takesTimeZone = true

    public var rule: FilterRule {
        switch self {
        case .search:
            .search(
                "Text in the subject, the content or an unlisted coach's name; case and accents do "
                    + "not matter")
        case .type: .words(InteractionType.self, \.label, "Only these types")
        case .direction: .words(Direction.self, \.label, "Only these directions")
        case .sentiment: .words(Sentiment.self, \.label, "Only these sentiments")
        case .days: .days([7, 14, 30, 90], "Only the last N calendar days")
        case .since: .since
        case .until: .until
        case .loggedBy: .member("Only logged by: me, a name or an id")
        case .schoolID: .school
        case .coachID: .coach
        }
    }
}

/// The four figures above the list.
@JSONObject
public struct InteractionFigures: JSONReadable, Hashable {
    public var total: Int
    /// The number of contacts that the family initiated.
    public var outbound: Int
    /// The number of contacts that the other side initiated.
    public var inbound: Int
    /// The number of contacts in the last seven days, to the millisecond.
    public var thisWeek: Int
}

/// A choice of the filter "Logged By".
@JSONObject
public struct LoggedByOption: JSONReadable, Hashable {
    public var id: UserID
    public var label: String
}
