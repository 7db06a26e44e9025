import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The filters and order of a list of coaches; filters combine with AND.
struct CoachSelection {
    /// The level of a row's score (CO-08); a missing score is low (D-27).
    private static let level = """
        CASE WHEN coaches.responsiveness_score >= \(Responsiveness.highMin) THEN 'high'
            WHEN coaches.responsiveness_score >= \(Responsiveness.mediumMin) THEN 'medium'
            ELSE 'low' END
        """
    private static let conditions = FilterConditions<CoachFilter>(parametersFrom: 6) { filter in
        switch filter {
        case .role: .equal("coaches.role")
        case .responsiveness: .equal(level)
        case .schoolID: .equal("coaches.school_id")
        case .search, .contactedWithin: .own
        }
    }
    /// D-30: coaches without any contact are outside every window. D-32: digits match a phone
    /// number regardless of its punctuation.
    private static let conditionsSQL = """
        WHERE coaches.family_unit_id = ?1 AND coaches.deleted_at IS NULL
            AND (?2 IS NULL OR coaches.last_contact_date >= ?2)
            AND (?3 IS NULL OR instr(coaches.search_text, ?3) > 0
                OR instr(coaches.phone_digits, ?4) > 0)\(conditions.sql)
        """
    static let countSQL = "SELECT count(*) FROM coaches \(conditionsSQL) LIMIT ?5"

    /// Returns the statement that lists coaches in an order (CO-09, D-31, D-33).
    static func rowsSQL(by order: CoachOrder) -> String {
        let first =
            switch order {
            case .name: ""
            case .school: "schools.name_folded ASC NULLS LAST, "
            case .lastContact: "coaches.last_contact_date DESC NULLS LAST, "
            case .responsiveness: "coaches.responsiveness_score DESC NULLS LAST, "
            case .role:
                "CASE coaches.role WHEN 'head' THEN 0 WHEN 'assistant' THEN 1 ELSE 2 END, "
            }
        return """
            SELECT \(CoachRepository.columns)
            \(conditionsSQL)
            ORDER BY \(first)coaches.name_folded, coaches.id LIMIT ?5
            """
    }

    private let input: ListInput<CoachFilter>
    private let window: DateWindow

    init(_ input: ListInput<CoachFilter>, _ context: CallContext, _ transaction: ReadTransaction)
        throws
    {
        self.input = input
        let family = try context.requireFamily().familyID
        window = try DateWindow(
            input, at: context.now,
            familyZone: { try IdentityReplica.timeZone(of: family, in: transaction) })
    }

    var order: CoachOrder { input.order }
    var limit: Int? { input.limit }

    /// Returns the values of the parameters for a list with at most `limit` coaches.
    func values(_ family: FamilyID, limit: Int?) -> [any SQLBindable] {
        let text: String? = if case .text(let text) = input[.search] { text } else { nil }
        return [
            family, window.since, text.map(SearchFolding.fold),
            text.flatMap(CoachSearchText.digits(of:)), limit ?? -1,
        ] + Self.conditions.values(of: input)
    }
}
