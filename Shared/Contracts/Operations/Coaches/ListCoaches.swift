/// Lists the coaches of the family (page Coaches List).
public enum ListCoaches: Operation {
    public static let name = "coaches.list"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = true
    public static let access = Access.members
    public static let summary = "List the coaches of the family"

    public typealias Request = ListRequest<CoachFilter>

    /// The page.
    public struct Response: Codable, Sendable {
        /// The filters in force, in the order of the page's chips.
        public var activeFilters: [ActiveFilter]
        /// The rows in the order that was asked for.
        public var coaches: [Coach]
        /// Whether a filter is in force.
        public var hasActiveFilters: Bool
        /// The order of the rows.
        public var sort: CoachOrder
        /// How many rows the filters leave, also beyond the limit.
        public var total: Int

        enum CodingKeys: String, CodingKey {
            case coaches, sort, total
            case activeFilters = "active_filters"
            case hasActiveFilters = "has_active_filters"
        }

        /// A page with these parts; without a total the rows are all there are.
        public init(
            activeFilters: [ActiveFilter] = [], coaches: [Coach], sort: CoachOrder = .standard,
            total: Int? = nil
        ) {
            self.activeFilters = activeFilters
            self.coaches = coaches
            self.hasActiveFilters = !activeFilters.isEmpty
            self.sort = sort
            self.total = total ?? coaches.count
        }
    }
}

/// The filters of the page (CO-05 to CO-08), and the school.
public enum CoachFilter: String, ListFilter {
    case search, role
    case contactedWithin = "contacted_within"
    case responsiveness
    case schoolID = "school_id"

    /// Rows can be asked for in several orders.
    public typealias Order = CoachOrder

    public var rule: FilterRule {
        switch self {
        case .search: .search("Text in name, e-mail, phone, notes or handles")
        case .role: .word(CoachRole.self, \.shortLabel, "Only this role")
        case .contactedWithin:
            .days([7, 14, 30, 60, 90], "Only contacted in the last N calendar days")
        case .responsiveness:
            .word(Responsiveness.self, \.label, "Only this responsiveness; no score counts as low")
        case .schoolID: .school
        }
    }
}

extension ListRequest<CoachFilter> {
    /// The coaches of this school, or all.
    public init(schoolID: SchoolID?) {
        self.init()
        self[.schoolID] = schoolID?.text
    }
}

/// Gives the rows of the list to a player who takes them along (CO-41). Reading the list is open
/// to parents, taking it along is not, as with interactions.
public enum ExportCoaches: Operation {
    public static let name = "coaches.export"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = true
    public static let access = Access.family([.player], refusal: "Only players can export coaches")
    public static let summary = "Export the filtered coaches"

    public typealias Request = ListRequest<CoachFilter>

    /// The rows.
    public struct Response: Codable, Sendable {
        /// The rows in the order that was asked for.
        public var coaches: [Coach]

        /// The answer with these rows.
        public init(coaches: [Coach]) {
            self.coaches = coaches
        }
    }
}
