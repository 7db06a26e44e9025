/// Reads comma-separated values (RFC 4180): quoted fields, doubled quotes, LF or CRLF, and a byte
/// order mark at the start. Rows come one by one, so a file of any length needs little memory.
public struct CSVReader<Octets: Collection<UInt8>>: Sequence, IteratorProtocol {
    private var rest: Octets.SubSequence
    /// The line on which the next row begins, from 1.
    public private(set) var line = 1

    /// A reader of this text, which is UTF-8.
    public init(_ text: Octets) {
        rest = text[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
            rest = rest.dropFirst(3)
        }
    }

    /// The fields of the next row; `nil` at the end. Blank lines are passed over.
    public mutating func next() -> [String]? {
        while let octet = rest.first, octet == 0x0A || octet == 0x0D {
            if octet == 0x0A { line += 1 }
            rest.removeFirst()
        }
        guard !rest.isEmpty else { return nil }
        var fields: [String] = []
        while true {
            let (field, isLast) = takeField()
            fields.append(field)
            if isLast { return fields }
        }
    }

    private mutating func takeField() -> (String, isLast: Bool) {
        var field: [UInt8] = []
        if rest.first == UInt8(ascii: "\"") {
            rest.removeFirst()
            takeQuoted(into: &field)
        }
        while let octet = rest.popFirst() {
            switch octet {
            case UInt8(ascii: ","):
                return (String(decoding: field, as: UTF8.self), false)
            case 0x0A:
                line += 1
                return (String(decoding: field, as: UTF8.self), true)
            case 0x0D where rest.first == 0x0A || rest.isEmpty:
                continue
            default:
                field.append(octet)
            }
        }
        return (String(decoding: field, as: UTF8.self), true)
    }

    private mutating func takeQuoted(into field: inout [UInt8]) {
        while let octet = rest.popFirst() {
            if octet == UInt8(ascii: "\"") {
                guard rest.first == octet else { return }
                rest.removeFirst()
            } else if octet == 0x0A {
                line += 1
            }
            field.append(octet)
        }
    }
}
