/// Finds the interactions whose id ends in some digits, so that people need not type all of it.
/// It costs the same for long lists as for short ones, as seen by the caller.
public enum FindInteractions: Operation {
    public static let name = "interactions.find"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = true
    public static let access = Access.members
    public static let summary = "Find interactions by the end of their id"

    /// Matches that an answer names at most.
    public static let matchesMax = 20
    /// How many digits the end of an id has.
    public static let digits = 8...32

    /// The end of an id.
    public struct Request: OperationRequest {
        /// 8 to 32 hexadecimal digits in any case; hyphens do not count.
        public var ending: FormField<String>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case ending
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request for ids that end so.
        public init(ending: String) {
            self.ending = FormField(ending)
        }

        public func validated() throws(ServiceError) -> Input {
            let typed = (ending.value ?? "").utf8.filter { $0 != UInt8(ascii: "-") }
            let isHexadecimal = typed.allSatisfy { octet in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(octet | 0x20)
            }
            guard FindInteractions.digits.contains(typed.count), isHexadecimal else {
                throw .invalid(
                    CodingKeys.ending.rawValue,
                    "Please give the last \(FindInteractions.digits.lowerBound) or more digits")
            }
            return Input(digits: String(decoding: typed, as: UTF8.self).uppercased())
        }
    }

    /// The digits alone, in upper case.
    public struct Input: Sendable {
        /// The digits.
        public let digits: String
    }

    /// What ends so.
    public struct Response: Codable, Sendable {
        /// The interactions that the caller may see, newest first, `matchesMax` at most.
        public var matches: [InteractionMatch]

        /// The answer with these matches.
        public init(matches: [InteractionMatch]) {
            self.matches = matches
        }
    }
}

/// An interaction, with what tells it from another one.
public struct InteractionMatch: Codable, Hashable, Sendable {
    /// The interaction.
    public var id: InteractionID
    /// What it was about.
    public var subject: String?
    /// The kind of contact.
    public var type: InteractionType
    /// When it happened, else when it was logged.
    public var displayDate: Instant?

    enum CodingKeys: String, CodingKey {
        case id, subject, type
        case displayDate = "display_date"
    }

    /// A match with these particulars.
    public init(
        id: InteractionID, subject: String?, type: InteractionType, displayDate: Instant?
    ) {
        self.id = id
        self.subject = subject
        self.type = type
        self.displayDate = displayDate
    }

    /// Writes every key; what is missing is `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(subject, forKey: .subject)
        try container.encode(type, forKey: .type)
        try container.encode(displayDate, forKey: .displayDate)
    }
}
