/// Lists the coaches to follow up: overdue, today and in the next seven days.
///
/// A player reads their own queue, a parent that of every player of the family.
public enum ListFollowUps: Operation {
    public static let definition = OperationDefinition.list(
        "queue", of: .interactions, "List the coaches to follow up")

    /// The zone of the reader's days.
    @JSONObject
    public struct Request: OperationRequest {
        /// The reader's IANA zone; the family's by default (T-14).
        public var timeZone: FormField<String>

        public func validated() throws(ServiceError) -> Input {
            try FieldErrors.check { Input(timeZone: $0.timeZone(timeZone, named: "time_zone")) }
        }
    }

    /// The validated request.
    public struct Input: Hashable, Sendable {
        /// The reader's zone, if given.
        public let timeZone: String?
    }

    /// The queue on one day.
    @JSONObject
    public struct Response {
        /// The reader's day.
        public var today: CivilDay
        /// The zone of all days.
        public var timeZone: String
        /// The follow-ups, the longest overdue first.
        public var followUps: [FollowUp]
    }
}
