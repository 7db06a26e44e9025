/// Finds the family's schools and coaches to which a file refers by catalogue id, key or name.
public enum ResolveReferences: Operation {
    public static let definition = OperationDefinition(
        "coaches.resolve", of: .coaches, .read, .members,
        "Find schools and coaches by catalogue id, key or name", http: .post("/coaches/resolve"))

    /// A reference to a school, a coach, or a coach at a school.
    @JSONObject
    public struct Reference: Hashable {
        public var school: SchoolReference?
        /// The coach; at `school`, if that is given.
        public var coach: CoachReference?
    }

    /// The references to resolve.
    @JSONObject
    public struct Request: OperationRequest {
        /// The references, at most `ImportLimit.batchRowsMax`.
        public var references: [Reference]

        public func validated() throws(ServiceError) -> Request {
            guard references.count <= ImportLimit.batchRowsMax else {
                throw .invalid(
                    "references", "Expected at most \(ImportLimit.batchRowsMax) references")
            }
            return self
        }
    }

    /// A resolved reference.
    @JSONObject
    public struct Resolved: Hashable {
        public var schoolID: SchoolID?
        public var coachID: CoachID?
        /// Why a reference was not resolved; the keys are `school` and `coach`.
        public var errors: [String: String] = [:]
    }

    /// The resolved references.
    @JSONObject
    public struct Response {
        /// One result for each reference, in the same order.
        public var references: [Resolved]
    }
}
