/// Lists the coaches of the family (page Coaches List).
public enum ListCoaches: Operation {
    public static let definition = OperationDefinition.list("coaches", of: .coaches)

    public typealias Request = ListRequest<CoachFilter>
    public typealias Response = ListReply<CoachFilter>
}

/// The filters of the list of coaches (CO-05 to CO-08), and the school.
public enum CoachFilter: String, ListFilter {
    case search, role
    case contactedWithin = "contacted_within"
    case responsiveness
    case schoolID = "school_id"

    public typealias Order = CoachOrder

    public var rule: FilterRule {
        switch self {
        case .search: .search("Text in name, e-mail, phone, notes or handles")
        case .role: .words(CoachRole.self, \.shortLabel, "Only these roles")
        case .contactedWithin:
            .days([7, 14, 30, 60, 90], "Only contacted in the last N calendar days")
        case .responsiveness:
            .words(Responsiveness.self, \.label, "Only these levels; no score counts as low")
        case .schoolID: .school
        }
    }
}

extension ListRequest<CoachFilter> {
    /// Requests the coaches of a school, or all coaches.
    public init(schoolID: SchoolID?) {
        self.init()
        self[.schoolID] = schoolID?.text
    }
}

/// Exports the coaches of the list for a player (CO-41). Parents may read the list but not export
/// it, as with interactions.
public enum ExportCoaches: Operation {
    public static let definition = OperationDefinition(
        "coaches.export", of: .coaches, .read, .players("export coaches"),
        "Export the filtered coaches", http: .get("/coaches/export", linesOf: "coaches"))

    public typealias Request = ListRequest<CoachFilter>

    /// The exported coaches.
    @JSONObject
    public struct Response: JSONReadable {
        /// The coaches in the requested order.
        public var coaches: [Coach]
    }
}
