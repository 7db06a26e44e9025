/// Gives the rows of the list to a player who takes them along: an export (IL-46). Reading the
/// list is open to parents, taking it along is not. A player who has left the family, or was
/// removed, still gets what they logged there.
///
/// Long lists come in pages: an answer holds as many rows as its limit says at most, fewer once
/// they are `pageOctetsMax` together, and says where the next page begins. Rows that are logged
/// between two pages and would stand before them are left out; none comes twice.
public enum ExportInteractions: Operation {
    public static let name = "interactions.export"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = true
    public static let access = Access.familyOrFormerPlayer(
        [.player], refusal: "Only players can export interactions")
    public static let summary = "Export the filtered interactions, in pages"

    /// Where a page ends at the latest, in octets of JSON; its last row may go beyond.
    public static let pageOctetsMax = 2_097_152

    /// The list's filters, and where to go on.
    public struct Request: OperationRequest {
        /// What the list is narrowed to; its limit is the page's.
        public var filters: ListInteractions.Request
        /// `next_cursor` of the page before; absent for the first one.
        public var cursor: FormField<String>

        private enum CodingKeys: String, CodingKey {
            case cursor
        }

        public static var fieldNames: [String] {
            ListInteractions.Request.fieldNames + [CodingKeys.cursor.rawValue]
        }

        /// The first page of the rows that these filters leave.
        public init(_ filters: ListInteractions.Request = .init()) {
            self.filters = filters
            cursor = FormField(nil)
        }

        public init(from decoder: any Decoder) throws {
            filters = try ListInteractions.Request(from: decoder)
            cursor = try decoder.container(keyedBy: CodingKeys.self)
                .decode(FormField<String>.self, forKey: .cursor)
        }

        public func encode(to encoder: any Encoder) throws {
            try filters.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(cursor, forKey: .cursor)
        }

        public func validated() throws(ServiceError) -> Input {
            let filters = try filters.validated()
            var place: InteractionCursor?
            if cursor.isMalformed || cursor.value != nil {
                place = cursor.value.flatMap { InteractionCursor(text: $0) }
                guard place != nil else {
                    throw .invalid(
                        CodingKeys.cursor.rawValue,
                        "Cursor must be the next_cursor of the page before")
                }
            }
            return Input(filters: filters, cursor: place)
        }
    }

    /// Right filters and a place.
    public struct Input: Sendable {
        /// What the list is narrowed to.
        public let filters: ListInteractions.Request.Input
        /// The row to go on after.
        public let cursor: InteractionCursor?
    }

    /// A page.
    public struct Response: Codable, Sendable {
        /// The rows, newest first.
        public var interactions: [Interaction]
        /// Where the next page begins; `null` after the last row.
        public var nextCursor: String?

        enum CodingKeys: String, CodingKey {
            case interactions
            case nextCursor = "next_cursor"
        }

        /// A page with these rows.
        public init(interactions: [Interaction], nextCursor: String?) {
            self.interactions = interactions
            self.nextCursor = nextCursor
        }

        /// Writes every key; what is missing is `null`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(interactions, forKey: .interactions)
            try container.encode(nextCursor, forKey: .nextCursor)
        }
    }
}

/// Gives one record to a player who takes it along (ID-15, R-06).
public enum ExportInteraction: Operation {
    public static let name = "interactions.exportRecord"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = true
    public static let access = Access.family(
        [.player], refusal: "Only players can export interactions")
    public static let summary = "Export one interaction"

    public typealias Request = ShowInteraction.Request

    /// The record.
    public struct Response: Codable, Sendable {
        /// The record.
        public var interaction: Interaction

        /// The answer for this record.
        public init(interaction: Interaction) {
            self.interaction = interaction
        }
    }
}
