/// Exports the rows of the list for a player (IL-46). Parents may read the list but not export it
/// . Players who have left the family or were removed can still export what they logged
/// there.
///
/// Long lists are paged. A page ends at the request's limit of rows, or once it reaches
/// `pageBytesMax`; the reply says where the next page begins. Rows logged between two requests
/// that sort before the cursor are omitted; no row appears twice.
public enum ExportInteractions: Operation {
    public static let definition = OperationDefinition(
        "interactions.export", of: .interactions, .read,
        .familyOrFormerPlayer([.player], refusal: "Only players can export interactions"),
        "Export the filtered interactions, in pages",
        http: .get("/interactions/export", linesOf: "interactions"))

    /// The rows that the command line and the pages ask for at once.
    public static let pageRows = 1_000

    /// The size at which a page ends, in bytes of JSON; its last row may exceed it.
    public static let pageBytesMax = 2_097_152

    /// The filters and the position of a page.
    public struct Request: OperationRequest {
        /// The filters of the list; their limit is that of the page.
        public var filters: ListInteractions.Request
        /// The `next_cursor` of the previous page; absent for the first page.
        public var cursor: FormField<String>

        private enum CodingKeys: String, CodingKey {
            case cursor
        }

        public static var fieldNames: [String] {
            ListInteractions.Request.fieldNames + [CodingKeys.cursor.rawValue]
        }

        public static var commaSeparatedFields: [String] {
            ListInteractions.Request.commaSeparatedFields
        }

        /// Requests the first page of the matching rows.
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

    /// The validated request.
    public struct Input: Sendable {
        /// The validated filters.
        public let filters: ListInteractions.Request.Input
        /// The position after which the page begins.
        public let cursor: InteractionCursor?
    }

    /// A page of interactions.
    @JSONObject(nulls: true)
    public struct Response {
        /// The interactions, newest first.
        public var interactions: [Interaction]
        /// The start of the next page; `null` after the last row.
        public var nextCursor: String?
    }
}

/// Exports one interaction for a player (ID-15, R-06).
public enum ExportInteraction: Operation {
    public static let definition = OperationDefinition(
        "interactions.exportRecord", of: .interactions, .read, .players("export interactions"),
        "Export one interaction", http: .get("/interactions/{id}/export"))

    public typealias Request = ShowInteraction.Request

    /// The exported interaction.
    @JSONObject
    public struct Response {
        public var interaction: Interaction
    }
}
