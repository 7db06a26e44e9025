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

    public typealias Request = EmptyRequest

    /// The schools.
    public struct Response: Codable, Sendable {
        /// The schools, by name.
        public var schools: [School]

        /// The answer with these rows.
        public init(schools: [School]) {
            self.schools = schools
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
    public static let summary = "Take a school into the family"

    /// The form. With a catalogue id the catalogue fills what is left out.
    public struct Request: OperationRequest {
        /// The id in the national catalogue.
        public var catalogueID: FormField<String>
        /// The name; must be there without a catalogue id.
        public var name: FormField<String>
        /// The city.
        public var city: FormField<String>
        /// The two letters of the state.
        public var state: FormField<String>
        /// The division.
        public var division: FormField<String>
        /// The conference.
        public var conference: FormField<String>
        /// The web address.
        public var website: FormField<String>
        /// The handle on Twitter.
        public var twitterHandle: FormField<String>
        /// The handle on Instagram.
        public var instagramHandle: FormField<String>
        /// The family's notes.
        public var notes: FormField<String>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case name, city, state, division, conference, website, notes
            case catalogueID = "catalogue_id"
            case twitterHandle = "twitter_handle"
            case instagramHandle = "instagram_handle"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// An empty form, but for these entries.
        public init(catalogueID: String? = nil, name: String? = nil) {
            self.catalogueID = FormField(catalogueID)
            self.name = FormField(name)
            city = FormField(nil)
            state = FormField(nil)
            division = FormField(nil)
            conference = FormField(nil)
            website = FormField(nil)
            twitterHandle = FormField(nil)
            instagramHandle = FormField(nil)
            notes = FormField(nil)
        }

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let catalogueID = errors.optionalText(
                catalogueID, named: "catalogue_id", max: 20, "Unknown catalogue id")
            let nameText = "School name must have 2 to 255 characters"
            var name: String?
            if catalogueID == nil || self.name.isMalformed || self.name.value?.isEmpty == false {
                name = errors.requiredText(
                    self.name, named: "name", length: CoachLimit.schoolNameLength, nameText)
            }
            let input = Input(
                catalogueID: catalogueID, name: name,
                city: errors.optionalTrimmedText(
                    city, named: "city", max: CoachLimit.placeMax,
                    "City must be 100 characters or less"),
                state: errors.optionalState(state, named: "state"),
                division: errors.optionalWord(
                    division, named: "division",
                    "Division must be one of D1, D2, D3, NAIA, JUCO"),
                conference: errors.optionalTrimmedText(
                    conference, named: "conference", max: CoachLimit.placeMax,
                    "Conference must be 100 characters or less"),
                website: errors.optionalWebAddress(website, named: "website"),
                twitterHandle: errors.optionalTwitterHandle(
                    twitterHandle, named: "twitter_handle"),
                instagramHandle: errors.optionalInstagramHandle(
                    instagramHandle, named: "instagram_handle"),
                notes: Sanitizer.plainText(
                    errors.optionalText(
                        notes, named: "notes", max: CoachLimit.notesMax,
                        "Notes must be 5,000 characters or less")))
            try errors.throwIfAny()
            return input
        }
    }

    /// A right form.
    public struct Input: Sendable {
        /// The id in the national catalogue.
        public let catalogueID: String?
        /// The name; `nil` if the catalogue gives it.
        public let name: String?
        /// The city.
        public let city: String?
        /// The two letters of the state.
        public let state: String?
        /// The division.
        public let division: Division?
        /// The conference.
        public let conference: String?
        /// The web address.
        public let website: String?
        /// The handle on Twitter.
        public let twitterHandle: String?
        /// The handle on Instagram.
        public let instagramHandle: String?
        /// The family's notes.
        public let notes: String?
    }

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
