/// Searches the national catalogue by name, alias, city or state.
public enum SearchSchools: Operation {
    public static let definition = OperationDefinition(
        "schools.search", of: .coaches, .read, .signedIn,
        "Search the national catalogue of schools", http: .get("/catalogue/schools"))

    /// The search text and filters.
    @JSONObject
    public struct Request: OperationRequest {
        var search: FormField<String>
        var division: FormField<String>
        var state: FormField<String>
        var limit: FormField<Int>

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let search = errors.optionalText(
                search, named: "search", max: CoachLimit.searchMax,
                "Search must be \(CoachLimit.searchMax) characters or less")
            let division: Division? = errors.optionalWord(
                division, named: "division", "Division must be one of D1, D2, D3, NAIA, JUCO")
            let state = errors.optionalState(state, named: "state")
            errors.optionalNumber(limit, named: "limit", title: "Limit", from: 1)
            try errors.throwIfAny()
            return Input(
                search: search ?? "", division: division, state: state,
                limit: min(limit.value ?? 50, CoachLimit.catalogueRowsMax))
        }
    }

    /// The validated request.
    public struct Input: Sendable {
        /// The search words, all of which must match.
        public let search: String
        public let division: Division?
        public let state: String?
        /// The maximum number of rows.
        public let limit: Int
    }

    /// The matching schools of the catalogue.
    @JSONObject
    public struct Response {
        /// The best matches: schools that the text names, then names that begin with it, names with
        /// words that begin with its words, and the rest, each by name.
        public var schools: [CatalogueSchool]
        /// The total number of matches.
        public var total: Int
        /// The catalogue id of the school that the text names, by its name, an alias or its web
        /// address, or as the only match; absent if it names none or several.
        public var namedID: String?
        /// If nothing matches: the text with mistyped words corrected, which matches something.
        public var suggestion: String?
    }
}

/// Lists the schools that the family follows.
public enum ListSchools: Operation {
    public static let definition = OperationDefinition.list("schools", of: .coaches)

    public typealias Request = ListRequest<SchoolFilter>
    /// The schools with their numbers of coaches, ordered by name.
    public typealias Response = ListReply<SchoolFilter>
}

/// The filters of the list of schools.
public enum SchoolFilter: String, ListFilter {
    case search, division

    public var rule: FilterRule {
        switch self {
        case .search: .search("Text in the name; case and accents do not matter")
        case .division: .words(Division.self, \.rawValue, "Only these divisions")
        }
    }
}

/// Shows one school.
public enum ShowSchool: Operation {
    public static let definition = OperationDefinition.show(
        "schools", of: .coaches, "Show a school with its coaches")

    public typealias Request = RecordRequest<SchoolTag>

    /// The school with its coaches.
    @JSONObject
    public struct Response {
        public var school: School
        /// Its coaches, ordered by name.
        public var coaches: [Coach]
        /// The season in which it is in its conference, such as `2026-27`; nil if the catalogue
        /// does not know it in this conference.
        public var season: String?
    }
}

extension ShowSchool.Response {
    /// "Ivy League (2026-27)"; nil without a conference.
    public var conferenceText: String? {
        school.conference.map { conference in
            season.map { "\(conference) (\($0))" } ?? conference
        }
    }
}

/// Adds a school to the family's list, from the catalogue or by hand.
public enum AddSchool: Operation {
    public static let definition = OperationDefinition.add(
        "schools", of: .coaches, "Add a school to the family's list")

    public typealias Request = SchoolForm
    public typealias Input = SchoolInput

    /// The warnings name the schools that are probably the same.
    public typealias Response = AddedRecord<School>
}

/// Changes a school; fails if its version has changed in the meantime.
public enum EditSchool: Operation {
    public static let definition = OperationDefinition.edit(
        "schools", of: .coaches, "Change a school")

    public typealias Request = SchoolForm

    /// The school as stored.
    @JSONObject
    public struct Response {
        public var school: School
    }
}
