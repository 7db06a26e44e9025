/// Undoes an operation: restores what it deleted, or removes what it added. Send it to the service
/// that performed the operation.
public enum UndoOperation: Operation {
    /// The budget leaves every service the time to complete its part.
    public static let definition = OperationDefinition(
        "operations.undo", of: nil, .write, .players("undo"), "Undo an operation by its id",
        budget: DeletionLimit.budget,
        http: .post("/services/{service}/operations/{operation_id}/undo"))

    /// The operation to undo.
    @JSONObject
    public struct Request: OperationRequest, Hashable {
        public var operationID: OperationID
    }

    /// The result of an undo.
    @JSONObject
    public struct Response: Hashable {
        public var operationID: OperationID
        /// The number of restored records in each table.
        public var restored: [String: Int]
        /// The number of removed records in each table.
        public var removed: [String: Int]
        /// The ids of the restored records as text, if the service lists them.
        public var ids: [String]
        /// Whether every service has completed its part and the counts are final.
        public var state: OperationState
        /// The number of records in each table that an import had changed and that are again as
        /// they were; nil for none.
        public var reverted: [String: Int]?
        /// The records that an import had changed and that stay as they are; nil for none.
        public var kept: [KeptRecord]?
        /// What restored records name no longer, because it was removed for good; nil for nothing.
        public var lost: [LostReference]?
        /// Of the undo of a merge, the number of records of this service that moved back, in each
        /// table; those of other services are among the restored ones. Nil for other operations.
        public var movedBack: [String: Int]?

        public init(
            _ operationID: OperationID, restored: [String: Int] = [:],
            removed: [String: Int] = [:], ids: [String] = [], state: OperationState = .done
        ) {
            self.operationID = operationID
            self.restored = restored
            self.removed = removed
            self.ids = ids
            self.state = state
        }

        /// Notes how many restored records of a table name no longer what was removed for good.
        public mutating func noteLost(_ kind: LostReference.Kind, of table: String, _ count: Int) {
            guard count > 0 else { return }
            lost = (lost ?? []) + [LostReference(type: table, kind: kind, count: count)]
        }
    }
}

/// Restored records that named something that was removed for good since they were deleted, and
/// that come back without it.
@JSONObject
public struct LostReference: Hashable {
    /// What the records named.
    public enum Kind: String, Codable, JSONWritable, Sendable, CaseIterable {
        case coach
        case event
        case school
    }

    /// The table of the restored records.
    public var type: String
    /// What they named.
    public var kind: Kind
    /// The number of restored records.
    public var count: Int
}

extension LostReference {
    /// The references with one count for each table and kind, in the order of both; nil for none.
    public static func summed(_ references: [LostReference]) -> [LostReference]? {
        let kinds = Dictionary(grouping: references) { $0.type }.sorted { $0.key < $1.key }
        let sums = kinds.flatMap { type, found in
            Kind.allCases.compactMap { kind -> LostReference? in
                let count = found.filter { $0.kind == kind }.reduce(0) { $0 + $1.count }
                return count > 0 ? LostReference(type: type, kind: kind, count: count) : nil
            }
        }
        return sums.isEmpty ? nil : sums
    }
}

/// A record that an import had changed and that the undo of the import leaves as it is.
@JSONObject
public struct KeptRecord: Hashable {
    /// The table.
    public var type: String
    /// The record's id as text.
    public var id: String
    /// The record's name, for people.
    public var name: String
    /// Why it stays as it is: the end of a sentence that begins with the name.
    public var reason: String
}
