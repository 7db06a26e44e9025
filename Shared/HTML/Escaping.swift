internal import Base

extension ByteBuffer {
    /// Appends text so that a browser reads exactly this text, in content and in a quoted value.
    ///
    /// Control characters that HTML does not allow become U+FFFD; a carriage return is written as
    /// a reference, because a browser turns a plain one into a line feed.
    mutating func append(escaped text: String) {
        let done: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
            unsafe append(escaping: $0)
        }
        if done == nil {
            unsafe Array(text.utf8).withUnsafeBufferPointer { unsafe append(escaping: $0) }
        }
    }

    private mutating func append(escaping bytes: UnsafeBufferPointer<UInt8>) {
        var start = 0
        var place = 0
        while place < bytes.count {
            if unsafe Escape.isPlainWord(at: place, in: bytes) {
                place &+= Escape.wordBytes
                continue
            }
            let byte = unsafe bytes[place]
            if byte > Escape.lastSpecial && byte != Escape.delete || Escape.isPlain(byte) {
                place &+= 1
                continue
            }
            unsafe append(UnsafeBufferPointer(rebasing: bytes[start..<place]))
            append(Escape.replacement(of: byte))
            place &+= 1
            start = place
        }
        unsafe append(UnsafeBufferPointer(rebasing: bytes[start...]))
    }
}

/// The bytes that cannot be written as they are.
private enum Escape {
    /// The largest special byte other than delete: `>`.
    static var lastSpecial: UInt8 { 0x3e }
    static var delete: UInt8 { 0x7f }
    /// A bit for each byte up to `lastSpecial` that may be written as it is: tab, line feed, and
    /// everything from the space on except `"`, `&`, `<` and `>`.
    private static var plain: UInt64 { 0x2fff_ffbb_0000_0600 }

    @inline(__always)
    static func isPlain(_ byte: UInt8) -> Bool { byte < 64 && plain >> UInt64(byte) & 1 == 1 }

    /// The number of bytes that `isPlainWord` looks at.
    static var wordBytes: Int { 8 }

    /// Whether the bytes at a place are a whole word of bytes that can be written as they are.
    /// Looks at all of them at once; a word with a tab or a line feed is left to a closer look.
    @inline(__always)
    static func isPlainWord(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard place &+ wordBytes <= bytes.count, let start = bytes.baseAddress else {
            return false
        }
        let word = unsafe UnsafeRawPointer(start + place).loadUnaligned(as: UInt64.self)
        let controls = (word &- every(0x20)) & ~word
        // `"` and `&` differ in one bit, and so do `<` and `>`.
        let specials =
            zeros((word | every(0x04)) ^ every(0x26)) | zeros((word | every(0x02)) ^ every(0x3e))
            | zeros(word ^ every(delete))
        return (controls | specials) & every(0x80) == 0
    }

    /// A byte in each place of a word.
    @inline(__always)
    private static func every(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

    /// Sets the highest bit of the lowest byte that is zero, and none if no byte is.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- every(1)) & ~word & every(0x80) }

    static func replacement(of byte: UInt8) -> StaticString {
        switch byte {
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "\r"): "&#13;"
        default: "\u{FFFD}"
        }
    }
}
