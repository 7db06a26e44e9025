/// A word of a closed list whose label has the same words: `web_search` is "Web Search".
public protocol LabelledWord: RawRepresentable<String> {}

extension LabelledWord {
    /// The word for people.
    public var label: String {
        var isFirst = true
        let bytes = rawValue.utf8.map { byte in
            defer { isFirst = byte == UInt8(ascii: "_") }
            if byte == UInt8(ascii: "_") { return UInt8(ascii: " ") }
            let isSmall = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
            return isFirst && isSmall ? byte - 0x20 : byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
