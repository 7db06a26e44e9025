/// The result of deleting a coach or a school, in all services (CO-28).
@JSONObject
public struct DeletionAnswer: Hashable {
    /// Always true; a failure is an error.
    public var success: Bool
    /// Whether every service has completed its part and the counts are final.
    public var state: OperationState
    /// The number of deleted records in each table. The tables that the specification names are
    /// always present (D-22), others only if records were deleted from them.
    public var deleted: [String: Int]
    /// The result, for people.
    public var message: String
    /// The operation that can be undone to restore everything.
    public var operationID: OperationID

    /// Missing counts become 0.
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

    /// Returns the message for a completed deletion (CO-27, U-12): `Coach and 3 interactions
    /// deleted`.
    public func sentence(of kind: DeletionFeed.Kind) -> String {
        let others = deleted.filter { $0.key != kind.table && $0.value > 0 }
            .sorted { kind.rank($0.key) < kind.rank($1.key) }
            .map { CountedNoun.text($0.value, $0.key) }
        return DeletionText.listed([kind.label] + others) + " deleted"
    }
}

extension DeletionFeed.Kind {
    /// The table of its records.
    public var table: String {
        switch self {
        case .coach: "coaches"
        case .school: "schools"
        }
    }

    /// The tables whose counts a reply always contains.
    public var countedTables: [String] { [table] + dependents }

    /// The tables whose records prevent a plain deletion, in the order in which they are listed.
    /// Offers are not stored yet, so they count as 0 (D-22).
    public var dependents: [String] {
        switch self {
        case .coach: ["interactions", "offers", "social_media_posts"]
        case .school: ["coaches", "interactions", "events", "offers", "social_media_posts"]
        }
    }

    /// The sort key of a table in a sentence: its rank, then its name.
    fileprivate func rank(_ table: String) -> (Int, String) {
        (countedTables.firstIndex(of: table) ?? countedTables.count, table)
    }
}

/// Joins items into a list for sentences about deletions.
public enum DeletionText {
    /// Returns `A`, `A and B`, `A, B and C`.
    public static func listed(_ items: [String]) -> String {
        guard items.count > 1, let last = items.last else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " and \(last)"
    }
}

extension DeletionBlockers {
    /// Creates the result for a coach or a school (CO-29): `Coach has 3 interactions and 1 offer`.
    public init(of kind: DeletionFeed.Kind, _ blockers: [DeletionBlocker]) {
        self.init(
            blockers,
            message: blockers.isEmpty
                ? "\(kind.label) has no related records"
                : "\(kind.label) has \(DeletionText.listed(blockers.map(\.text)))")
    }
}

extension ServiceError {
    /// Returns the error for a plain deletion of a coach or a school blocked by other records
    /// (D-20).
    public static func hasDependents(
        _ kind: DeletionFeed.Kind, _ blockers: [DeletionBlocker]
    ) -> ServiceError {
        ServiceError(
            .hasDependents, DeletionBlockers(of: kind, blockers).message,
            errors: Dictionary(
                blockers.map { ($0.type, "\($0.count)") }, uniquingKeysWith: { first, _ in first }))
    }
}
