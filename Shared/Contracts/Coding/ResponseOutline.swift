/// What a front end needs of a response that it passes on without decoding it.
public struct ResponseOutline: Sendable {
    /// Where the next page begins; nil if this one is the last.
    public private(set) var nextCursor: String?
    /// The id of the response's record: the first member with an id.
    public private(set) var recordID: String?
    /// The version of that record.
    public private(set) var recordVersion: Int?
    /// Where the elements of the list are.
    public private(set) var elements: [Range<Int>] = []

    /// Reads the JSON of a response; nil if it is not an object. `listKey` is the key of the list
    /// whose elements are wanted.
    public init?(of json: [UInt8], listKey: String? = nil) {
        do {
            try read(json.span, listKey)
        } catch {
            return nil
        }
    }

    private mutating func read(
        _ bytes: Span<UInt8>, _ listKey: String?
    ) throws(JSONScanner.Unusual) {
        var scanner = JSONScanner()
        scanner.skipBlanks(bytes)
        try scanner.take("{", bytes)
        var isFirst = true
        while let key = try scanner.nextKey(bytes, &isFirst) {
            if key.isText("next_cursor", bytes), scanner.isAt("\"", bytes) {
                nextCursor = try scanner.string(bytes)
            } else if let listKey, key.string(bytes) == listKey {
                try readElements(&scanner, bytes)
            } else if recordID == nil, scanner.takes("{", bytes) {
                try readRecord(&scanner, bytes)
            } else {
                try scanner.skipValue(bytes)
            }
        }
    }

    private mutating func readElements(
        _ scanner: inout JSONScanner, _ bytes: Span<UInt8>
    ) throws(JSONScanner.Unusual) {
        try scanner.take("[", bytes)
        var isFirst = true
        while try scanner.nextElement(bytes, &isFirst) {
            let start = scanner.at
            try scanner.skipValue(bytes)
            elements.append(start..<scanner.at)
        }
    }

    private mutating func readRecord(
        _ scanner: inout JSONScanner, _ bytes: Span<UInt8>
    ) throws(JSONScanner.Unusual) {
        var isFirst = true
        var version: Int?
        while let key = try scanner.nextKey(bytes, &isFirst) {
            if key.isText("id", bytes), scanner.isAt("\"", bytes) {
                recordID = try scanner.string(bytes)
            } else if key.isText("version", bytes) {
                version = try scanner.integer(bytes)
            } else {
                try scanner.skipValue(bytes)
            }
        }
        if recordID != nil { recordVersion = version }
    }
}
