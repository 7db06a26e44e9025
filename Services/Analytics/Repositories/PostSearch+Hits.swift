import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension PostSearch {
    /// The weights of author, coach, school and text.
    private static let weights = "8.0, 4.0, 4.0, 1.0"

    /// The best matches. ?1 words, ?2 family number, ?3 platform or NULL, ?4 and ?5 the window's
    /// beginning and end or NULL, ?6 limit, ?7 the beginnings of terms. Texts are read afterwards.
    static let findSQL = """
        SELECT p.no, search_rank(search_index, \(weights), ?7) AS standing
        FROM search_index CROSS JOIN posts AS p ON p.no = search_index.rowid
        WHERE search_index MATCH ?1 AND p.family_no = ?2 AND p.deleted_at IS NULL
            AND (?3 IS NULL OR p.platform = ?3) AND (?4 IS NULL OR p.posted_at >= ?4)
            AND (?5 IS NULL OR p.posted_at < ?5)
        ORDER BY standing DESC, p.posted_at DESC, p.no DESC LIMIT ?6
        """

    /// The texts of some matches. ?1 words, ?2 family number, ?3 numbers as JSON. The unary plus
    /// has FTS5 walk over all matches once (`SearchRepository.showSQL`).
    static let showSQL = """
        SELECT p.no, p.id, p.platform, p.posted_at, p.author_name, p.author_handle, s.name, c.name,
            \(SearchSnippets.sql(column: 3))
        FROM search_index CROSS JOIN posts AS p ON p.no = search_index.rowid \(PostRow.joins)
        WHERE search_index MATCH ?1 AND p.family_no = ?2
            AND +search_index.rowid IN (SELECT value FROM json_each(?3))
        """
    static let schoolNamesSQL = """
        SELECT number, name FROM family_schools WHERE family_no = ?1 AND name IS NOT NULL
        """
    static let coachNamesSQL = """
        SELECT no, name FROM family_coaches INDEXED BY family_coaches_by_id
        WHERE family_no = ?1 AND name IS NOT NULL
        """

    func hits(
        _ search: SearchInput, _ window: SearchWindow, of scope: FamilyScope, limit: Int,
        _ transaction: ReadTransaction
    ) throws -> [SearchHit] {
        guard let family = try Family.find(scope.familyID, transaction) else { return [] }
        let clauses = try PostSearchClauses(family, transaction).clauses(search)
        guard !clauses.isEmpty else { throw Self.noWords }
        let platforms = Self.platforms(search.query.types)
        guard !platforms.isEmpty,
            let words = SearchExpression(clauses, in: [SearchScope(number: family.no)])
        else { return [] }
        let found = try transaction.rows(
            Self.findSQL, words.text, family.no,
            platforms.count == 1 ? platforms.first.map(PostRow.number) : nil, window.since,
            window.before, limit, words.beginnings
        ) { (number: try $0.int64(0), rank: try $0.double(1)) }
        guard !found.isEmpty else { return [] }
        let numbers = try JSONCoding.encodedText(found.map(\.number))
        let hits = try transaction.rows(
            Self.showSQL, words.text, family.no, numbers
        ) { (number: try $0.int64(0), hit: try Self.hit($0)) }
        return SearchHit.ranked(hits, by: found)
    }

    /// The networks whose posts some types select.
    private static func platforms(_ types: Set<SearchType>) -> [SocialPlatform] {
        SocialPlatform.allCases.filter { platform in
            types.isEmpty || types.contains(.noun(.post))
                || types.contains(.word(platform.rawValue))
        }
    }

    private static func hit(_ row: borrowing Row) throws -> SearchHit {
        let platform = try PostRow.platform(row.int64(2))
        let author = try row.textOrNil(4) ?? row.textOrNil(5)
        return SearchHit(
            noun: .post, id: try row.identifier(1), type: platform.rawValue,
            title: author ?? "\(platform.label) post", coachName: try row.textOrNil(7),
            schoolName: try row.textOrNil(6), at: try row.instant(3), day: nil,
            snippet: SearchSnippets.parts(try row.text(8)), rank: 0)
    }
}

/// What must match in the index of posts, which holds the numbers of schools and coaches: their
/// names are looked up first.
struct PostSearchClauses {
    /// A school or a coach.
    private struct Named {
        let number: Int64
        let words: [String]
    }

    private let transaction: ReadTransaction
    private let schools: [Named]
    private let coaches: [Named]

    init(_ family: Family, _ transaction: ReadTransaction) throws {
        self.transaction = transaction
        func named(_ sql: String) throws -> [Named] {
            try transaction.rows(sql, family.no) { (try $0.int64(0), try $0.text(1)) }
                .map { Named(number: $0, words: try SearchWords.indexed($1, transaction)) }
        }
        schools = try named(PostSearch.schoolNamesSQL)
        coaches = try named(PostSearch.coachNamesSQL)
    }

    /// Returns what must match. Words without a letter or digit are left out.
    func clauses(_ search: SearchInput) throws -> [SearchExpression.Clause] {
        try search.query.clauses(search.aliases).map { clause in
            SearchExpression.Clause(
                terms: try clause.terms.compactMap(phrases),
                others: try clause.schools.flatMap { name in
                    Self.numbers(
                        schools, "school", try SearchWords.sought(name, transaction), isOpen: false)
                })
        }.filter { !$0.terms.isEmpty }
    }

    /// The phrases of which one must match, none if nothing can; nil for a term without words.
    private func phrases(_ term: SearchQuery.Term) throws -> [SearchExpression.Phrase]? {
        let sought = try SearchWords.sought(term.text, transaction)
        guard !sought.isEmpty else { return nil }
        func texts(_ columns: String) -> [SearchExpression.Phrase] {
            sought.map { .init(columns: columns, words: $0, isOpen: term.isOpen) }
        }
        let ofCoaches = Self.numbers(coaches, "coach", sought, isOpen: term.isOpen)
        let ofSchools = Self.numbers(schools, "school", sought, isOpen: term.isOpen)
        return switch term.place {
        case .anywhere: texts("author text") + ofCoaches + ofSchools
        case .coach: texts("author") + ofCoaches
        case .school: ofSchools
        }
    }

    /// The numbers of those whose name contains these words one after the other.
    private static func numbers(
        _ all: [Named], _ column: String, _ sought: [[String]], isOpen: Bool
    ) -> [SearchExpression.Phrase] {
        all.filter { named in sought.contains { contains(named.words, $0, isOpen: isOpen) } }
            .map { .init(columns: column, words: ["\($0.number)"]) }
    }

    private static func contains(_ name: [String], _ words: [String], isOpen: Bool) -> Bool {
        guard !words.isEmpty, name.count >= words.count else { return false }
        return (0...(name.count - words.count)).contains { start in
            words.indices.allSatisfy { index in
                let word = name[start + index]
                return isOpen && index == words.count - 1
                    ? word.hasPrefix(words[index]) : word == words[index]
            }
        }
    }
}
