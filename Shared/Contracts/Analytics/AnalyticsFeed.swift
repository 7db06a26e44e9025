/// The types of changes that analytics publishes, and their payloads.
public enum AnalyticsFeed {
    /// A post was added by hand: `Post`.
    public static let added = "post.added"
    /// A post was deleted: `Post`.
    public static let deleted = "post.deleted"
    /// A deleted post was restored: `Post`.
    public static let restored = "post.restored"
    /// A batch of an import was stored: `BatchPayload`.
    public static let imported = "posts.imported"
    /// Posts of an import were removed, or posts were deleted with a school or a coach:
    /// `BatchPayload`.
    public static let removed = "posts.removed"
    /// Posts were restored with their school or coach: `BatchPayload`.
    public static let returned = "posts.returned"
    /// Posts of a coach or school became those of another one by a merge or its undo:
    /// `MovedPayload`.
    public static let moved = "posts.moved"

    /// Posts that changed their coach or school together.
    @JSONObject
    public struct MovedPayload: Hashable {
        public var familyUnitID: FamilyID
        /// The id of the merge.
        public var operationID: OperationID
        public var count: Int
        /// Whose posts they were.
        public var fromID: RecordID
        /// Whose posts they are.
        public var intoID: RecordID
        /// Whether these are coaches or schools. Nil, in changes from before schools were merged,
        /// means coaches.
        public var kind: DeletionFeed.Kind?
    }

    /// Posts that were added or removed together. Only their number is given, since a file may have
    /// millions.
    @JSONObject
    public struct BatchPayload: Hashable {
        public var familyUnitID: FamilyID
        /// The id of the import or the deletion.
        public var operationID: OperationID
        public var count: Int
        /// The number of the posts that refer to each school, by its id as text.
        public var schools: [String: Int]
        /// The number of the posts that refer to each coach, by its id as text.
        public var coaches: [String: Int]
    }
}
