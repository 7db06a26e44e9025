/// Limits of posts, in characters unless stated otherwise.
public enum PostLimit {
    /// The maximum length of a post's text.
    public static let contentMax = 5_000
    public static let urlMax = 2_000
    public static let authorNameMax = 200
    public static let authorHandleMax = 100
    /// The permitted number of likes and replies.
    public static let engagement = 0...1_000_000_000
    /// The earliest permitted date of a post. No network is older, and the limit keeps charts of
    /// all posts finite.
    public static let earliestDate = Instant(milliseconds: 0)
}
