public import Contracts

/// The filters of another page: what its developer writes, and nothing more.
public enum StaffFilter: String, ListFilter {
    case search, role
    case contactedWithin = "contacted_within"
    case schoolID = "school_id"

    public var rule: FilterRule {
        switch self {
        case .search: .search("Name, e-mail, phone, notes or handle")
        case .role: .words(CoachRole.self, \.shortLabel, "Only these roles")
        case .contactedWithin: .days([7, 60], "Contacted in the last N days")
        case .schoolID: .school
        }
    }
}
