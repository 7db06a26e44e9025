/// Finds interactions by the end of their id, so that people need not type all of it. For the
/// caller, the cost does not depend on the length of the list.
public enum FindInteractions: Operation {
    public static let definition = OperationDefinition(
        "interactions.find", of: .interactions, .read, .members,
        "Find interactions by the end of their id", http: .get("/interactions/find"))

    /// The maximum number of matches in a reply.
    public static let matchesMax = 20

    /// The end of an id.
    @JSONObject
    public struct Request: OperationRequest {
        /// 8 to 32 hexadecimal digits in any case; hyphens are ignored.
        public var ending: FormField<String>

        public func validated() throws(ServiceError) -> RecordEnding {
            guard let ending = ending.value.flatMap({ RecordEnding($0) }) else {
                throw .invalid(CodingKeys.ending.rawValue, RecordEnding.refusal)
            }
            return ending
        }
    }

    /// The matching interactions.
    @JSONObject
    public struct Response {
        /// The interactions that the caller may see, newest first, at most `matchesMax`.
        public var matches: [InteractionMatch]
    }
}

/// An interaction with the details that distinguish it from others.
@JSONObject(nulls: true)
public struct InteractionMatch: Hashable {
    public var id: InteractionID
    public var subject: String?
    public var type: InteractionType
    /// The time at which it happened, or else at which it was logged.
    public var displayDate: Instant?
    /// What is known of the time, if it is not the time of day.
    @OmittedIfNil public var precision: DatePrecision?

    /// The time as exactly as it is known.
    public var displayTime: ContactTime? {
        displayDate.map { ContactTime($0, knownTo: precision) }
    }
}
