/// Adds a post by hand.
public enum AddPost: Operation {
    public static let definition = OperationDefinition.add(
        "posts", of: .analytics, "Add a post of a coach or a program", admitsParentsWhoLog: false)

    public typealias Request = PostForm

    /// The post as stored.
    @JSONObject
    public struct Response {
        public var post: Post
    }
}

/// Lists the posts of the family: the social feed, newest first (SA-34).
public enum ListPosts: Operation {
    public static let definition = OperationDefinition.list(
        "posts", of: .analytics, "List the posts of the family, newest first")

    public typealias Request = ListRequest<PostFilter>
    /// The posts, newest first, then by id.
    public typealias Response = ListReply<PostFilter>
}

/// The filters of the feed.
public enum PostFilter: String, ListFilter {
    case search
    case platform
    case schoolID = "school_id"
    case recruiting
    case sentiment
    case days, since, until

    public static let takesTimeZone = true

    public var rule: FilterRule {
        switch self {
        case .search: .search("Text in posts, authors or handles")
        case .platform: .words(SocialPlatform.self, \.label, "Only these networks")
        case .schoolID: .school
        case .recruiting: .flag("Recruiting", "Only posts about recruiting")
        case .sentiment: .words(Sentiment.self, \.label, "Only these sentiments")
        case .days: .days([7, 14, 30, 60, 90], "Only the last N calendar days")
        case .since: .since
        case .until: .until
        }
    }
}

/// Deletes a post; it can be undone.
public enum DeletePost: Operation {
    public static let definition = OperationDefinition.delete(
        "posts", of: .analytics, "Delete a post; it can be undone")

    public typealias Request = RecordRequest<PostTag>
    public typealias Response = DeleteInteraction.Response
}

/// Finds posts by the end of their id, so that people need not type all of it.
public enum FindPosts: Operation {
    public static let definition = OperationDefinition(
        "posts.find", of: .analytics, .read, .members, "Find posts by the end of their id",
        http: .get("/posts/find"))

    public typealias Request = FindInteractions.Request

    /// The matching posts.
    @JSONObject
    public struct Response: JSONReadable {
        /// The posts, newest first, at most `FindInteractions.matchesMax`.
        public var posts: [Post]
    }
}
