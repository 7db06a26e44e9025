/// Limits of comma-separated values.
public enum CSVLimit {
    /// The longest row, in bytes. A longer one most likely has an unclosed quote.
    public static let rowBytesMax = 393_216
    /// The maximum number of columns in a row.
    public static let columnsMax = 256
}

/// The reason a text cannot be read as comma-separated values.
public struct CSVProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line on which the error begins, from 1.
    public let line: Int
    /// What is wrong, and the remedy.
    public let text: String

    public init(line: Int, _ text: String) {
        self.line = line
        self.text = text
    }

    /// The line and the text.
    public var description: String { "line \(line): \(text)" }
}

/// Reads comma-separated values (RFC 4180) row by row, so that a file of any length needs little
/// memory.
///
/// Accepts quoted fields with doubled quotes and line breaks, and blanks around the quotes; LF,
/// CRLF or CR as line breaks; and a byte order mark at the start. The separator may also be a
/// semicolon, a tab or a vertical bar: a first line `sep=;` names it, or else the first rows
/// decide. The text is UTF-8, UTF-16 with its mark, or Windows-1252. Rows without any value are
/// skipped.
public struct CSVReader {
    /// A row of fields.
    @Memberwise
    public struct Row: Hashable, Sendable {
        /// The line on which it begins, from 1.
        public let line: Int
        public let fields: [String]
    }

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D

    private let readMore: () throws -> [UInt8]
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    private var hasBegun = false
    private var separatorByte = UInt8(ascii: ",")
    private var decoder = TextDecoder()
    private var rowBytes = 0
    private var field: [UInt8] = []
    /// The next line to read, from 1.
    private var line = 1

    /// The separator of fields, known from the first row on.
    public var separator: Character { Character(Unicode.Scalar(separatorByte)) }
    /// The encoding, as far as the text was read.
    public var encoding: TextEncoding { decoder.encoding }
    /// The first word with a character beyond ASCII in a text that is not UTF-8, to judge the
    /// encoding by; nil if there is none so far.
    public private(set) var decodedWord: String?

    /// Creates a reader that calls `readMore` for more bytes; an empty result means the end.
    public init(readMore: @escaping () throws -> [UInt8]) {
        self.readMore = readMore
    }

    /// Creates a reader of bytes in memory.
    public init(_ bytes: [UInt8]) {
        var rest: [UInt8]? = bytes
        self.init {
            defer { rest = nil }
            return rest ?? []
        }
    }

    /// Returns the next row, or nil at the end. Throws `CSVProblem` or the error of `readMore`.
    public mutating func next() throws -> Row? {
        if !hasBegun { try begin() }
        while try peek() != nil {
            let row = try takeRow()
            if row.fields.contains(where: { !$0.isEmpty }) { return row }
        }
        return nil
    }

    /// Returns all remaining rows.
    public mutating func rest() throws -> [Row] {
        var rows: [Row] = []
        while let row = try next() { rows.append(row) }
        return rows
    }

    // MARK: The start

    private mutating func begin() throws {
        hasBegun = true
        // One byte beyond the sample tells whether it is the whole text, however that arrives.
        while buffer.count <= CSVSeparator.sampleBytesMax, !isAtEnd { try refill() }
        if let named = CSVSeparator.named(in: buffer) {
            separatorByte = named.separator
            position = named.lineBytes
            line = 2
        } else {
            separatorByte = CSVSeparator.likely(in: buffer)
        }
    }

    // MARK: Rows

    private mutating func takeRow() throws -> Row {
        let start = line
        rowBytes = 0
        var fields: [String] = []
        var isLast = false
        while !isLast {
            guard fields.count < CSVLimit.columnsMax else {
                throw CSVProblem(
                    line: start, "The row has more than \(CSVLimit.columnsMax) columns")
            }
            let fieldStart = line
            field.removeAll(keepingCapacity: true)
            isLast = try takeField(rowStart: start)
            guard let text = String(validating: field, as: UTF8.self), !field.contains(0) else {
                throw CSVProblem(
                    line: fieldStart,
                    "The text is neither UTF-8 nor Windows-1252; save the file as CSV in UTF-8")
            }
            fields.append(text)
            if decodedWord == nil, encoding != .utf8 { decodedWord = Self.firstDecoded(in: text) }
        }
        return Row(line: start, fields: fields)
    }

    private static func firstDecoded(in text: String) -> String? {
        text.split(whereSeparator: \.isWhitespace).first { !$0.utf8.allSatisfy { $0 < 0x80 } }
            .map(String.init)
    }

    /// Reads one field and its terminator; returns true at the end of the row.
    private mutating func takeField(rowStart: Int) throws -> Bool {
        try takeBlanks(rowStart)
        if try peek() == Self.quote {
            field.removeAll(keepingCapacity: true)
            try take(rowStart)
            try takeQuoted(rowStart: rowStart)
            let end = field.count
            try takeBlanks(rowStart)
            field.removeSubrange(end...)
            switch try peek() {
            case nil, separatorByte, Self.lineFeed, Self.carriageReturn: break
            default:
                throw CSVProblem(
                    line: line,
                    "Something follows a closing quote; a quote within a text is written twice")
            }
        }
        while let byte = try peek() {
            try take(rowStart)
            switch byte {
            case separatorByte: return false
            case Self.lineFeed:
                line += 1
                return true
            case Self.carriageReturn:
                if try peek() == Self.lineFeed { try take(rowStart) }
                line += 1
                return true
            default: field.append(byte)
            }
        }
        return true
    }

    /// Appends blanks to the field as long as there are any.
    private mutating func takeBlanks(_ rowStart: Int) throws {
        while let byte = try peek(), CSVSeparator.isBlank(byte), byte != separatorByte {
            try take(rowStart)
            field.append(byte)
        }
    }

    private mutating func takeQuoted(rowStart: Int) throws {
        let start = line
        while let byte = try peek() {
            try take(rowStart)
            if byte == Self.quote {
                guard try peek() == byte else { return }
                try take(rowStart)
            } else if byte == Self.lineFeed {
                line += 1
            } else if byte == Self.carriageReturn {
                let next = try peek()
                if next != Self.lineFeed { line += 1 }
            }
            field.append(byte)
        }
        throw CSVProblem(line: start, "The quote that opens on this line is never closed")
    }

    // MARK: Bytes

    private mutating func peek() throws -> UInt8? {
        while position == buffer.count {
            if isAtEnd { return nil }
            try refill()
        }
        return buffer[position]
    }

    private mutating func take(_ rowStart: Int) throws {
        position += 1
        rowBytes += 1
        guard rowBytes <= CSVLimit.rowBytesMax else {
            throw CSVProblem(
                line: rowStart,
                "The row is longer than \(CSVLimit.rowBytesMax / 1_024) KiB; is a quote missing?")
        }
    }

    private mutating func refill() throws {
        let piece = try readMore()
        if piece.isEmpty { isAtEnd = true }
        let more = decoder.decode(piece)
        if position == buffer.count {
            buffer = more
            position = 0
        } else {
            buffer += more
        }
    }
}
