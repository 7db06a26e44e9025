/// Merges a coach into another one: everything that refers to them in all services refers to the
/// one who stays. One operation, which can be undone.
public enum MergeCoaches: Operation {
    /// The budget leaves every service the time to complete its part.
    public static let definition = OperationDefinition(
        "coaches.merge", of: .coaches, .write, .players("merge coaches"),
        "Merge a coach into another one; it can be undone", budget: DeletionLimit.budget,
        http: .post("/coaches/{id}/merge"))

    public typealias Request = MergeRequest<CoachTag>

    /// The coach who stays, and what moved.
    @JSONObject
    public struct Response: Codable, JSONWritable, Sendable {
        /// The coach as stored.
        public var coach: Coach
        /// The id of the coach who went to the trash.
        public var mergedID: CoachID
        /// The name of that coach; nil from a service of an earlier version.
        public var mergedName: String?
        /// The fields whose values came from the other one.
        public var filled: [String]
        /// The number of records in each table that refer to the coach from now on, without those
        /// in the trash; tables without any may be missing.
        public var moved: [String: Int]
        /// Whether every service has completed its part and the counts are final.
        public var state: OperationState
        /// The operation that can be undone to separate them again.
        public var operationID: OperationID
    }

    /// The result, for people: "Merged P. Doyle into Pat Doyle: 3 interactions moved".
    public static func sentence(_ answer: Response) -> String {
        MergeText.sentence(answer.mergedName, into: answer.coach.fullName, answer.moved)
    }
}
