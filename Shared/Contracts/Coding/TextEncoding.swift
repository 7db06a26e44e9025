/// How the bytes of a text stand for its characters.
public enum TextEncoding: String, Hashable, Sendable {
    case utf8 = "UTF-8"
    /// With the mark at its start that tells the order of the bytes.
    case utf16 = "UTF-16"
    /// What spreadsheet programs on Windows write as "CSV".
    case windows1252 = "Windows-1252"

    /// The text of bytes in one of the encodings; nil if they are none.
    public static func text(_ bytes: [UInt8]) -> String? {
        var decoder = TextDecoder()
        let text = decoder.decode(bytes) + (bytes.isEmpty ? [] : decoder.decode([]))
        return String(validating: text, as: UTF8.self)
    }
}

/// Turns a text that arrives in pieces into UTF-8.
///
/// A mark at the start decides; it is left out. Without one, the first character beyond ASCII does:
/// the text is UTF-8 if its bytes are that, and Windows-1252 otherwise. What the encoding does not
/// have becomes `invalid`, so that whoever reads the UTF-8 refuses it where it stands.
struct TextDecoder {
    /// A byte that no UTF-8 has.
    private static let invalid: UInt8 = 0xFF

    private enum State {
        case start
        /// Only ASCII so far.
        case ascii
        case utf8
        case utf16(isBigEndian: Bool)
        case windows1252
    }

    private var state = State.start
    /// Bytes at the end of the last piece that are not yet a whole character.
    private var pending: [UInt8] = []

    /// The encoding, as far as the text was read.
    var encoding: TextEncoding {
        switch state {
        case .start, .ascii, .utf8: .utf8
        case .utf16: .utf16
        case .windows1252: .windows1252
        }
    }

    /// Returns the next piece as UTF-8, which may be empty. An empty piece is the end of the text.
    mutating func decode(_ piece: [UInt8]) -> [UInt8] {
        let isLast = piece.isEmpty
        var bytes = piece
        if !pending.isEmpty {
            bytes = pending + piece
            pending = []
        }
        if case .start = state {
            guard bytes.count >= 3 || isLast else {
                pending = bytes
                return []
            }
            bytes.removeFirst(begin(bytes))
        }
        switch state {
        case .utf8: return bytes
        case .start, .ascii: return decodeASCII(bytes, isLast)
        case .utf16(let isBigEndian): return decodeUTF16(bytes, isBigEndian, isLast)
        case .windows1252: return Self.windows1252(bytes[...])
        }
    }

    /// Reads the mark at the start. Returns its length.
    private mutating func begin(_ bytes: [UInt8]) -> Int {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            state = .utf8
            return 3
        }
        let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
        if isBigEndian || bytes.starts(with: [0xFF, 0xFE]) {
            state = .utf16(isBigEndian: isBigEndian)
            return 2
        }
        state = .ascii
        return 0
    }

    private mutating func decodeASCII(_ bytes: [UInt8], _ isLast: Bool) -> [UInt8] {
        guard let start = bytes.firstIndex(where: { $0 >= 0x80 }) else { return bytes }
        // A character has at most four bytes; one that is cut off by the end of the piece waits.
        let character = bytes[start...].prefix(4)
        let count = Self.characterBytes(character[start])
        if count > character.count, !isLast {
            pending = Array(bytes[start...])
            return Array(bytes[..<start])
        }
        if count > 0, String(validating: character.prefix(count), as: UTF8.self) != nil {
            state = .utf8
            return bytes
        }
        state = .windows1252
        return bytes[..<start] + Self.windows1252(bytes[start...])
    }

    /// The number of bytes of a character of UTF-8 that begins with this one; 0 if none does.
    private static func characterBytes(_ first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 0
        }
    }

    private mutating func decodeUTF16(
        _ bytes: [UInt8], _ isBigEndian: Bool, _ isLast: Bool
    ) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for place in stride(from: 0, to: bytes.count - 1, by: 2) {
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
        }
        var used = units.count * 2
        if !isLast, let last = units.last, UTF16.isLeadSurrogate(last) {
            units.removeLast()
            used -= 2
        }
        if !isLast { pending = Array(bytes[used...]) }
        let isCut = isLast && used < bytes.count
        guard !isCut, let text = String(validating: units, as: UTF16.self) else {
            return [Self.invalid]
        }
        return Array(text.utf8)
    }

    private static func windows1252(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            guard byte >= 0x80 else {
                text.append(byte)
                continue
            }
            let value = byte < 0xA0 ? differing[Int(byte) - 0x80] : UInt32(byte)
            if value > 0, let scalar = Unicode.Scalar(value) {
                text += UTF8.encode(scalar).map(Array.init) ?? []
            } else {
                text.append(invalid)
            }
        }
        return text
    }

    /// The characters of the bytes 0x80 to 0x9F, where Windows-1252 is not Latin 1; 0 for none.
    private static let differing: [UInt32] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
    ]
}
