/// Writes JSON straight into octets, for the records that make up most of an answer.
///
/// Its output equals, octet for octet, what `JSONCoding.encode` makes of the same value, if the
/// caller writes the keys in alphabetical order; tests hold the two together.
public struct JSONWriter: ~Copyable {
    private var buffer: OctetBuffer
    private var needsComma = false
    /// The instant written last and where its text stands: a record's instants are often equal,
    /// and a copy costs less than the calendar.
    private var lastInstant: (value: Instant, position: Int)?

    /// An empty text with room for so many octets.
    public init(capacity: Int = 0) {
        buffer = OctetBuffer(capacity: capacity)
    }

    /// A copy of the text so far.
    public var octets: [UInt8] { buffer.octets }
    /// The length of the text so far, in octets.
    public var count: Int { buffer.count }

    /// Opens an object.
    public mutating func beginObject() { open("{") }
    /// Closes an object.
    public mutating func endObject() { close("}") }
    /// Opens an array.
    public mutating func beginArray() { open("[") }
    /// Closes an array.
    public mutating func endArray() { close("]") }

    /// Writes a key, which must need no escapes.
    public mutating func key(_ key: StaticString) {
        separate()
        buffer.append(UInt8(ascii: "\""))
        buffer.append(key)
        buffer.append(UInt8(ascii: "\""))
        buffer.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a key that is known only at run time, escaped.
    public mutating func key(dynamic key: String) {
        string(key)
        buffer.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes `null`.
    public mutating func null() { raw("null") }
    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

    /// Writes a whole number.
    public mutating func integer(_ value: Int) { raw(digits: String(value)) }

    private mutating func raw(digits: String) {
        separate()
        var text = digits
        text.withUTF8 { unsafe buffer.append($0) }
        needsComma = true
    }

    /// Writes a number, `null` for one that JSON cannot hold. Whole ones have no point.
    public mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        // Beyond this Swift writes exponents.
        if value.magnitude < 1e15, value.rounded(.towardZero) == value, value.sign == .plus {
            return integer(Int(value))
        }
        let text = value.description
        raw(digits: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    /// Writes a number, or null.
    public mutating func number(_ value: Double?) {
        guard let value else { return null() }
        number(value)
    }

    /// Writes a text, escaped.
    public mutating func string(_ value: String) {
        separate()
        var value = value
        value.withUTF8 { text in
            unsafe appendEscaped(text)
        }
        needsComma = true
    }

    /// Writes a text that is given as UTF-8, escaped.
    public mutating func string(utf8 text: UnsafeBufferPointer<UInt8>) {
        separate()
        unsafe appendEscaped(text)
        needsComma = true
    }

    /// Writes a text, or `null`.
    public mutating func string(_ value: String?) {
        if let value { string(value) } else { null() }
    }

    /// Writes an identifier's text.
    public mutating func identifier<Tag>(_ value: Identifier<Tag>) {
        unsafe quoted(count: 36) { unsafe value.writeText(into: $0) }
    }

    /// Writes an identifier's text, or `null`.
    public mutating func identifier<Tag>(_ value: Identifier<Tag>?) {
        if let value { identifier(value) } else { null() }
    }

    /// Writes an instant's text.
    public mutating func instant(_ value: Instant) {
        if let lastInstant, lastInstant.value == value {
            separate()
            buffer.append(UInt8(ascii: "\""))
            buffer.appendAgain(from: lastInstant.position, count: Instant.textLength)
            buffer.append(UInt8(ascii: "\""))
            needsComma = true
        } else {
            unsafe quoted(count: Instant.textLength) { unsafe value.writeText(into: $0) }
            lastInstant = (value, buffer.count - 1 - Instant.textLength)
        }
    }

    /// Writes an instant's text, or `null`.
    public mutating func instant(_ value: Instant?) {
        if let value { instant(value) } else { null() }
    }

    /// Writes a value that is already JSON.
    public mutating func raw(json: [UInt8]) {
        separate()
        buffer.append(json)
        needsComma = true
    }

    /// Leaves a value to be put in by `octets(placing:at:)`; answers its place.
    public mutating func valueToCome() -> Int {
        separate()
        needsComma = true
        return buffer.count
    }

    /// A copy of the text with what another writer wrote as the value left out at `place`: a large
    /// part of a text is copied once.
    public func octets(placing value: borrowing JSONWriter, at place: Int) -> [UInt8] {
        buffer.octets(inserting: value.buffer, at: place)
    }

    /// Writes a key with what surrounds it as it stands, `,"key":`; its value follows.
    public mutating func piece(_ text: StaticString) {
        buffer.append(text)
        needsComma = false
    }

    /// Writes whole members or values as they stand, without a comma before them; what follows
    /// gets one.
    public mutating func constant(_ text: StaticString) {
        piece(text)
        needsComma = true
    }

    private mutating func raw(_ word: StaticString) {
        separate()
        buffer.append(word)
        needsComma = true
    }

    private mutating func open(_ bracket: Unicode.Scalar) {
        separate()
        buffer.append(UInt8(truncatingIfNeeded: bracket.value))
        needsComma = false
    }

    private mutating func close(_ bracket: Unicode.Scalar) {
        buffer.append(UInt8(truncatingIfNeeded: bracket.value))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma {
            buffer.append(UInt8(ascii: ","))
        }
    }

    private mutating func quoted(
        count: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void
    ) {
        separate()
        buffer.append(UInt8(ascii: "\""))
        unsafe buffer.append(count: count, write)
        buffer.append(UInt8(ascii: "\""))
        needsComma = true
    }

    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        buffer.append(UInt8(ascii: "\""))
        var start = 0
        var position = unsafe plainPrefix(of: text, from: 0)
        while position < text.count {
            unsafe buffer.append(UnsafeBufferPointer(rebasing: text[start..<position]))
            appendEscape(of: unsafe text[position])
            start = position + 1
            position = unsafe plainPrefix(of: text, from: start)
        }
        unsafe buffer.append(UnsafeBufferPointer(rebasing: text[start...]))
        buffer.append(UInt8(ascii: "\""))
    }

    /// The position of the first octet from `start` on that JSON escapes (RFC 8259, section 7): a
    /// control character, a quotation mark or a backslash; the count if there is none.
    ///
    /// Eight octets are looked at in one word: the subtraction sets the top bit of a lane whose
    /// octet is too small. A lane behind a true one may be set wrongly, none is ever missed.
    private func plainPrefix(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let raw = UnsafeRawBufferPointer(text)
        var position = start
        while position &+ 8 <= raw.count {
            let word = unsafe raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let quotes = word ^ (ones &* 0x22)
            let backslashes = word ^ (ones &* 0x5C)
            let found =
                ((word &- ones &* 0x20) & ~word) | ((quotes &- ones) & ~quotes)
                | ((backslashes &- ones) & ~backslashes)
            if found & (ones &* 0x80) != 0 { break }
            position &+= 8
        }
        while position < raw.count {
            let octet = unsafe raw[position]
            if octet < 0x20 || octet == UInt8(ascii: "\"") || octet == UInt8(ascii: "\\") {
                return position
            }
            position &+= 1
        }
        return position
    }

    private mutating func appendEscape(of octet: UInt8) {
        buffer.append(UInt8(ascii: "\\"))
        switch octet {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): buffer.append(octet)
        case 0x08: buffer.append(UInt8(ascii: "b"))
        case 0x09: buffer.append(UInt8(ascii: "t"))
        case 0x0A: buffer.append(UInt8(ascii: "n"))
        case 0x0C: buffer.append(UInt8(ascii: "f"))
        case 0x0D: buffer.append(UInt8(ascii: "r"))
        default:
            let digits = Array("0123456789abcdef".utf8)
            buffer.append("u00")
            buffer.append(digits[Int(octet >> 4)])
            buffer.append(digits[Int(octet & 0xF)])
        }
    }
}
