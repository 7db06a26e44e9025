extension JSONWriter {
    /// Writes the preview of an interaction's content, which is given as UTF-8, with at most
    /// `charactersMax` characters, or `null` if there is none: `Interaction.preview(of:)`,
    /// shortened. Most contents are copied without creating a `String`.
    public mutating func preview(ofUTF8 content: Span<UInt8>, upTo charactersMax: Int) {
        let isWhole = content.count <= charactersMax
        guard Self.isItsOwnPreview(content),
            let end = isWhole ? content.count : PlainText.cut(content, to: charactersMax)
        else {
            let text = unsafe content.withUnsafeBufferPointer {
                unsafe String(decoding: $0, as: UTF8.self)
            }
            guard let preview = Interaction.preview(of: text) else { return null() }
            return string(preview.shortened(to: charactersMax))
        }
        unsafe content.extracting(0..<end).withUnsafeBufferPointer {
            unsafe string(utf8: $0, then: isWhole ? "" : "…")
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
}
