/// Lists what lies in a service's trash, or finds an operation by the end of its id. Every data
/// service answers it for its own records; of interactions a player sees what they deleted
/// themselves.
public enum ListOperations: Operation {
    public static let name = "operations.list"
    public static let service: ServiceName? = nil
    public static let isReadOnly = true
    public static let access = Access.family([.player], refusal: "Only players can use the trash")
    public static let summary = "List deleted records that can be restored, newest first"

    /// Operations of one answer at most.
    public static let rowsMax = 1_000

    /// Which operations.
    public struct Request: OperationRequest {
        /// The end of an id, 8 to 32 hexadecimal digits in any case; hyphens do not count. Finds
        /// operations in whatever state; without it those are listed that lie in the trash.
        public var ending: FormField<String>
        /// How many at most, 1 to `rowsMax`; all if it is missing.
        public var limit: FormField<Int>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case ending, limit
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request for these.
        public init(ending: String? = nil, limit: Int? = nil) {
            self.ending = FormField(ending)
            self.limit = FormField(limit)
        }

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            var input = Input()
            if ending.isMalformed || ending.value.map({ RecordEnding($0) == nil }) == true {
                errors.refuse("ending", RecordEnding.refusal)
            }
            input.ending = ending.value.flatMap { RecordEnding($0) }
            if limit.isMalformed || limit.value.map({ !(1...rowsMax).contains($0) }) == true {
                errors.refuse("limit", "Expected a whole number from 1 to \(rowsMax)")
            }
            input.limit = limit.value ?? rowsMax
            try errors.throwIfAny()
            return input
        }
    }

    /// A right form.
    public struct Input: Sendable {
        /// The end of an id.
        public var ending: RecordEnding?
        /// How many at most.
        public var limit = rowsMax

        /// The form of these, or of all.
        public init(ending: RecordEnding? = nil, limit: Int = rowsMax) {
            self.ending = ending
            self.limit = limit
        }
    }

    /// The operations.
    public struct Response: Codable, Sendable {
        /// The operations, those whose records went last first.
        public var operations: [UndoableOperation]

        /// The answer with these operations.
        public init(operations: [UndoableOperation]) {
            self.operations = operations
        }
    }
}
