/// Finds the family's schools and coaches to which a file refers by catalogue id, key or name.
public enum ResolveReferences: Operation {
    public static let name = "coaches.resolve"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = true
    public static let access = Access.members
    public static let summary = "Find schools and coaches by catalogue id, key or name"

    /// A reference to a school, a coach, or a coach at a school.
    public struct Reference: Codable, Hashable, Sendable {
        public var school: SchoolReference?
        /// The coach; at `school`, if that is given.
        public var coach: CoachReference?

        public init(school: SchoolReference? = nil, coach: CoachReference? = nil) {
            self.school = school
            self.coach = coach
        }
    }

    /// The references to resolve.
    public struct Request: OperationRequest {
        /// The references, at most `ImportLimit.batchRowsMax`.
        public var references: [Reference]

        enum CodingKeys: String, CodingKey, CaseIterable {
            case references
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

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

    /// A resolved reference.
    public struct Resolved: Codable, Hashable, Sendable {
        public var schoolID: SchoolID?
        public var coachID: CoachID?
        /// Why a reference was not resolved; the keys are `school` and `coach`.
        public var errors: [String: String]

        enum CodingKeys: String, CodingKey {
            case errors
            case schoolID = "school_id"
            case coachID = "coach_id"
        }

        public init(
            schoolID: SchoolID? = nil, coachID: CoachID? = nil, errors: [String: String] = [:]
        ) {
            self.schoolID = schoolID
            self.coachID = coachID
            self.errors = errors
        }
    }

    /// The resolved references.
    public struct Response: Codable, Sendable {
        /// One result for each reference, in the same order.
        public var references: [Resolved]

        public init(references: [Resolved]) {
            self.references = references
        }
    }
}
