/// Where a text stands in a JSON text, and what was seen of it in passing.
struct JSONTextPlace {
    var start = 0
    var end = 0
    /// Whether it has escapes, so that it reads otherwise than it stands there.
    var isEscaped = false
    var isASCII = true
    /// Whether a `<` stands in it.
    var hasMarkup = false

    /// Whether it reads as it stands, one octet a character.
    var isPlain: Bool { isASCII && !isEscaped }

    var count: Int { end &- start }

    /// Whether it is this word, which has no escapes.
    @inline(__always)
    func isText(_ word: StaticString, _ octets: Span<UInt8>) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        for place in 0..<count {
            let octet = unsafe word.utf8Start[place]
            if octets[start &+ place] != octet { return false }
        }
        return true
    }

    /// Whether it begins with this word.
    func begins(with word: StaticString, _ octets: Span<UInt8>) -> Bool {
        count >= word.utf8CodeUnitCount
            && JSONTextPlace(start: start, end: start &+ word.utf8CodeUnitCount)
                .isText(word, octets)
    }

    /// The text; `nil` where it is none (lone surrogates, U+0000, octets that are not UTF-8).
    func string(_ octets: Span<UInt8>) -> String? {
        if isEscaped {
            var quoted: [UInt8] = []
            quoted.reserveCapacity(count + 2)
            for place in start - 1...end { quoted.append(octets[place]) }
            return JSONGuard.text(quoted)
        }
        guard let text = try? UTF8Span(validating: octets.extracting(start..<end)) else {
            return nil
        }
        return String(copying: text)
    }

    /// The identifier that it is.
    func identifier<Tag>(_ octets: Span<UInt8>) -> Identifier<Tag>? {
        guard isPlain, count == 36 else { return nil }
        return Identifier(text: octets.extracting(start..<end))
    }

    /// The instant that it is, if it is written in UTC with no fraction or with three digits.
    func instant(_ octets: Span<UInt8>) -> Instant? {
        guard isPlain else { return nil }
        return Instant(plain: octets.extracting(start..<end))
    }
}
