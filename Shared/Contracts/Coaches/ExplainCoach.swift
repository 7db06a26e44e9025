/// Explains a coach's response figures: each attempt to reach the coach, with the answer to it
/// (DOMAIN, "Response figures").
public enum ExplainCoach: Operation {
    public static let name = "coaches.explain"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = true
    public static let access = Access.members
    public static let summary = "Explain a coach's response figures"

    public typealias Request = ShowCoach.Request
    public typealias Response = CoachExplanation
}

/// A coach's figures at the time of the reply, and the attempts from which they were computed.
public struct CoachExplanation: Codable, Hashable, Sendable {
    /// A logged contact. If the caller may not open it, only the time is disclosed.
    public struct Message: Codable, Hashable, Sendable {
        /// The interaction; nil if the caller may not open it.
        public var interactionID: InteractionID?
        /// Whether it names only the school, not a coach.
        public var isOfSchool: Bool
        public var occurredAt: Instant
        /// The word for the type of contact; nil if the caller may not open it.
        public var type: String?

        enum CodingKeys: String, CodingKey {
            case type
            case interactionID = "interaction_id"
            case isOfSchool = "is_of_school"
            case occurredAt = "occurred_at"
        }

        public init(
            interactionID: InteractionID?, isOfSchool: Bool, occurredAt: Instant, type: String?
        ) {
            self.interactionID = interactionID
            self.isOfSchool = isOfSchool
            self.occurredAt = occurredAt
            self.type = type
        }

        /// Writes every key; missing values are `null`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(interactionID, forKey: .interactionID)
            try container.encode(isOfSchool, forKey: .isOfSchool)
            try container.encode(occurredAt, forKey: .occurredAt)
            try container.encode(type, forKey: .type)
        }
    }

    /// Outbound messages that count as one attempt, and the answer to them.
    public struct Attempt: Codable, Hashable, Sendable {
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

        enum CodingKeys: String, CodingKey {
            case answer, counts, messages
            case answerHours = "answer_hours"
            case beganAt = "began_at"
            case countsFrom = "counts_from"
        }

        public init(
            answer: Message?, answerHours: Double?, beganAt: Instant, counts: Bool,
            countsFrom: Instant, messages: [Message]
        ) {
            self.answer = answer
            self.answerHours = answerHours
            self.beganAt = beganAt
            self.counts = counts
            self.countsFrom = countsFrom
            self.messages = messages
        }

        /// Writes every key; missing values are `null`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(answer, forKey: .answer)
            try container.encode(answerHours, forKey: .answerHours)
            try container.encode(beganAt, forKey: .beganAt)
            try container.encode(counts, forKey: .counts)
            try container.encode(countsFrom, forKey: .countsFrom)
            try container.encode(messages, forKey: .messages)
        }
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

    enum CodingKeys: String, CodingKey {
        case attempts, coach
        case answeredCount = "answered_count"
        case countedCount = "counted_count"
        case daysOfSilence = "days_of_silence"
    }

    public init(
        answeredCount: Int, attempts: [Attempt], coach: Coach, countedCount: Int,
        daysOfSilence: Int?
    ) {
        self.answeredCount = answeredCount
        self.attempts = attempts
        self.coach = coach
        self.countedCount = countedCount
        self.daysOfSilence = daysOfSilence
    }

    /// Writes every key; missing values are `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(answeredCount, forKey: .answeredCount)
        try container.encode(attempts, forKey: .attempts)
        try container.encode(coach, forKey: .coach)
        try container.encode(countedCount, forKey: .countedCount)
        try container.encode(daysOfSilence, forKey: .daysOfSilence)
    }
}
