/// Reformats a service's JSON without interpreting it: members keep their order and numbers keep
/// their digits.
public enum JSONBytes {
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    /// Indents by two spaces with one member per line; empty ones are `[]` and `{}`.
    public static func pretty(_ json: some Sequence<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        var depth = 0
        var opensEmpty = false
        let newLine = { (output: inout [UInt8], depth: Int) in
            output.append(0x0a)
            output += repeatElement(0x20, count: depth * 2)
        }
        forEachToken(json) { token in
            switch token {
            case .verbatim(let byte):
                if opensEmpty { newLine(&output, depth) }
                opensEmpty = false
                output.append(byte)
            case .open(let byte):
                if opensEmpty { newLine(&output, depth) }
                output.append(byte)
                depth += 1
                opensEmpty = true
            case .close(let byte):
                depth = max(depth - 1, 0)
                if !opensEmpty { newLine(&output, depth) }
                opensEmpty = false
                output.append(byte)
            case .comma:
                output.append(UInt8(ascii: ","))
                newLine(&output, depth)
            case .colon:
                output += [UInt8(ascii: ":"), 0x20]
            }
        }
        return output
    }

    /// Escapes all characters that could control a terminal: delete, C1 controls and those that
    /// `VisibleText` hides. JSON always escapes C0 controls.
    public static func safeForTerminal(_ json: [UInt8]) -> [UInt8] {
        let leading: [UInt8] = [0x7f, 0xc2, 0xd8, 0xe2, 0xef]
        guard json.contains(where: { leading.contains($0) }) else { return json }
        var output: [UInt8] = []
        output.reserveCapacity(json.count)
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x7f...0x9f,
                _ where VisibleText.isUnseen(scalar):
                let digits = String(scalar.value, radix: 16)
                let zeros = String(repeating: "0", count: 4 - digits.count)
                output += Array("\\u\(zeros)\(digits)".utf8)
            default: output += Array(String(scalar).utf8)
            }
        }
        return output
    }

    /// Removes all white space outside strings.
    public static func compact(_ json: some Sequence<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        forEachToken(json) { token in
            switch token {
            case .verbatim(let byte), .open(let byte), .close(let byte): output.append(byte)
            case .comma: output.append(UInt8(ascii: ","))
            case .colon: output.append(UInt8(ascii: ":"))
            }
        }
        return output
    }

    /// Returns the bytes of an object's member, such as the rows of a list; nil if there is none.
    public static func member(_ key: String, of json: [UInt8]) -> [UInt8]? {
        let members = items(of: json, open: UInt8(ascii: "{"))
        let prefix = [quote] + Array(key.utf8) + [quote, UInt8(ascii: ":")]
        return members.first { $0.starts(with: prefix) }.map { Array($0.dropFirst(prefix.count)) }
    }

    /// Returns the elements of an array, each compact; empty if the JSON is not an array.
    public static func elements(of json: [UInt8]) -> [[UInt8]] {
        items(of: json, open: UInt8(ascii: "["))
    }

    // MARK: Tokens

    private enum Token {
        case verbatim(UInt8)
        case open(UInt8)
        case close(UInt8)
        case comma
        case colon
    }

    private static func forEachToken(_ json: some Sequence<UInt8>, _ body: (Token) -> Void) {
        var isText = false
        var isEscape = false
        for byte in json {
            if isText {
                body(.verbatim(byte))
                if isEscape {
                    isEscape = false
                } else if byte == backslash {
                    isEscape = true
                } else if byte == quote {
                    isText = false
                }
                continue
            }
            switch byte {
            case 0x20, 0x09, 0x0a, 0x0d: continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): body(.open(byte))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): body(.close(byte))
            case UInt8(ascii: ","): body(.comma)
            case UInt8(ascii: ":"): body(.colon)
            default:
                isText = byte == quote
                body(.verbatim(byte))
            }
        }
    }

    /// Returns the parts between the commas of the outermost array or object.
    private static func items(of json: [UInt8], open: UInt8) -> [[UInt8]] {
        let plain = compact(json)
        guard plain.first == open else { return [] }
        var found: [[UInt8]] = []
        var current: [UInt8] = []
        var depth = 0
        forEachToken(plain) { token in
            switch token {
            case .open(let byte):
                if depth > 0 { current.append(byte) }
                depth += 1
            case .close(let byte):
                depth -= 1
                if depth > 0 { current.append(byte) }
            case .comma where depth == 1:
                found.append(current)
                current = []
            case .comma: current.append(UInt8(ascii: ","))
            case .colon: current.append(UInt8(ascii: ":"))
            case .verbatim(let byte): current.append(byte)
            }
        }
        return current.isEmpty ? found : found + [current]
    }
}
