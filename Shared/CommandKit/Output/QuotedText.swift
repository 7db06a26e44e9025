/// User input as quoted in messages, limited in length.
public enum QuotedText {
    /// The most characters shown.
    public static let charactersMax = 60
    /// The most bytes shown, because a character may contain any number of combining marks.
    public static let bytesMax = 480

    /// Returns the text in quotation marks, truncated with "…".
    public static func of(_ typed: some StringProtocol) -> String {
        var shown = ""
        var bytes = 0
        for character in typed.prefix(charactersMax) {
            bytes += character.utf8.count
            guard bytes <= bytesMax else { break }
            shown.append(character)
        }
        return shown.utf8.count < typed.utf8.count ? "\"\(shown)…\"" : "\"\(shown)\""
    }

    /// The longest path, in bytes, that is shown in full.
    public static let pathBytesMax = 400

    /// Returns a path in full, or quoted and truncated if it is unusually long.
    public static func path(_ path: String) -> String {
        path.utf8.count <= pathBytesMax ? path : of(path)
    }
}
