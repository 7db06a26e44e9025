/// Searches the national catalogue by name, alias, city or state.
public enum SearchSchools: Operation {
    public static let name = "schools.search"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = true
    public static let access = Access.signedIn
    public static let summary = "Search the national catalogue of schools"

    /// What to look for.
    public struct Request: OperationRequest {
        var search: FormField<String>
        var division: FormField<String>
        var state: FormField<String>
        var limit: FormField<Int>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case search, division, state, limit
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// A search for this text, in this division and state if they are given.
        public init(
            search: String, division: String? = nil, state: String? = nil, limit: Int? = nil
        ) {
            self.search = FormField(search)
            self.division = FormField(division)
            self.state = FormField(state)
            self.limit = FormField(limit)
        }

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let search = errors.optionalText(
                search, named: "search", max: CoachLimit.searchMax,
                "Search must be \(CoachLimit.searchMax) characters or less")
            let division: Division? = errors.optionalWord(
                division, named: "division", "Division must be one of D1, D2, D3, NAIA, JUCO")
            let state = errors.optionalState(state, named: "state")
            if limit.isMalformed || limit.value.map({ $0 < 1 }) == true {
                errors.refuse("limit", "Limit must be a whole number from 1")
            }
            try errors.throwIfAny()
            return Input(
                search: search ?? "", division: division, state: state,
                limit: min(limit.value ?? 50, CoachLimit.catalogueRowsMax))
        }
    }

    /// A right search.
    public struct Input: Sendable {
        /// The words; each must be found.
        public let search: String
        /// The division, if only one is wanted.
        public let division: Division?
        /// The state, if only one is wanted.
        public let state: String?
        /// How many rows at most.
        public let limit: Int
    }

    /// The schools found.
    public struct Response: Codable, Sendable {
        /// The best matches, by name.
        public var schools: [CatalogueSchool]
        /// How many match in all.
        public var total: Int

        /// The answer with these rows.
        public init(schools: [CatalogueSchool], total: Int) {
            self.schools = schools
            self.total = total
        }
    }
}

/// Lists the schools that the family follows.
public enum ListSchools: Operation {
    public static let name = "schools.list"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = true
    public static let access = Access.members
    public static let summary = "List the schools of the family"

    public typealias Request = ListRequest<SchoolFilter>

    /// The schools.
    public struct Response: Codable, Sendable {
        /// The filters in force.
        public var activeFilters: [ActiveFilter]
        /// Whether a filter is in force.
        public var hasActiveFilters: Bool
        /// The schools with the number of their coaches, by name.
        public var schools: [School]
        /// How many schools the filters leave, also beyond the limit.
        public var total: Int

        enum CodingKeys: String, CodingKey {
            case schools, total
            case activeFilters = "active_filters"
            case hasActiveFilters = "has_active_filters"
        }

        /// The answer with these rows; without a total they are all there are.
        public init(
            activeFilters: [ActiveFilter] = [], schools: [School], total: Int? = nil
        ) {
            self.activeFilters = activeFilters
            self.hasActiveFilters = !activeFilters.isEmpty
            self.schools = schools
            self.total = total ?? schools.count
        }
    }
}

/// The filters of the family's schools.
public enum SchoolFilter: String, ListFilter {
    case search, division

    public var rule: FilterRule {
        switch self {
        case .search: .search("Text in the name; case does not matter")
        case .division: .word(Division.self, \.rawValue, "Only this division")
        }
    }
}

/// Shows one school.
public enum ShowSchool: Operation {
    public static let name = "schools.show"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = true
    public static let access = Access.members
    public static let summary = "Show a school with its coaches"

    /// Which one.
    public struct Request: OperationRequest {
        /// The school.
        public var id: SchoolID

        enum CodingKeys: String, CodingKey, CaseIterable {
            case id
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request for this school.
        public init(id: SchoolID) {
            self.id = id
        }
    }

    /// The school.
    public struct Response: Codable, Sendable {
        /// The school.
        public var school: School
        /// Its coaches, by name.
        public var coaches: [Coach]

        /// The answer with these parts.
        public init(school: School, coaches: [Coach]) {
            self.school = school
            self.coaches = coaches
        }
    }
}

/// Takes a school into the family, from the catalogue or by hand.
public enum AddSchool: Operation {
    public static let name = "schools.add"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can add schools")
    public static let summary = "Add a school to the family's list"

    public typealias Request = SchoolForm
    /// The right form.
    public typealias Input = SchoolInput

    /// The school as stored.
    public struct Response: Codable, Sendable {
        /// The school.
        public var school: School

        /// The answer for this school.
        public init(school: School) {
            self.school = school
        }
    }
}

/// Changes a school, if nobody changed it in between.
public enum EditSchool: Operation {
    public static let name = "schools.edit"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can edit schools")
    public static let summary = "Change a school"

    public typealias Request = SchoolForm
    public typealias Response = AddSchool.Response
}
