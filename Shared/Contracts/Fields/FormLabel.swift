/// The labels of fields that no `@Field` declares: what the forms of interactions and posts call
/// them, and the pages that import these.
public enum FormLabel {
    /// The time of an interaction or a post.
    public static let time = "Date and time"
    /// Where a post stands.
    public static let network = "Network"
    public static let postText = "Text"
    public static let webAddress = "Web address"
    public static let author = "Author"
    public static let handle = "Handle"
    public static let engagement = "Likes, replies and so on"
    public static let recruiting = "It is about recruiting"
}
