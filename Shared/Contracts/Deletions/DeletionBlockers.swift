/// The records that prevent a record from being deleted on its own (CO-29).
public struct DeletionBlockers: Codable, Hashable, Sendable {
    /// Whether a plain deletion is possible because no other record depends on this one.
    public var canDelete: Bool
    /// The kinds of dependent records with their counts; empty if there are none.
    public var blockers: [DeletionBlocker]
    /// The same for people.
    public var message: String

    /// Creates the result for a kind of record, such as `interaction`, and its dependents.
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

    init(_ blockers: [DeletionBlocker], message: String) {
        canDelete = blockers.isEmpty
        self.blockers = blockers
        self.message = message
    }
}

/// A number of dependent records of one kind.
@JSONObject
public struct DeletionBlocker: Hashable {
    /// The kind, as the plural under which replies count it.
    public var type: String
    public var count: Int

    /// The count in words: `2 follow ups`.
    public var text: String { CountedNoun.text(count, type) }
}
