/// Merges a school into another one: its coaches, and everything that refers to it in all services,
/// refer to the one that stays. One operation, which can be undone.
public enum MergeSchools: Operation {
    /// The budget leaves every service the time to complete its part.
    public static let definition = OperationDefinition(
        "schools.merge", of: .coaches, .write, .players("merge schools"),
        "Merge a school into another one; it can be undone", budget: DeletionLimit.budget,
        http: .post("/schools/{id}/merge"))

    public typealias Request = MergeRequest<SchoolTag>

    /// The school that stays, and what moved.
    @JSONObject
    public struct Response: Codable, JSONWritable, Sendable {
        /// The school as stored.
        public var school: School
        /// The id of the school that went to the trash.
        public var mergedID: SchoolID
        /// The name of that school; nil from a service of an earlier version.
        public var mergedName: String?
        /// The fields whose values came from the other one.
        public var filled: [String]
        /// The number of records in each table that refer to the school from now on, without those
        /// in the trash; tables without any may be missing.
        public var moved: [String: Int]
        /// Whether every service has completed its part and the counts are final.
        public var state: OperationState
        /// The operation that can be undone to separate them again.
        public var operationID: OperationID
    }

    /// The result, for people: "Merged Duke into Duke University: 2 coaches moved".
    public static func sentence(_ answer: Response) -> String {
        MergeText.sentence(answer.mergedName, into: answer.school.name, answer.moved)
    }
}
