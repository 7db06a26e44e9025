internal import Base

extension JSONWriter {
    /// Writes the preview of an interaction's content, which is given as UTF-8, with at most
    /// `charactersMax` characters, or `null` if there is none: `Interaction.preview(of:)`,
    /// shortened. Most contents are copied without creating a `String`.
    public mutating func preview(ofUTF8 content: Span<UInt8>, upTo charactersMax: Int) {
        guard Self.isItsOwnPreview(content), let end = Self.plainEnd(content, charactersMax) else {
            let text = unsafe content.withUnsafeBufferPointer {
                unsafe String(decoding: $0, as: UTF8.self)
            }
            guard let preview = Interaction.preview(of: text) else { return null() }
            return string(preview.shortened(to: charactersMax))
        }
        unsafe content.extracting(0..<end).withUnsafeBufferPointer {
            unsafe string(utf8: $0, then: end < content.count ? "…" : "")
        }
    }

    /// Whether a content certainly has neither blank lines at its beginning nor a note on the
    /// coach's interest at its end.
    private static func isItsOwnPreview(_ content: Span<UInt8>) -> Bool {
        guard !content.isEmpty, isVisible(content[0]) else { return false }
        var last = content.count - 1
        while last > 0, content[last] == UInt8(ascii: " ") { last -= 1 }
        return isVisible(content[last]) && content[last] != UInt8(ascii: "]")
    }

    private static func isVisible(_ byte: UInt8) -> Bool { 0x21..<0x7f ~= byte }

    /// Where to cut a content whose first bytes are a character each; nil if they may not be. Of
    /// ASCII, only CR and LF together are one character.
    private static func plainEnd(_ content: Span<UInt8>, _ charactersMax: Int) -> Int? {
        guard content.count > charactersMax else { return content.count }
        // With the character that follows, because a text of the most is not cut.
        let beginning = content.extracting(0...charactersMax)
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
