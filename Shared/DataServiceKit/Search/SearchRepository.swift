public import Contracts
import Storage

/// Finds records by their words, in the scopes of one reader.
struct SearchRepository {
    /// The weights of the columns: a title that matches counts more than names, and these more
    /// than texts.
    private static let weights = "8.0, 4.0, 4.0, 1.0"

    /// The best matches. ?1 words, ?2 family, ?3 kinds and ?4 types as JSON or NULL, ?5 and ?6 the
    /// window's beginning as a time and a day, ?7 and ?8 its end, ?9 limit, ?10 the beginnings of
    /// terms. Texts are read
    /// afterwards, for the best ones only.
    static let findSQL = """
        SELECT d.no, search_rank(search_index, \(weights), ?10) AS standing
        FROM search_index CROSS JOIN search_documents AS d ON d.no = search_index.rowid
        WHERE search_index MATCH ?1 AND d.family_unit_id = ?2
            AND (?3 IS NULL OR d.noun IN (SELECT value FROM json_each(?3))
                OR d.type IN (SELECT value FROM json_each(?4)))
            AND (?5 IS NULL OR coalesce(d.day >= ?6, d.at >= ?5, 0))
            AND (?7 IS NULL OR coalesce(d.day < ?8, d.at < ?7, 0))
        ORDER BY standing DESC, d.placed_at DESC, d.no DESC LIMIT ?9
        """

    /// The texts of some matches. ?1 words, ?2 family, ?3 numbers as JSON. The unary plus has FTS5
    /// walk over all matches once: asked for each number, it would merge the words with a common
    /// beginning again each time.
    static let showSQL = """
        SELECT d.noun, d.record_id, d.type, d.at, d.day, d.title, d.coach, d.school,
            \(SearchSnippets.sql(column: 3)), \(SearchSnippets.sql(column: -1)), d.no
        FROM search_index CROSS JOIN search_documents AS d ON d.no = search_index.rowid
        WHERE search_index MATCH ?1 AND d.family_unit_id = ?2
            AND +search_index.rowid IN (SELECT value FROM json_each(?3))
        """

    let family: FamilyID
    let scopes: [SearchScope]
    let transaction: ReadTransaction

    /// Returns the best matches, the best first.
    func hits(_ search: SearchInput, _ window: SearchWindow, limit: Int) throws -> [SearchHit] {
        let query = search.query
        guard let words = SearchExpression(try clauses(search), in: scopes) else { return [] }
        var nouns: [String] = []
        var types: [String] = []
        for type in query.types {
            switch type {
            case .noun(let noun): nouns.append(noun.rawValue)
            case .word(let word): types.append(word)
            }
        }
        let found = try transaction.rows(
            Self.findSQL, words.text, family, query.types.isEmpty ? nil : Self.list(nouns),
            query.types.isEmpty ? nil : Self.list(types), window.since, window.firstDay?.text,
            window.before, window.endDay?.text, limit, words.beginnings
        ) { (number: try $0.int64(0), rank: try $0.double(1)) }
        guard !found.isEmpty else { return [] }
        let hits = try transaction.rows(
            Self.showSQL, words.text, family, Self.list(found.map(\.number))
        ) { (number: try $0.int64(10), hit: try Self.hit($0)) }
        return SearchHit.ranked(hits, by: found)
    }

    private static func list(_ words: some Encodable) throws -> String {
        try JSONCoding.encodedText(words)
    }

    // MARK: Words

    /// Returns what must match. Words without a letter or digit are left out.
    private func clauses(_ search: SearchInput) throws -> [SearchExpression.Clause] {
        let clauses = try search.query.clauses(search.aliases).map { clause in
            SearchExpression.Clause(
                terms: try clause.terms.compactMap { term in
                    let phrases = try SearchWords.sought(term.text, transaction)
                    let columns: String? =
                        switch term.place {
                        case .anywhere: nil
                        case .coach: "coach"
                        case .school: "school"
                        }
                    return phrases.isEmpty
                        ? nil
                        : phrases.map { .init(columns: columns, words: $0, isOpen: term.isOpen) }
                },
                others: try clause.schools.flatMap { name in
                    try SearchWords.sought(name, transaction)
                        .map { .init(columns: "school", words: $0) }
                })
        }.filter { !$0.terms.isEmpty }
        guard !clauses.isEmpty else { throw SearchIndexer.noWords }
        return clauses
    }

    // MARK: Hits

    private static func hit(_ row: borrowing Row) throws -> SearchHit {
        let (coach, school) = (try row.text(6), try row.text(7))
        let texts = try (8...9).map { try SearchSnippets.parts(row.text($0)) }
        let best = texts.first { $0.contains(where: \.isMatch) } ?? texts[0]
        return SearchHit(
            noun: try row.word(0), id: try row.identifier(1), type: try row.textOrNil(2),
            title: try row.text(5), coachName: coach.isEmpty ? nil : coach,
            schoolName: school.isEmpty ? nil : school, at: try row.instantOrNil(3),
            day: try row.textOrNil(4).flatMap { CivilDay(text: $0) }, snippet: best, rank: 0)
    }
}

extension SearchHit {
    /// Returns the hits of the rows that were found, in their order and with their ranks.
    public static func ranked(
        _ hits: [(number: Int64, hit: SearchHit)], by found: [(number: Int64, rank: Double)]
    ) -> [SearchHit] {
        let byNumber = Dictionary(hits.map { ($0.number, $0.hit) }) { $1 }
        return found.compactMap { match in
            var hit = byNumber[match.number]
            hit?.rank = match.rank
            return hit
        }
    }
}
