/// Writes the few JSON texts that broker and client create. Works on bytes, not Characters: under
/// overload the broker writes almost nothing else.
enum JSONText {
    /// Returns `text` as a JSON string with quotation marks.
    static func string(_ text: String) -> String {
        var octets: [UInt8] = []
        append(text, to: &octets)
        return String(decoding: octets, as: UTF8.self)
    }

    /// Returns the payload of a reply that is not OK.
    static func error(_ status: Status, _ message: String, _ requestID: Identifier) -> [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(message.utf8.count + 128)
        octets += #"{"error":{"code":"#.utf8
        append(status.code, to: &octets)
        octets += #","message":"#.utf8
        append(message, to: &octets)
        octets += #","request_id":""#.utf8
        requestID.append(to: &octets)
        octets += #"","retryable":"#.utf8
        octets += (status.isRetryable ? "true}}" : "false}}").utf8
        return octets
    }

    private static func append(_ text: String, to octets: inout [UInt8]) {
        octets.append(UInt8(ascii: "\""))
        for octet in text.utf8 {
            switch octet {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                octets.append(UInt8(ascii: "\\"))
                octets.append(octet)
            case ..<0x20:
                octets += #"\u00"#.utf8
                octets.append(Identifier.hexDigit(octet >> 4))
                octets.append(Identifier.hexDigit(octet & 15))
            default: octets.append(octet)
            }
        }
        octets.append(UInt8(ascii: "\""))
    }
}
