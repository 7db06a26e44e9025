/// Says what a coach's figures were counted from: each attempt to reach the coach, with what
/// answered it (DOMAIN, "Response figures").
public enum ExplainCoach: Operation {
    public static let name = "coaches.explain"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = true
    public static let access = Access.members
    public static let summary = "Explain a coach's response figures"

    public typealias Request = ShowCoach.Request
    public typealias Response = CoachExplanation
}

/// A coach's figures at the time of the answer, and what they were counted from.
public struct CoachExplanation: Codable, Hashable, Sendable {
    /// One logged contact. Of one that the caller may not open only the time is told.
    public struct Message: Codable, Hashable, Sendable {
        /// The interaction; `nil` where the caller may not open it.
        public var interactionID: InteractionID?
        /// Whether it names the school only, no coach.
        public var isOfSchool: Bool
        /// When it happened.
        public var occurredAt: Instant
        /// The word for the kind of contact; `nil` where the caller may not open it.
        public var type: String?

        enum CodingKeys: String, CodingKey {
            case type
            case interactionID = "interaction_id"
            case isOfSchool = "is_of_school"
            case occurredAt = "occurred_at"
        }

        /// A contact with these particulars.
        public init(
            interactionID: InteractionID?, isOfSchool: Bool, occurredAt: Instant, type: String?
        ) {
            self.interactionID = interactionID
            self.isOfSchool = isOfSchool
            self.occurredAt = occurredAt
            self.type = type
        }

        /// Writes every key; what is missing is `null`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(interactionID, forKey: .interactionID)
            try container.encode(isOfSchool, forKey: .isOfSchool)
            try container.encode(occurredAt, forKey: .occurredAt)
            try container.encode(type, forKey: .type)
        }
    }

    /// Outbound messages that are one attempt, and what came back.
    public struct Attempt: Codable, Hashable, Sendable {
        /// The first inbound message in time, if there is one.
        public var answer: Message?
        /// How long the answer took, in hours.
        public var answerHours: Double?
        /// When the first message went out.
        public var beganAt: Instant
        /// Whether it is old enough to count.
        public var counts: Bool
        /// From when on it counts.
        public var countsFrom: Instant
        /// The messages, oldest first.
        public var messages: [Message]

        enum CodingKeys: String, CodingKey {
            case answer, counts, messages
            case answerHours = "answer_hours"
            case beganAt = "began_at"
            case countsFrom = "counts_from"
        }

        /// An attempt with these parts.
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

        /// Writes every key; what is missing is `null`.
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

    /// How many of the attempts that count were answered.
    public var answeredCount: Int
    /// The attempts, newest first, also those that do not count yet.
    public var attempts: [Attempt]
    /// The coach with the figures.
    public var coach: Coach
    /// How many attempts count.
    public var countedCount: Int
    /// Whole days since the coach was last heard of, else first written to.
    public var daysOfSilence: Int?

    enum CodingKeys: String, CodingKey {
        case attempts, coach
        case answeredCount = "answered_count"
        case countedCount = "counted_count"
        case daysOfSilence = "days_of_silence"
    }

    /// An explanation with these parts.
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

    /// Writes every key; what is missing is `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(answeredCount, forKey: .answeredCount)
        try container.encode(attempts, forKey: .attempts)
        try container.encode(coach, forKey: .coach)
        try container.encode(countedCount, forKey: .countedCount)
        try container.encode(daysOfSilence, forKey: .daysOfSilence)
    }
}
