/// Writes the few JSON texts that broker and client create. Works on bytes, not Characters: under
/// overload the broker writes almost nothing else.
enum JSONText {
    /// Returns `text` as a JSON string with quotation marks.
    static func string(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the payload of a reply that is not OK.
    static func error(_ status: Status, _ message: String, _ requestID: WireID) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(message.utf8.count + 128)
        bytes += #"{"error":{"code":"#.utf8
        append(status.code, to: &bytes)
        bytes += #","message":"#.utf8
        append(message, to: &bytes)
        bytes += #","request_id":""#.utf8
        bytes += requestID.text.utf8
        bytes += #"","retryable":"#.utf8
        bytes += (status.isRetryable ? "true}}" : "false}}").utf8
        return bytes
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case ..<0x20:
                bytes += #"\u00"#.utf8
                bytes.append(Hexadecimal.digit(byte >> 4))
                bytes.append(Hexadecimal.digit(byte & 15))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
