/// Finds the schools and coaches of the family that a file names by catalogue id, key or name.
public enum ResolveReferences: Operation {
    public static let name = "coaches.resolve"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = true
    public static let access = Access.members
    public static let summary = "Find schools and coaches by catalogue id, key or name"

    /// A school, a coach, or a coach at a school.
    public struct Reference: Codable, Hashable, Sendable {
        /// The school.
        public var school: SchoolReference?
        /// The coach; at that school, if one is named.
        public var coach: CoachReference?

        /// A reference to these.
        public init(school: SchoolReference? = nil, coach: CoachReference? = nil) {
            self.school = school
            self.coach = coach
        }
    }

    /// What is looked for.
    public struct Request: OperationRequest {
        /// The references, `ImportLimit.batchRowsMax` at most.
        public var references: [Reference]

        enum CodingKeys: String, CodingKey, CaseIterable {
            case references
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// A request for these references.
        public init(references: [Reference]) {
            self.references = references
        }

        public func validated() throws(ServiceError) -> Request {
            guard references.count <= ImportLimit.batchRowsMax else {
                throw .invalid(
                    "references", "Expected at most \(ImportLimit.batchRowsMax) references")
            }
            return self
        }
    }

    /// What a reference means.
    public struct Resolved: Codable, Hashable, Sendable {
        /// The school.
        public var schoolID: SchoolID?
        /// The coach.
        public var coachID: CoachID?
        /// Why one of them was not found, by `school` and `coach`.
        public var errors: [String: String]

        enum CodingKeys: String, CodingKey {
            case errors
            case schoolID = "school_id"
            case coachID = "coach_id"
        }

        /// The meaning of a reference.
        public init(
            schoolID: SchoolID? = nil, coachID: CoachID? = nil, errors: [String: String] = [:]
        ) {
            self.schoolID = schoolID
            self.coachID = coachID
            self.errors = errors
        }
    }

    /// The meanings.
    public struct Response: Codable, Sendable {
        /// One for each reference, in their order.
        public var references: [Resolved]

        /// The answer with these meanings.
        public init(references: [Resolved]) {
            self.references = references
        }
    }
}
