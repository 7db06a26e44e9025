/// An editor for one visible line: takes typed bytes and returns the bytes to display. The kernel's
/// editor drops everything beyond 4,095 bytes of a line, which a pasted paragraph may exceed, and
/// turns Ctrl-C into a signal where the program wants to ask first.
struct LineEditor {
    /// The longest line in bytes: 10,000 characters of 32 bytes, plus a margin.
    static let lineBytesMax = 512 * 1_024

    enum Step: Equatable {
        /// Display these bytes; may be empty.
        case echo([UInt8])
        case done(String)
        case interrupted
        case ended
    }

    /// The expected rest of an escape sequence. Such sequences (arrows, function keys) are ignored.
    private enum Escape {
        case none
        case begun
        case sequence
        case oneMore
    }

    private static let bell: [UInt8] = [0x07]
    private static let backspace: UInt8 = 0x08

    private let columns: Int
    /// The cursor's position, counted from the left edge of the line's first row.
    private var column: Int
    private var characters: [Character] = []
    private var byteCount = 0
    private var scalarBytes: [UInt8] = []
    private var escape = Escape.none

    /// Creates an empty line on a terminal of `columns` columns, after a question that occupies
    /// `startColumn` of them.
    init(columns: Int, startColumn: Int) {
        self.columns = max(columns, 1)
        column = startColumn
    }

    mutating func take(_ byte: UInt8) -> Step {
        if escape != .none { return skip(byte) }
        switch byte {
        case 0x0a, 0x0d: return .done(String(characters))
        case 0x03: return .interrupted
        case 0x04: return characters.isEmpty ? .ended : .echo([])
        case 0x1b:
            escape = .begun
            return .echo([])
        case 0x08, 0x7f: return erase(1)
        case 0x15: return erase(characters.count)
        case 0x17: return erase(lastWordLength)
        case 0x09, 0x20...: return add(byte)
        default: return .echo([])
        }
    }

    // MARK: Adding

    private mutating func add(_ byte: UInt8) -> Step {
        // The first byte of a character ends an incomplete one before it.
        if byte & 0xc0 != 0x80 { scalarBytes = [] }
        scalarBytes.append(byte)
        guard scalarBytes.count >= Self.length(of: scalarBytes[0]) else { return .echo([]) }
        defer { scalarBytes = [] }
        guard let text = String(validating: scalarBytes, as: UTF8.self) else { return .echo([]) }
        guard byteCount + scalarBytes.count <= Self.lineBytesMax else { return .echo(Self.bell) }
        byteCount += scalarBytes.count
        append(text)
        return .echo(byte == 0x09 ? [0x20] : Array(VisibleText.line(text).utf8))
    }

    /// Joins a combining mark with the letter before it. Compares only this pair of characters.
    private mutating func append(_ text: String) {
        if let last = characters.last {
            let joined = String(last) + text
            if joined.count == 1 {
                characters[characters.count - 1] = Character(joined)
                column += width(Character(joined)) - width(last)
                return
            }
        }
        let character = Character(text)
        characters.append(character)
        column += width(character)
    }

    private static func length(of lead: UInt8) -> Int {
        switch lead {
        case 0xc0...0xdf: 2
        case 0xe0...0xef: 3
        case 0xf0...: 4
        default: 1
        }
    }

    // MARK: Erasing

    private var lastWordLength: Int {
        let blanks = characters.reversed().prefix { $0 == " " }.count
        return blanks + characters.dropLast(blanks).reversed().prefix { $0 != " " }.count
    }

    private mutating func erase(_ count: Int) -> Step {
        guard count > 0, !characters.isEmpty else { return .echo([]) }
        let removed = characters.suffix(count)
        let erased = removed.reduce(0) { $0 + width($1) }
        byteCount -= String(removed).utf8.count
        characters.removeLast(removed.count)
        let inRow = column % columns
        guard inRow >= erased, inRow > 0 else { return .echo(written) }
        column -= erased
        let back = [UInt8](repeating: Self.backspace, count: erased)
        return .echo(back + [UInt8](repeating: 0x20, count: erased) + back)
    }

    /// The remaining line on a row of its own, because a cursor cannot move back past the left
    /// edge.
    private var written: [UInt8] {
        mutating get {
            column = characters.reduce(0) { $0 + width($1) }
            let text = String(characters.map { $0 == "\t" ? " " : $0 })
            return [0x0a] + Array(VisibleText.line(text).utf8)
        }
    }

    private func width(_ character: Character) -> Int {
        character == "\t" ? 1 : DisplayWidth.columns(of: character)
    }

    // MARK: Escape sequences

    private mutating func skip(_ byte: UInt8) -> Step {
        switch (escape, byte) {
        case (.begun, UInt8(ascii: "[")): escape = .sequence
        case (.begun, UInt8(ascii: "O")): escape = .oneMore
        case (.sequence, 0x20...0x3f): break
        default: escape = .none
        }
        return .echo([])
    }
}
