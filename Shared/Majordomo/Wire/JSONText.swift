/// Writes the few JSON texts that broker and client make themselves.
enum JSONText {
    /// A JSON string of `text`, quotation marks included.
    static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// The payload of a reply that is not OK.
    static func error(_ status: Status, _ message: String, _ requestID: Identifier) -> [UInt8] {
        Array(
            """
            {"error":{"code":\(string(status.code)),"message":\(string(message)),\
            "request_id":"\(requestID)","retryable":\(status.isRetryable)}}
            """.utf8)
    }
}
