/// Finds interactions by the end of their id, so that people need not type all of it. For the
/// caller, the cost does not depend on the length of the list.
public enum FindInteractions: Operation {
    public static let definition = OperationDefinition(
        "interactions.find", of: .interactions, .read, .members,
        "Find interactions by the end of their id")

    /// The maximum number of matches in a reply.
    public static let matchesMax = 20
    /// The permitted number of digits.
    public static let digits = 8...32

    /// The end of an id.
    @JSONObject
    public struct Request: OperationRequest {
        /// 8 to 32 hexadecimal digits in any case; hyphens are ignored.
        public var ending: FormField<String>

        public func validated() throws(ServiceError) -> Input {
            let typed = (ending.value ?? "").utf8.filter { $0 != UInt8(ascii: "-") }
            let isHexadecimal = typed.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
            }
            guard FindInteractions.digits.contains(typed.count), isHexadecimal else {
                throw .invalid(
                    CodingKeys.ending.rawValue,
                    "Please give the last \(FindInteractions.digits.lowerBound) or more digits")
            }
            return Input(digits: String(decoding: typed, as: UTF8.self).uppercased())
        }
    }

    /// The digits without hyphens, in upper case.
    public struct Input: Sendable {
        public let digits: String
    }

    /// The matching interactions.
    @JSONObject
    public struct Response: Codable, Sendable {
        /// The interactions that the caller may see, newest first, at most `matchesMax`.
        public var matches: [InteractionMatch]
    }
}

/// An interaction with the details that distinguish it from others.
@JSONObject(nulls: true)
public struct InteractionMatch: Codable, Hashable, Sendable {
    public var id: InteractionID
    public var subject: String?
    public var type: InteractionType
    /// The time at which it happened, or else at which it was logged.
    public var displayDate: Instant?
}
