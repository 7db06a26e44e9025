/// Texts that one service searches.
public protocol SearchedTexts: ServedRecords {}

/// The texts of interactions and the names of their files.
public enum SearchedInteractions: SearchedTexts {
    public static let noun = "interactions"
    public static let service = ServiceName.interactions
}

/// The texts of coaches and schools.
public enum SearchedCoaches: SearchedTexts {
    public static let noun = "coaches"
    public static let service = ServiceName.coaches
    public static let summary = "coaches and schools"
}

/// The texts of events and metrics.
public enum SearchedEvents: SearchedTexts {
    public static let noun = "events"
    public static let service = ServiceName.events
    public static let summary = "events and metrics"
}

/// The texts of posts, and the names of their authors, coaches and schools.
public enum SearchedPosts: SearchedTexts {
    public static let noun = "posts"
    public static let service = ServiceName.analytics
}

/// Finds the records of a service whose texts match a search, the best matches first.
///
/// Players find their own interactions, parents those of the family; all members find everything
/// else. Deleted records are not found.
public enum SearchRecords<Texts: SearchedTexts>: Operation {
    /// The budget includes the indexing of many records that were imported just before.
    public static var definition: OperationDefinition {
        OperationDefinition(
            "\(Texts.noun).search", of: Texts.service, .read, .members,
            "Search \(Texts.summary)", budget: .seconds(10), http: .get("/search/\(Texts.noun)"))
    }

    public typealias Request = SearchRequest
    public typealias Response = SearchAnswer
}

/// Builds the index of a service's searches again from its records. Services do so themselves if
/// the index differs from the records.
public enum RebuildSearch<Texts: SearchedTexts>: Operation {
    /// It changes no record. The budget is that of noting all records of all families.
    public static var definition: OperationDefinition {
        OperationDefinition(
            "\(Texts.noun).rebuildSearch", of: Texts.service, .read, .operators,
            "Build the search index of \(Texts.summary) again", budget: .seconds(60))
    }

    /// What will be done.
    @JSONObject
    public struct Response {
        /// The number of records that are being indexed.
        public var records: Int
    }
}

/// A search, the reader's zone and the maximum number of hits.
@JSONObject
public struct SearchRequest: OperationRequest {
    /// The search as typed (`SearchQuery`).
    public var query: FormField<String>
    /// The reader's IANA zone, for days; the family's by default.
    public var timeZone: FormField<String>
    /// The maximum number of hits, 1 to `SearchLimit.hitsMax`; `SearchLimit.hitsUsual` by default.
    public var limit: FormField<Int>
    /// The family's schools that words of the search name (`FindSchoolAliases`), one on each line:
    /// `unc=University of North Carolina`.
    public var aliases: FormField<String>

    public init(_ query: String, timeZone: String? = nil, limit: Int? = nil) {
        self.init(query: FormField(query))
        self.timeZone = FormField(timeZone)
        self.limit = FormField(limit)
    }

    init(query: FormField<String>) {
        self.query = query
        timeZone = FormField(nil)
        limit = FormField(nil)
        aliases = FormField(nil)
    }

    public func validated() throws(ServiceError) -> SearchInput {
        var errors = FieldErrors()
        let text = errors.requiredText(
            query, named: "query", length: 1...SearchLimit.queryMax,
            query.value?.trimmed.isEmpty == false
                ? "A search can have \(SearchLimit.queryMax) characters; shorten it"
                : "Please enter a word to search for")
        let zone = errors.timeZone(timeZone, named: "time_zone")
        errors.optionalNumber(
            limit, named: "limit", title: "Limit", from: 1, to: SearchLimit.hitsMax)
        let known = SchoolAlias.read(aliases.value ?? "")
        if aliases.isMalformed || known == nil {
            errors.refuse(
                "aliases",
                "Aliases must be at most \(SearchLimit.aliasesMax) lines such as unc=University of "
                    + "North Carolina")
        }
        try errors.throwIfAny()
        return SearchInput(
            query: try SearchQuery(text), timeZone: zone,
            limit: limit.value ?? SearchLimit.hitsUsual, aliases: known ?? [])
    }
}

/// A validated search.
@Memberwise
public struct SearchInput: Hashable, Sendable {
    public let query: SearchQuery
    /// The reader's zone, if given.
    public let timeZone: String?
    /// The maximum number of hits.
    public let limit: Int
    /// The schools that words of the search name.
    public let aliases: [SchoolAlias]
}

/// The hits of one service.
@JSONObject
public struct SearchAnswer {
    /// The best matches, the best first.
    public var hits: [SearchHit]
    /// Whether there are more.
    public var hasMore: Bool
}
