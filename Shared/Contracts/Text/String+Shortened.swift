internal import Base

extension String {
    /// The text if it has at most `charactersMax` characters, or else its beginning with an
    /// ellipsis, together as many.
    public func shortened(to charactersMax: Int) -> String {
        let bytes = utf8Span.span
        guard bytes.count > charactersMax else { return self }
        guard let plain = PlainText.cut(bytes, to: charactersMax) else {
            guard let limit = index(startIndex, offsetBy: charactersMax, limitedBy: endIndex),
                limit < endIndex
            else { return self }
            return String(prefix(charactersMax - 1)) + "…"
        }
        // A Substring plus a String would count the characters of both.
        return String(self[..<utf8.index(startIndex, offsetBy: plain)]) + "…"
    }
}

/// Texts whose bytes are a character each.
enum PlainText {
    /// Where to cut a text of more than `charactersMax` bytes, so that an ellipsis follows as the
    /// last of as many characters; nil if its first bytes may not be a character each. Of ASCII,
    /// only CR and LF together are one character.
    static func cut(_ text: Span<UInt8>, to charactersMax: Int) -> Int? {
        // With the character that follows, because a text of the most is not cut.
        let beginning = text.extracting(0...charactersMax)
        var place = 0
        while let word = ByteWord(beginning, at: place) {
            let marks = word.marksBeyondASCII | word.marks(of: UInt8(ascii: "\r"))
            guard marks == 0 else { return nil }
            place += ByteWord.byteCount
        }
        while place < beginning.count {
            let byte = beginning[place]
            guard byte < 0x80, byte != UInt8(ascii: "\r") else { return nil }
            place += 1
        }
        return charactersMax - 1
    }
}
