/// Explains a coach's response figures: each attempt to reach the coach, with the answer to it
/// (DOMAIN, "Response figures").
public enum ExplainCoach: Operation {
    public static let definition = OperationDefinition(
        "coaches.explain", of: .coaches, .read, .members, "Explain a coach's response figures",
        http: .get("/coaches/{id}/explanation"))

    public typealias Request = ShowCoach.Request
    public typealias Response = CoachExplanation
}

/// A coach's figures at the time of the reply, and the attempts from which they were computed.
@JSONObject(nulls: true)
public struct CoachExplanation: Hashable {
    /// A logged contact. If the caller may not open it, only the time is disclosed.
    @JSONObject(nulls: true)
    public struct Message: Hashable {
        /// The interaction; nil if the caller may not open it.
        public var interactionID: InteractionID?
        /// Whether it names only the school, not a coach.
        public var isOfSchool: Bool
        public var occurredAt: Instant
        /// The word for the type of contact; nil if the caller may not open it.
        public var type: String?
    }

    /// Outbound messages that count as one attempt, and the answer to them.
    @JSONObject(nulls: true)
    public struct Attempt: Hashable {
        /// The first inbound message that answered it in time, if any.
        public var answer: Message?
        /// The time until the answer, in hours.
        public var answerHours: Double?
        /// The time of the first message.
        public var beganAt: Instant
        /// Whether it is old enough to count.
        public var counts: Bool
        /// The time from which it counts.
        public var countsFrom: Instant
        /// The messages, oldest first.
        public var messages: [Message]
    }

    /// The number of counted attempts that were answered.
    public var answeredCount: Int
    /// The attempts, newest first, including those that do not count yet.
    public var attempts: [Attempt]
    public var coach: Coach
    /// The number of attempts that count.
    public var countedCount: Int
    /// Whole days since the coach was last heard from, or else since the family first wrote.
    public var daysOfSilence: Int?
}
