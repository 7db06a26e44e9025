/// Checks JSON text (RFC 8259) before it is decoded, and rejects input that Foundation's decoder
/// would accept: text that is not UTF-8, duplicate keys, U+0000, lone surrogates, deep nesting.
///
/// It keeps the keys of the outermost object, so that unknown fields can be named.
struct JSONGuard {
    /// The maximum nesting depth of arrays and objects.
    static let depthMax = 32
    /// The longest key that a message shows in full, in bytes.
    static let keyShownMax = 128
    /// Up to this many keys of an object are compared one by one; more are hashed.
    static let comparedKeysMax = 16

    private let bytes: ArraySlice<UInt8>
    private var at: Int
    private(set) var topLevelKeys: [String] = []
    /// The members of the outermost object while all are texts, plain whole numbers, truth values
    /// or null; nil once one is not.
    private var members: FlatForm? = FlatForm()

    /// Checks the whole text. The error gives the reason and the byte offset.
    init(checking text: [UInt8]) throws(ServiceError) {
        bytes = text[...]
        at = text.startIndex
        guard String(validating: text, as: UTF8.self) != nil else {
            throw ServiceError(.validationFailed, "The request is not UTF-8 text")
        }
        skipBlanks()
        try value(depth: 0)
        skipBlanks()
        guard at == bytes.endIndex else { throw refusal("unexpected text after the value") }
    }

    /// Returns the content of a quoted JSON string; nil if it is invalid.
    static func text(_ quoted: [UInt8]) -> String? {
        guard (try? JSONGuard(checking: quoted)) != nil else { return nil }
        var reader = JSONGuard(of: quoted)
        return try? reader.string()
    }

    /// Returns the byte that a letter after a backslash stands for; nil for `u` and for letters
    /// that stand for none.
    static func escapedByte(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    private init(of bytes: [UInt8]) {
        self.bytes = bytes[...]
        at = bytes.startIndex
    }

    /// The text as a flat form, if it is one.
    var form: FlatForm? { members }

    private func refusal(_ what: String) -> ServiceError {
        ServiceError(.validationFailed, "The request is not valid JSON: \(what) at byte \(at)")
    }

    /// Shortens a key for messages, since the sender chooses its length.
    static func shown(_ key: String) -> String {
        key.utf8.count <= keyShownMax
            ? key : String(key.unicodeScalars.prefix(keyShownMax / 4)) + "…"
    }

    private var next: UInt8? { at < bytes.endIndex ? bytes[at] : nil }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            at += 1
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let byte = next, UInt32(byte) == character.value else { return false }
        at += 1
        return true
    }

    private mutating func value(depth: Int) throws(ServiceError) {
        switch next {
        case UInt8(ascii: "{"): try object(depth: depth)
        case UInt8(ascii: "["): try array(depth: depth)
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        case .some: try number()
        case nil: throw refusal("an unexpected end")
        }
    }

    /// Reads a member of the outermost object and records it if it is a simple value.
    private mutating func member(_ key: String) throws(ServiceError) {
        let start = at
        switch next {
        case UInt8(ascii: "\""):
            let text = try string()
            members?.append(key, .text(text))
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            members = nil
            try value(depth: 1)
        default:
            try value(depth: 1)
            switch bytes[start] {
            case UInt8(ascii: "t"): members?.append(key, .truth(true))
            case UInt8(ascii: "f"): members?.append(key, .truth(false))
            case UInt8(ascii: "n"): members?.append(key, .null)
            default:
                let text = String(decoding: bytes[start..<at], as: UTF8.self)
                guard let number = Int(text) else {
                    members = nil
                    return
                }
                members?.append(key, .integer(number))
            }
        }
    }

    private mutating func open(depth: Int) throws(ServiceError) {
        guard depth < JSONGuard.depthMax else {
            throw refusal("more than \(JSONGuard.depthMax) levels")
        }
        at += 1
    }

