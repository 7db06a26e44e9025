/// Writes JSON directly into a byte buffer, for the records that make up most of a reply.
///
/// If the caller writes the keys in alphabetical order, the output is byte for byte that of
/// `JSONCoding.encode` for the same value. Tests ensure this.
public struct JSONWriter: ~Copyable {
    private var buffer: ByteBuffer
    private var needsComma = false
    /// The instant written last and the position of its text. A record's instants are often equal,
    /// and copying the text costs less than formatting it.
    private var lastInstant: (value: Instant, position: Int)?
    /// Some of the fractions written and the places of their texts. The bars of a chart often have
    /// equal heights, and formatting a fraction takes longer than the rest of a bar.
    private var fractions: [(value: Double, place: Range<Int>)] = []

    /// The maximum number of remembered fractions.
    static let fractionsMax = 12

    /// Creates an empty text with room for `capacity` bytes.
    public init(capacity: Int = 0) {
        buffer = ByteBuffer(capacity: capacity)
    }

    /// A copy of the text so far.
    public var bytes: [UInt8] { buffer.bytes }
    /// The length of the text so far, in bytes.
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

    /// Writes a key known only at run time, escaped.
    public mutating func key(dynamic key: String) {
        string(key)
        buffer.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a key given as JSON with its colon, `"key":`.
    public mutating func key(encoded key: [UInt8]) {
        separate()
        buffer.append(key)
        needsComma = false
    }

    /// Writes a member of an object. The key must need no escapes.
    public mutating func member(_ name: StaticString, _ value: some JSONWritable) {
        key(name)
        value.write(to: &self)
    }

    /// Writes an object with these members, in the order of their keys.
    mutating func object(_ members: [(key: String, value: any JSONWritable)]) {
        beginObject()
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            key(dynamic: name)
            value.write(to: &self)
        }
        endObject()
    }

    /// Writes `null`.
    public mutating func null() { raw("null") }
    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

    /// Writes a whole number.
    public mutating func integer(_ value: Int) {
        separate()
        buffer.append(decimal: value)
        needsComma = true
    }

    private mutating func raw(digits: String) {
        separate()
        var text = digits
        text.withUTF8 { unsafe buffer.append($0) }
        needsComma = true
    }

    /// Writes a number, or `null` for one that JSON cannot represent. Whole numbers have no decimal
    /// point.
    public mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        // Swift writes larger values with an exponent.
        if value.magnitude < 1e15, value.rounded(.towardZero) == value, value.sign == .plus {
            return integer(Int(value))
        }
        if let same = fractions.first(where: { $0.value == value }) {
            separate()
            needsComma = true
            return buffer.appendAgain(from: same.place.lowerBound, count: same.place.count)
        }
        let text = value.description
        let digits = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        raw(digits: digits)
        guard fractions.count < Self.fractionsMax else { return }
        fractions.append((value, buffer.count - digits.utf8.count..<buffer.count))
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

    /// Writes a text given as UTF-8, escaped, and an ending that must need no escapes.
    public mutating func string(
        utf8 text: UnsafeBufferPointer<UInt8>, then end: StaticString = ""
    ) {
        separate()
        unsafe appendEscaped(text, then: end)
        needsComma = true
    }

    /// Writes an identifier's text.
    @inlinable
    public mutating func identifier<Tag>(_ value: Identifier<Tag>) {
        identifier(high: value.high, low: value.low)
    }

    /// Writes the text of the identifier with these halves.
    public mutating func identifier(high: UInt64, low: UInt64) {
        let value = Identifier<Void>(high: high, low: low)
        unsafe quoted(count: Identifier<Void>.textLength) { unsafe value.writeText(into: $0) }
    }

    /// Writes an identifier's text, or `null`.
    @inlinable
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

    /// Reserves a value to be inserted by `bytes(placing:at:)`; returns its position.
    public mutating func reserveValue() -> Int {
        separate()
        needsComma = true
        return buffer.count
    }

    /// Returns a copy of the text with the content of another writer inserted at a reserved
    /// position, so that a large part is copied only once.
    public func bytes(placing value: borrowing JSONWriter, at place: Int) -> [UInt8] {
        buffer.bytes(inserting: value.buffer, at: place)
    }

    /// Writes the literal text of a key with its punctuation, `,"key":`; its value follows.
    public mutating func piece(_ text: StaticString) {
        buffer.append(text)
        needsComma = false
    }

    /// Writes whole members or values literally, without a comma before them; the next member or
    /// value gets one.
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

    /// Writes a text that `write` appends, and that must need no escapes.
    mutating func quoted(_ write: (inout ByteBuffer) -> Void) {
        separate()
        buffer.append(UInt8(ascii: "\""))
        write(&buffer)
        buffer.append(UInt8(ascii: "\""))
        needsComma = true
    }

    private mutating func quoted(
        count: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void
    ) {
        quoted { unsafe $0.append(count: count, write) }
    }

    private mutating func appendEscaped(
        _ text: UnsafeBufferPointer<UInt8>, then end: StaticString = ""
    ) {
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
        buffer.append(end)
        buffer.append(UInt8(ascii: "\""))
    }

    /// Returns the position, at or after `start`, of the first byte that JSON escapes (RFC 8259,
    /// section 7): a control character, a quotation mark or a backslash. Returns the count if there
    /// is none.
    private func plainPrefix(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var position = start
        while let word = unsafe ByteWord(text, at: position) {
            let marks =
                word.marks(below: 0x20) | word.marks(of: UInt8(ascii: "\""))
                | word.marks(of: UInt8(ascii: "\\"))
            position &+= ByteWord.countBefore(marks)
            if marks != 0 { return position }
        }
        while position < text.count {
            let byte = unsafe text[position]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                return position
            }
            position &+= 1
        }
        return position
    }

    private mutating func appendEscape(of byte: UInt8) {
        buffer.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): buffer.append(byte)
        case 0x08: buffer.append(UInt8(ascii: "b"))
        case 0x09: buffer.append(UInt8(ascii: "t"))
        case 0x0A: buffer.append(UInt8(ascii: "n"))
        case 0x0C: buffer.append(UInt8(ascii: "f"))
        case 0x0D: buffer.append(UInt8(ascii: "r"))
        default:
            buffer.append("u00")
            buffer.append(Hexadecimal.digit(byte >> 4))
            buffer.append(Hexadecimal.digit(byte & 0xF))
        }
    }
}
