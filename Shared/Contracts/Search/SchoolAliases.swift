/// A school of the family by a name other than its own.
@JSONObject
public struct SchoolAlias: Hashable {
    /// The other name without case, accents, punctuation and blanks: `unc`, `olemiss`.
    public var calling: String
    /// The family's name of the school.
    public var name: String
}

/// Lists the family's schools that words of a search name as the national catalogue does: by name,
/// alias or the name of the web site, whatever the family calls them.
public enum FindSchoolAliases: Operation {
    public static let definition = OperationDefinition(
        "schools.aliases", of: .coaches, .read, .members,
        "List the family's schools that a search names by an alias",
        http: .get("/schools/aliases"))

    /// A search as typed.
    @JSONObject
    public struct Request: OperationRequest {
        public var query: FormField<String>

        public init(_ query: String) { self.query = FormField(query) }

        /// Asks for one name, such as `NC State`; nil for a text without words, or one that is
        /// longer than a search may be.
        public init?(name: String) {
            self.init("\"\(NameFolding.fold(name))\"")
            guard (try? validated()) != nil else { return nil }
        }

        public func validated() throws(ServiceError) -> SearchQuery {
            try SearchRequest(query: query).validated().query
        }
    }

    /// The names.
    @JSONObject
    public struct Response {
        /// The schools, at most `SearchLimit.aliasesMax`.
        public var aliases: [SchoolAlias]
    }
}

extension SchoolAlias {
    private static let separator: Character = "="

    /// The aliases as the text of a request, one on each line: `unc=University of North Carolina`.
    static func text(of aliases: [SchoolAlias]) -> String? {
        guard !aliases.isEmpty else { return nil }
        return aliases.map { alias in
            let name = alias.name.split(whereSeparator: \.isNewline).joined(separator: " ")
            return "\(alias.calling)\(separator)\(name)"
        }.joined(separator: "\n")
    }

    /// Reads what `text(of:)` has written; nil if it is something else, or if there are too many.
    static func read(_ text: String) -> [SchoolAlias]? {
        var aliases: [SchoolAlias] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: separator, maxSplits: 1)
            guard parts.count == 2, aliases.count < SearchLimit.aliasesMax else { return nil }
            aliases.append(SchoolAlias(calling: String(parts[0]), name: String(parts[1])))
        }
        return aliases
    }
}

extension SearchRequest {
    /// The same search with the schools that its words name.
    public func knowing(_ aliases: [SchoolAlias]) -> SearchRequest {
        var request = self
        request.aliases = FormField(SchoolAlias.text(of: aliases))
        return request
    }
}

extension SearchQuery {
    /// Words and phrases of which either all must match, or the name of one of the schools that
    /// they name together.
    @Memberwise
    public struct Clause: Hashable, Sendable {
        public var terms: [Term]
        /// The names of the schools.
        public var schools: [String] = []
    }

    /// What the words of the search may name: each word after `school:`, each other word or phrase,
    /// and those that follow each other; as they were typed, by their texts without case, accents,
    /// punctuation and blanks.
    public var callings: [String: String] {
        let all = terms.indices.flatMap(runs)
        return Dictionary(all.map { ($0.calling, $0.text) }, uniquingKeysWith: { one, _ in one })
    }

    /// Splits the search into clauses, all of which must match. Of several names that begin with
    /// the same word the longest counts.
    public func clauses(_ aliases: [SchoolAlias]) -> [Clause] {
        let names = Dictionary(grouping: aliases, by: \.calling).mapValues { $0.map(\.name) }
        var clauses: [Clause] = []
        var start = terms.startIndex
        while start < terms.endIndex {
            let named = runs(from: start).last { names[$0.calling] != nil }
            let end = named?.end ?? start + 1
            clauses.append(
                Clause(
                    terms: Array(terms[start..<end]),
                    schools: named.flatMap { names[$0.calling] } ?? []))
            start = end
        }
        return clauses
    }

    /// The words from one on that may be a name together, the shortest first.
    private func runs(from start: Int) -> [(end: Int, calling: String, text: String)] {
        let rest = terms[start...]
        let count: Int
        switch terms[start].place {
        case .coach: return []
        case .school: count = 1
        case .anywhere: count = rest.prefix { $0.place == .anywhere }.count
        }
        return rest.prefix(count).indices.map { index in
            let text = rest[...index].map(\.text).joined(separator: " ")
            return (index + 1, NameFolding.words(text).joined(), text)
        }
    }
}
