/// The result of a session: what it found wrong, by kinds.
protocol Verdict {
    /// The kinds with their names.
    var problems: [(name: String, items: [String])] { get }
}

extension Verdict {
    var isClean: Bool { problems.allSatisfy(\.items.isEmpty) }

    /// How many problems of each kind there are, and the first of them.
    var problemSummary: String {
        problems.map { name, items in
            items.isEmpty ? "\(name) 0" : "\(name) \(items.count) (\(items.prefix(3)))"
        }.joined(separator: ", ")
    }
}
