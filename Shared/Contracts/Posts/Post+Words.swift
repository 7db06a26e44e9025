/// What pages and terminals say about a post.
extension Post {
    /// The author's handle with its sign, else the name, else that of the coach; nil for none.
    /// Handles are stored with or without the sign.
    public var authorText: String? {
        guard let handle = authorHandle else { return authorName ?? coachName }
        return handle.hasPrefix("@") ? handle : "@" + handle
    }

    /// The school's name; SA-26, X-28 for one that cannot be resolved, nil for none.
    public var schoolText: String? {
        schoolID == nil ? nil : schoolName ?? FilterRecord.school.unknownLabel
    }
}

/// The texts of the list of posts, the social feed.
public enum PostListText {
    public static let title = "Social Feed"
    public static let nothingYet = "No posts yet"
    public static let nothingMatches = (
        title: "No posts match your filters", line: "Try adjusting your search or filters",
        action: "Clear Filters"
    )

    /// "12 posts found".
    public static func count(_ total: Int) -> String {
        "\(CountedNoun.text(total, "posts")) found"
    }
}
