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
    static func input(reading octets: [UInt8]) -> ImportPosts.Input? {
        var reader = PostBatchReader()
        return try? reader.batch(octets.span)
    }

    private mutating func batch(_ octets: Span<UInt8>) throws(Unusual) -> ImportPosts.Input {
        var (importID, number, check): (OperationID?, Int?, Bool?)
        var rows: [Row]?
        var hasImportID = false
        skipBlanks(octets)
        try take("{", octets)
        var isFirst = true
        while let key = try nextKey(octets, &isFirst) {
            if key.isText("rows", octets), rows == nil {
                rows = try self.rows(octets)
            } else if key.isText("number", octets), number == nil {
                number = try integer(octets)
            } else if key.isText("import_id", octets), !hasImportID {
                hasImportID = true
                if takesNull(octets) { continue }
                let text = try text(octets)
                importID = try identifier(text, octets)
            } else if key.isText("check", octets), check == nil {
                check = try truth(octets)
            } else {
                throw Unusual()
            }
        }
        skipBlanks(octets)
        guard at == octets.count, let number, number >= 1, let rows, !rows.isEmpty,
            rows.count <= PostImportLimit.batchRowsMax, (number == 1) == (importID == nil),
            check != true || number == 1
        else { throw Unusual() }
        return ImportPosts.Input(
            importID: importID, number: number, isCheck: check ?? false, rows: rows)
    }

    private mutating func rows(_ octets: Span<UInt8>) throws(Unusual) -> [Row] {
        try take("[", octets)
        var rows: [Row] = []
        rows.reserveCapacity(PostImportLimit.batchRowsMax)
        repeat {
            skipBlanks(octets)
            rows.append(try row(octets))
            skipBlanks(octets)
        } while takes(",", octets)
        try take("]", octets)
        return rows
    }

    private mutating func row(_ octets: Span<UInt8>) throws(Unusual) -> Row {
        try take("{", octets)
        var line: Int?
        var fields: PostFields?
        var isFirst = true
        while let key = try nextKey(octets, &isFirst) {
            if key.isText("form", octets), fields == nil {
                fields = try self.fields(octets)
            } else if key.isText("line", octets), line == nil {
                line = try integer(octets)
            } else {
                throw Unusual()
            }
        }
        guard let line, let fields else { throw Unusual() }
        if let input = fields.input(octets) {
            return Row(line: line, input: .success(input), url: input.url)
        }
        guard let form = fields.form(octets) else { throw Unusual() }
        return Row(PostImportRow(line: line, form: form))
    }

    private mutating func fields(_ octets: Span<UInt8>) throws(Unusual) -> PostFields {
        try take("{", octets)
        var fields = PostFields()
        var isFirst = true
        while let key = try nextKey(octets, &isFirst) {
            guard let field = PostFields.field(named: key, octets), fields.begin(field) else {
                throw Unusual()
            }
            if takesNull(octets) { continue }
            switch field {
            case .recruiting: fields.isRecruitingRelated = try truth(octets)
            case .engagement: fields.engagementCount = try integer(octets)
            default: fields.set(field, try text(octets))
            }
        }
        return fields
    }

    // MARK: Tokens

    private mutating func skipBlanks(_ octets: Span<UInt8>) {
        while at < octets.count {
            switch octets[at] {
            case 0x20, 0x09, 0x0A, 0x0D: at &+= 1
            default: return
            }
        }
    }

    private mutating func takes(_ character: Unicode.Scalar, _ octets: Span<UInt8>) -> Bool {
        guard at < octets.count, UInt32(octets[at]) == character.value else { return false }
        at &+= 1
        return true
    }

    private mutating func take(
        _ character: Unicode.Scalar, _ octets: Span<UInt8>
    ) throws(Unusual) {
        guard takes(character, octets) else { throw Unusual() }
    }

    /// Advances to the value of an object's next key and returns the key; nil after the last one.
    private mutating func nextKey(
        _ octets: Span<UInt8>, _ isFirst: inout Bool
    ) throws(Unusual) -> JSONTextPlace? {
        skipBlanks(octets)
        if takes("}", octets) { return nil }
        if !isFirst {
            try take(",", octets)
            skipBlanks(octets)
        }
        isFirst = false
        let key = try text(octets)
        skipBlanks(octets)
        try take(":", octets)
        skipBlanks(octets)
        return key
    }

    private mutating func text(_ octets: Span<UInt8>) throws(Unusual) -> JSONTextPlace {
        try take("\"", octets)
        var place = JSONTextPlace(start: at)
        while at < octets.count {
            let octet = octets[at]
            at &+= 1
            switch octet {
            case UInt8(ascii: "\""):
                place.end = at &- 1
                return place
            case UInt8(ascii: "\\"):
                place.isEscaped = true
                at &+= 1
            case UInt8(ascii: "<"): place.hasMarkup = true
            case 0..<0x20: throw Unusual()
            default: place.isASCII = place.isASCII && octet < 0x80
            }
        }
        throw Unusual()
    }

    /// Reads a whole number from 0 in its usual notation.
    private mutating func integer(_ octets: Span<UInt8>) throws(Unusual) -> Int {
        let start = at
        var value = 0
        while at < octets.count, at &- start < 18, 0x30...0x39 ~= octets[at] {
            value = value &* 10 &+ Int(octets[at] &- 0x30)
            at &+= 1
        }
        guard at > start, at &- start == 1 || octets[start] != UInt8(ascii: "0") else {
            throw Unusual()
        }
        return value
    }

    private mutating func truth(_ octets: Span<UInt8>) throws(Unusual) -> Bool {
        if takes(word: "true", octets) { return true }
        guard takes(word: "false", octets) else { throw Unusual() }
        return false
    }

    private mutating func takesNull(_ octets: Span<UInt8>) -> Bool {
        takes(word: "null", octets)
    }

    private mutating func takes(word: StaticString, _ octets: Span<UInt8>) -> Bool {
        let end = at &+ word.utf8CodeUnitCount
        guard end <= octets.count, octets[at] != UInt8(ascii: "\""),
            JSONTextPlace(start: at, end: end).isText(word, octets)
        else { return false }
        at = end
        return true
    }

    private func identifier<Tag>(
        _ text: JSONTextPlace, _ octets: Span<UInt8>
    ) throws(Unusual) -> Identifier<Tag> {
        guard let id: Identifier<Tag> = text.identifier(octets) else { throw Unusual() }
        return id
    }
}
