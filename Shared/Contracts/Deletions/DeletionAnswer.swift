/// What the deletion of a coach or a school did, in all services (CO-28).
public struct DeletionAnswer: Codable, Hashable, Sendable {
    /// Always true: a refusal is an error.
    public var success: Bool
    /// Whether every service has taken its part; the counts are then whole.
    public var state: OperationState
    /// How many records went, by table. The tables that the specification names are always there
    /// (D-22), others if something of them went.
    public var deleted: [String: Int]
    /// What happened, for people.
    public var message: String
    /// The operation that brings everything back.
    public var operationID: OperationID

    enum CodingKeys: String, CodingKey {
        case success, state, deleted, message
        case operationID = "operation_id"
    }

    /// The answer for this operation. Counts that are missing are 0.
    public init(
        of kind: DeletionFeed.Kind, state: OperationState, counts: [String: Int], cascades: Bool,
        operationID: OperationID
    ) {
        success = true
        self.state = state
        deleted = kind.countedTables.reduce(into: counts) { all, table in
            all[table, default: 0] += 0
        }
        message =
            cascades ? "\(kind.label) and related records deleted" : "\(kind.label) deleted"
        self.operationID = operationID
    }

    /// What people are told once it is done (CO-27, U-12): `Coach and 3 interactions deleted`.
    public func sentence(of kind: DeletionFeed.Kind) -> String {
        let others = deleted.filter { $0.key != kind.table && $0.value > 0 }
            .sorted { kind.rank($0.key) < kind.rank($1.key) }
            .map { CountedNoun.text($0.value, $0.key) }
        return DeletionText.listed([kind.label] + others) + " deleted"
    }
}

extension DeletionFeed.Kind {
    /// What it is called at the beginning of a sentence.
    public var label: String {
        switch self {
        case .coach: "Coach"
        case .school: "School"
        }
    }

    /// The table of its records.
    public var table: String {
        switch self {
        case .coach: "coaches"
        case .school: "schools"
        }
    }

    /// The tables whose counts an answer always has.
    public var countedTables: [String] { [table] + dependents }

    /// The tables whose records stand in the way of a plain deletion, in the order in which they
    /// are told. Nobody keeps offers yet: they count as 0 (D-22).
    public var dependents: [String] {
        switch self {
        case .coach: ["interactions", "offers", "social_media_posts"]
        case .school: ["coaches", "interactions", "events", "offers", "social_media_posts"]
        }
    }

    /// The place of a table in a sentence, then its name.
    fileprivate func rank(_ table: String) -> (Int, String) {
        (countedTables.firstIndex(of: table) ?? countedTables.count, table)
    }
}

/// Lists in the sentences about deletions.
public enum DeletionText {
    /// `A`, `A and B`, `A, B and C`.
    public static func listed(_ items: [String]) -> String {
        guard items.count > 1, let last = items.last else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " and \(last)"
    }
}

extension DeletionBlockers {
    /// The answer for a coach or a school (CO-29): `Coach has 3 interactions and 1 offer`.
    public init(of kind: DeletionFeed.Kind, _ blockers: [DeletionBlocker]) {
        self.init(
            blockers,
            message: blockers.isEmpty
                ? "\(kind.label) has no related records"
                : "\(kind.label) has \(DeletionText.listed(blockers.map(\.text)))")
    }
}

extension ServiceError {
    /// A plain deletion of a coach or a school that other records stand in the way of (D-20).
    public static func hasDependents(
        _ kind: DeletionFeed.Kind, _ blockers: [DeletionBlocker]
    ) -> ServiceError {
        ServiceError(
            .hasDependents, DeletionBlockers(of: kind, blockers).message,
            errors: Dictionary(
                blockers.map { ($0.type, "\($0.count)") }, uniquingKeysWith: { first, _ in first }))
    }
}
