/// Decodes and validates a batch of posts in one pass. It is several times faster than decoding
/// forms first, in which every field is a text.
///
/// It accepts what nearly every batch contains: the known keys, each once, with values of the right
/// types. For anything else it returns nil, and strict decoding follows, which reports the error. A
/// row whose validity it cannot establish is validated as a form. Tests ensure that both ways give
/// the same result.
struct PostBatchReader {
    /// Input that is left to strict decoding.
    private struct Unusual: Error {}

    private typealias Row = ImportPosts.CheckedRow

    private var at = 0

    /// Returns the validated batch; nil if strict decoding must decide.
    static func input(reading bytes: [UInt8]) -> ImportPosts.Input? {
        var reader = PostBatchReader()
        return try? reader.batch(bytes.span)
    }

    private mutating func batch(_ bytes: Span<UInt8>) throws(Unusual) -> ImportPosts.Input {
        var (importID, number, check): (OperationID?, Int?, Bool?)
        var rows: [Row]?
        var hasImportID = false
        skipBlanks(bytes)
        try take("{", bytes)
        var isFirst = true
        while let key = try nextKey(bytes, &isFirst) {
            if key.isText("rows", bytes), rows == nil {
                rows = try self.rows(bytes)
            } else if key.isText("number", bytes), number == nil {
                number = try integer(bytes)
            } else if key.isText("import_id", bytes), !hasImportID {
                hasImportID = true
                if takesNull(bytes) { continue }
                let text = try text(bytes)
                importID = try identifier(text, bytes)
            } else if key.isText("check", bytes), check == nil {
                check = try truth(bytes)
            } else {
                throw Unusual()
            }
        }
        skipBlanks(bytes)
        guard at == bytes.count, let number, number >= 1, let rows, !rows.isEmpty,
            rows.count <= PostImportLimit.batchRowsMax, (number == 1) == (importID == nil),
            check != true || number == 1
        else { throw Unusual() }
        return ImportPosts.Input(
            importID: importID, number: number, isCheck: check ?? false, rows: rows)
    }

    private mutating func rows(_ bytes: Span<UInt8>) throws(Unusual) -> [Row] {
        try take("[", bytes)
        var rows: [Row] = []
        rows.reserveCapacity(PostImportLimit.batchRowsMax)
        repeat {
            skipBlanks(bytes)
            rows.append(try row(bytes))
            skipBlanks(bytes)
        } while takes(",", bytes)
        try take("]", bytes)
        return rows
    }

    private mutating func row(_ bytes: Span<UInt8>) throws(Unusual) -> Row {
        try take("{", bytes)
        var line: Int?
        var fields: PostFields?
        var isFirst = true
        while let key = try nextKey(bytes, &isFirst) {
            if key.isText("form", bytes), fields == nil {
                fields = try self.fields(bytes)
            } else if key.isText("line", bytes), line == nil {
                line = try integer(bytes)
            } else {
                throw Unusual()
            }
        }
        guard let line, let fields else { throw Unusual() }
        if let input = fields.input(bytes) {
            return Row(line: line, input: .success(input), url: input.url)
        }
        guard let form = fields.form(bytes) else { throw Unusual() }
        return Row(PostImportRow(line: line, form: form))
    }

    private mutating func fields(_ bytes: Span<UInt8>) throws(Unusual) -> PostFields {
        try take("{", bytes)
        var fields = PostFields()
        var isFirst = true
        while let key = try nextKey(bytes, &isFirst) {
            guard let field = PostFields.field(named: key, bytes), fields.begin(field) else {
                throw Unusual()
            }
            if takesNull(bytes) { continue }
            switch field {
            case .recruiting: fields.isRecruitingRelated = try truth(bytes)
            case .engagement: fields.engagementCount = try integer(bytes)
            default: fields.set(field, try text(bytes))
            }
        }
        return fields
    }

    // MARK: Tokens

    private mutating func skipBlanks(_ bytes: Span<UInt8>) {
        while at < bytes.count {
            switch bytes[at] {
            case 0x20, 0x09, 0x0A, 0x0D: at &+= 1
            default: return
            }
        }
    }

    private mutating func takes(_ character: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
        guard at < bytes.count, UInt32(bytes[at]) == character.value else { return false }
        at &+= 1
        return true
    }

    private mutating func take(
        _ character: Unicode.Scalar, _ bytes: Span<UInt8>
    ) throws(Unusual) {
        guard takes(character, bytes) else { throw Unusual() }
    }

    /// Advances to the value of an object's next key and returns the key; nil after the last one.
    private mutating func nextKey(
        _ bytes: Span<UInt8>, _ isFirst: inout Bool
    ) throws(Unusual) -> JSONTextPlace? {
        skipBlanks(bytes)
        if takes("}", bytes) { return nil }
        if !isFirst {
            try take(",", bytes)
            skipBlanks(bytes)
        }
        isFirst = false
        let key = try text(bytes)
        skipBlanks(bytes)
        try take(":", bytes)
        skipBlanks(bytes)
        return key
    }

    private mutating func text(_ bytes: Span<UInt8>) throws(Unusual) -> JSONTextPlace {
        try take("\"", bytes)
        var place = JSONTextPlace(start: at)
        while at < bytes.count {
            let byte = bytes[at]
            at &+= 1
            switch byte {
            case UInt8(ascii: "\""):
                place.end = at &- 1
                return place
            case UInt8(ascii: "\\"):
                place.isEscaped = true
                at &+= 1
            case UInt8(ascii: "<"): place.hasMarkup = true
            case 0..<0x20: throw Unusual()
            default: place.isASCII = place.isASCII && byte < 0x80
            }
        }
        throw Unusual()
    }

    /// Reads a whole number from 0 in its usual notation.
    private mutating func integer(_ bytes: Span<UInt8>) throws(Unusual) -> Int {
        let start = at
        var value = 0
        while at < bytes.count, at &- start < 18, 0x30...0x39 ~= bytes[at] {
            value = value &* 10 &+ Int(bytes[at] &- 0x30)
            at &+= 1
        }
        guard at > start, at &- start == 1 || bytes[start] != UInt8(ascii: "0") else {
            throw Unusual()
        }
        return value
    }

    private mutating func truth(_ bytes: Span<UInt8>) throws(Unusual) -> Bool {
        if takes(word: "true", bytes) { return true }
        guard takes(word: "false", bytes) else { throw Unusual() }
        return false
    }

    private mutating func takesNull(_ bytes: Span<UInt8>) -> Bool {
        takes(word: "null", bytes)
    }

    private mutating func takes(word: StaticString, _ bytes: Span<UInt8>) -> Bool {
        let end = at &+ word.utf8CodeUnitCount
        guard end <= bytes.count, bytes[at] != UInt8(ascii: "\""),
            JSONTextPlace(start: at, end: end).isText(word, bytes)
        else { return false }
        at = end
        return true
    }

    private func identifier<Tag>(
        _ text: JSONTextPlace, _ bytes: Span<UInt8>
    ) throws(Unusual) -> Identifier<Tag> {
        guard let id: Identifier<Tag> = text.identifier(bytes) else { throw Unusual() }
        return id
    }
}
