/// What somebody typed, as a message repeats it: in quotation marks, and not without end.
public enum QuotedText {
    /// Characters of it that a message shows.
    public static let charactersMax = 60
    /// Bytes of it that a message shows: a character may be any number of marks on one letter.
    public static let bytesMax = 480

    /// The text in quotation marks; what is left out reads "…".
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
}
