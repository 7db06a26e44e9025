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

    /// The same for a text that is known at compile time.
    mutating func append(escaped text: StaticString) {
        unsafe append(
            escaping: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// The same for a text given as UTF-8.
    mutating func append(escaping bytes: UnsafeBufferPointer<UInt8>) {
        // Most texts can be written as they are.
        if unsafe Escape.areAllPlain(bytes) { return unsafe append(bytes) }
        var start = 0
        var place = 0
        while place < bytes.count {
            if let word = unsafe ByteWord(bytes, at: place) {
                let marks = Escape.marks(in: word)
                place &+= ByteWord.countBefore(marks)
                if marks == 0 { continue }
            }
            let byte = unsafe bytes[place]
            if Escape.isWrittenAsIs(byte) {
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

    /// Whether bytes can be written as they are. Looks at eight together, without a branch between
    /// them; the last eight may overlap those before.
    @inline(__always)
    static func areAllPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let last = bytes.count &- ByteWord.byteCount
        guard last >= 0 else { return unsafe bytes.allSatisfy(isWrittenAsIs) }
        var found: UInt64 = 0
        var place = 0
        while place < last {
            if let word = unsafe ByteWord(bytes, at: place) { found |= marks(in: word) }
            place &+= ByteWord.byteCount
        }
        if let word = unsafe ByteWord(bytes, at: last) { found |= marks(in: word) }
        return found == 0
    }

    @inline(__always)
    static func isWrittenAsIs(_ byte: UInt8) -> Bool {
        byte > lastSpecial && byte != delete || isPlain(byte)
    }

    @inline(__always)
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte < 64 && plain >> UInt64(byte) & 1 == 1
    }

    /// Marks the bytes that need a closer look: those that cannot be written as they are, and tabs
    /// and line feeds.
    @inline(__always)
    static func marks(in word: ByteWord) -> UInt64 {
        // `"` and `&` differ in one bit, and so do `<` and `>`.
        word.marks(below: 0x20) | word.marks(of: UInt8(ascii: "&"), settingBit: 0x04)
            | word.marks(of: UInt8(ascii: ">"), settingBit: 0x02) | word.marks(of: delete)
    }

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
