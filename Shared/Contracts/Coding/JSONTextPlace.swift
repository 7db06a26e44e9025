/// The range of a string within a JSON text, and properties noted while scanning it.
struct JSONTextPlace {
    var start = 0
    var end = 0
    /// Whether it contains escapes, so that its value differs from its source text.
    var isEscaped = false
    var isASCII = true
    /// Whether it contains `<`.
    var hasMarkup = false

    /// Whether its value equals its source text, one byte per character.
    var isPlain: Bool { isASCII && !isEscaped }

    var count: Int { end &- start }

    /// Returns whether the source text equals this word, which has no escapes.
    @inline(__always)
    func isText(_ word: StaticString, _ bytes: Span<UInt8>) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        for place in 0..<count {
            let byte = unsafe word.utf8Start[place]
            if bytes[start &+ place] != byte { return false }
        }
        return true
    }

    /// Returns whether the source text begins with this word.
    func begins(with word: StaticString, _ bytes: Span<UInt8>) -> Bool {
        count >= word.utf8CodeUnitCount
            && JSONTextPlace(start: start, end: start &+ word.utf8CodeUnitCount)
                .isText(word, bytes)
    }

    /// Returns whether the source text is before this word in the order of their bytes.
    func precedes(_ word: StaticString, _ bytes: Span<UInt8>) -> Bool {
        for place in 0..<min(count, word.utf8CodeUnitCount) {
            let (byte, other) = (bytes[start &+ place], unsafe word.utf8Start[place])
            if byte != other { return byte < other }
        }
        return count < word.utf8CodeUnitCount
    }

    /// Returns whether the source text is before another one in the order of their bytes.
    func precedes(_ other: JSONTextPlace, _ bytes: Span<UInt8>) -> Bool {
        for place in 0..<min(count, other.count) {
            let (byte, second) = (bytes[start &+ place], bytes[other.start &+ place])
            if byte != second { return byte < second }
        }
        return count < other.count
    }

    /// Returns the string's value; nil if it is invalid (lone surrogates, U+0000, bytes that are
    /// not UTF-8).
    func string(_ bytes: Span<UInt8>) -> String? {
        if isEscaped { return escapedString(bytes) }
        guard let text = try? UTF8Span(validating: bytes.extracting(start..<end)) else {
            return nil
        }
        return String(copying: text)
    }

    /// Returns the value of a string with escapes. The payload of a change is such a string, with
    /// an escape for each of its quotation marks.
    private func escapedString(_ bytes: Span<UInt8>) -> String? {
        let source = bytes.extracting(start..<end)
        var value: [UInt8] = []
        value.reserveCapacity(count)
        var copied = 0
        while let escape = Self.firstEscape(in: source, from: copied) {
            guard escape + 1 < count, let byte = JSONGuard.escapedByte(source[escape + 1]) else {
                var quoted: [UInt8] = []
                quoted.append(copying: bytes.extracting(start - 1..<end + 1))
                return JSONGuard.text(quoted)
            }
            value.append(copying: source.extracting(copied..<escape))
            value.append(byte)
            copied = escape + 2
        }
        value.append(copying: source.extracting(copied..<count))
        return String(validating: value, as: UTF8.self)
    }

    private static func firstEscape(in source: Span<UInt8>, from start: Int) -> Int? {
        var at = start
        while let word = ByteWord(source, at: at) {
            let marks = word.marks(of: UInt8(ascii: "\\"))
            at &+= ByteWord.countBefore(marks)
            if marks != 0 { return at }
        }
        while at < source.count {
            if source[at] == UInt8(ascii: "\\") { return at }
            at &+= 1
        }
        return nil
    }

    /// Returns the value as an identifier; nil if it is not one.
    func identifier<Tag>(_ bytes: Span<UInt8>) -> Identifier<Tag>? {
        guard isPlain, count == 36 else { return nil }
        return Identifier(text: bytes.extracting(start..<end))
    }

    /// Returns the value as an instant, if written in UTC with no fraction or three digits.
    func instant(_ bytes: Span<UInt8>) -> Instant? {
        guard isPlain else { return nil }
        return Instant(plain: bytes.extracting(start..<end))
    }
}

extension [UInt8] {
    fileprivate mutating func append(copying bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
