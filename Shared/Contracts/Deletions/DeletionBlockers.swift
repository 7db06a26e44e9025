/// What stands in the way of deleting a record by itself (CO-29).
public struct DeletionBlockers: Codable, Hashable, Sendable {
    /// Whether a plain deletion is enough: nothing else would be left without it.
    public var canDelete: Bool
    /// The kinds of records that depend on it, with counts; empty if there are none.
    public var blockers: [DeletionBlocker]
    /// The same for people.
    public var message: String

    /// The answer for a record of this kind, such as `interaction`, and what depends on it.
    public init(of what: String, _ blockers: [DeletionBlocker]) {
        guard !blockers.isEmpty else {
            self.init([], message: "Nothing depends on this \(what)")
            return
        }
        let counts = blockers.map(\.text).joined(separator: ", ")
        let isOne = blockers.reduce(0) { $0 + $1.count } == 1
        self.init(
            blockers, message: "\(counts) \(isOne ? "depends" : "depend") on this \(what)")
    }

    /// The answer with its text.
    init(_ blockers: [DeletionBlocker], message: String) {
        canDelete = blockers.isEmpty
        self.blockers = blockers
        self.message = message
    }
}

/// One kind of record that depends on another one.
public struct DeletionBlocker: Codable, Hashable, Sendable {
    /// The kind: the plural that answers count it by.
    public var type: String
    /// How many there are.
    public var count: Int

    /// So many of a kind.
    public init(type: String, count: Int) {
        self.type = type
        self.count = count
    }

    /// `2 follow ups`.
    public var text: String { CountedNoun.text(count, type) }
}