    private mutating func object(depth: Int) throws(ServiceError) {
        try open(depth: depth)
        skipBlanks()
        if take("}") { return }
        var keys = KeySet()
        while true {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { throw refusal("a key is missing") }
            let key = try string()
            guard keys.insert(key) else {
                throw refusal("the key '\(JSONGuard.shown(key))' appears twice")
            }
            if depth == 0 {
                topLevelKeys.append(key)
            }
            skipBlanks()
            guard take(":") else { throw refusal("':' is missing") }
            skipBlanks()
            if depth == 0 {
                try member(key)
            } else {
                try value(depth: depth + 1)
            }
            skipBlanks()
            if take(",") { continue }
            if take("}") { return }
            throw refusal("',' or '}' is missing")
        }
    }

    private mutating func array(depth: Int) throws(ServiceError) {
        try open(depth: depth)
        skipBlanks()
        if take("]") { return }
        while true {
            skipBlanks()
            try value(depth: depth + 1)
            skipBlanks()
            if take(",") { continue }
            if take("]") { return }
            throw refusal("',' or ']' is missing")
        }
    }

    private mutating func word(_ word: String) throws(ServiceError) {
        for byte in word.utf8 {
            guard next == byte else { throw refusal("an unknown word") }
            at += 1
        }
    }

    private mutating func number() throws(ServiceError) {
        _ = take("-")
        if !take("0") {
            guard digits() > 0 else { throw refusal("an unexpected character") }
        }
        if take(".") {
            guard digits() > 0 else { throw refusal("a number without fraction digits") }
        }
        if take("e") || take("E") {
            if !take("+") {
                _ = take("-")
            }
            guard digits() > 0 else { throw refusal("a number without an exponent") }
        }
    }

    private mutating func digits() -> Int {
        let start = at
        while let byte = next, (0x30...0x39).contains(byte) {
            at += 1
        }
        return at - start
    }

    /// Reads a string and returns it with its escapes resolved.
    private mutating func string() throws(ServiceError) -> String {
        at += 1
        let opened = at
        while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\\") {
            if byte == UInt8(ascii: "\"") {
                let text = bytes[opened..<at]
                at += 1
                return String(decoding: text, as: UTF8.self)
            }
            at += 1
        }
        return try escapedString(from: opened)
    }

    /// Reads the rest of a string that contains escapes or invalid characters.
    private mutating func escapedString(from opened: Int) throws(ServiceError) -> String {
        var text: [UInt8] = []
        var start = opened
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                text += bytes[start..<at]
                at += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                text += bytes[start..<at]
                at += 1
                text += try escape()
                start = at
            case 0..<0x20:
                throw refusal("a control character in a text")
            default:
                at += 1
            }
        }
        throw refusal("an unterminated text")
    }

    private mutating func escape() throws(ServiceError) -> [UInt8] {
        guard let letter = next else { throw refusal("an unterminated text") }
        at += 1
        if let byte = Self.escapedByte(letter) { return [byte] }
        guard letter == UInt8(ascii: "u") else { throw refusal("an unknown escape") }
        return Array(String(try escapedScalar()).utf8)
    }

    private mutating func escapedScalar() throws(ServiceError) -> Character {
        let first = try hexUnit()
        var value = first
        if (0xD800..<0xDC00).contains(first) {
            guard take("\\"), take("u") else { throw refusal("half of a surrogate pair") }
            let second = try hexUnit()
            guard (0xDC00..<0xE000).contains(second) else {
                throw refusal("half of a surrogate pair")
            }
            value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        }
        guard value != 0 else { throw refusal("the character U+0000") }
        guard let scalar = Unicode.Scalar(value) else { throw refusal("half of a surrogate pair") }
        return Character(scalar)
    }

    private mutating func hexUnit() throws(ServiceError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Hexadecimal.value(of: byte)
            else { throw refusal("an escape without four hex digits") }
            value = value << 4 | UInt32(digit)
            at += 1
        }
        return value
    }
}

/// The keys of one object, for finding duplicates. Forms have few keys, so comparing them costs
/// less than hashing.
private struct KeySet {
    private var compared: [String] = []
    private var hashed: Set<String> = []

    /// Adds a key; returns whether it is new.
    mutating func insert(_ key: String) -> Bool {
        if compared.count < JSONGuard.comparedKeysMax {
            guard !compared.contains(key) else { return false }
            compared.append(key)
            return true
        }
        if hashed.isEmpty { hashed = Set(compared) }
        return hashed.insert(key).inserted
    }
}
