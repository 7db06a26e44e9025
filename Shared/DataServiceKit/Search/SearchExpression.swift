import Contracts

/// A search as FTS5 reads it (<https://sqlite.org/fts5.html#full_text_query_syntax>). It contains
/// nothing but letters and digits of the typed text, each word behind the key of a scope.
public struct SearchExpression: Hashable, Sendable {
    /// Words that must stand one after the other in one column.
    @Memberwise
    public struct Phrase: Hashable, Sendable {
        /// The names of the columns, separated by blanks; nil for all.
        public var columns: String?
        /// The words, without the key.
        public var words: [String]
        /// Whether the last word may be the beginning of a longer one.
        public var isOpen: Bool = false
    }

    /// Terms, or what may match in their place.
    @Memberwise
    public struct Clause: Hashable, Sendable {
        /// Terms that must all match, each by one of its phrases.
        public var terms: [[Phrase]]
        /// What may match in their place; no phrase for nothing.
        public var others: [Phrase] = []
    }

    /// The expression.
    public private(set) var text = ""
    /// For each phrase 1 if a term begins with it, otherwise 0; see `search_rank`.
    public private(set) var beginnings: [UInt8] = []

    /// Joins clauses of which all must match in one of the scopes; nil if nothing can match them.
    public init?(_ clauses: [Clause], in scopes: [SearchScope]) {
        guard !clauses.isEmpty, !scopes.isEmpty else { return nil }
        for clause in clauses where clause.others.isEmpty {
            if clause.terms.contains(where: \.isEmpty) { return nil }
        }
        var parts: [String] = []
        for scope in scopes {
            let all = clauses.map { write($0, key: scope.key) }
            parts.append("(\(all.joined(separator: " AND ")))")
        }
        text = parts.joined(separator: " OR ")
    }

    private mutating func write(_ clause: Clause, key: String) -> String {
        let canMatch = !clause.terms.contains(where: \.isEmpty)
        let terms = (canMatch ? clause.terms : []).map { phrases in
            beginnings += phrases.indices.map { $0 == 0 ? 1 : 0 }
            return Self.any(phrases.map { $0.text(key) })
        }
        guard !clause.others.isEmpty else { return terms.joined(separator: " AND ") }
        // They belong to the last term: a record that matches both ways is no better for it.
        beginnings += clause.others.indices.map { $0 == 0 && terms.isEmpty ? 1 : 0 }
        let others = clause.others.map { $0.text(key) }
        guard !terms.isEmpty else { return Self.any(others) }
        return Self.any(["(\(terms.joined(separator: " AND ")))"] + others)
    }

    private static func any(_ parts: [String]) -> String {
        parts.count == 1 ? parts[0] : "(\(parts.joined(separator: " OR ")))"
    }
}

extension SearchExpression.Phrase {
    fileprivate func text(_ key: String) -> String {
        let phrase = words.map { key + $0 }.joined(separator: " ")
        return "\(columns.map { "{\($0)} : " } ?? "")\"\(phrase)\"\(isOpen ? " *" : "")"
    }
}
