/// The parameters behind the first value of a field, such as `form-data; name="a"; filename="b"`.
struct FieldParameters {
    /// What stands before the first semicolon, in small letters.
    let value: String
    private var parameters: [String: String] = [:]

    /// Reads a field; `nil` if it is malformed or a parameter stands twice.
    ///
    /// In a quoted value a backslash escapes a quote or a backslash only. Browsers do not escape
    /// backslashes but send `%22` for a quote (HTML standard, 4.10.21.8), so that `C:\a` stays
    /// as it is.
    init?(_ field: String) {
        var rest = Array(field.utf8)[...]
        let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
        value = String(decoding: rest[..<end], as: UTF8.self).trimmingBlanks().lowercased()
        rest = rest[end...]
        while rest.first == UInt8(ascii: ";") {
            rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")), rest[..<equals].isToken
            else { return nil }
            let name = String(decoding: rest[..<equals], as: UTF8.self).lowercased()
            rest = rest[equals...].dropFirst()
            guard let value = Self.takeValue(&rest), parameters[name] == nil else { return nil }
            parameters[name] = value
            rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        }
        guard rest.isEmpty else { return nil }
    }

    /// The value of a parameter.
    subscript(name: String) -> String? { parameters[name] }

    private static func takeValue(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard rest.first == UInt8(ascii: "\"") else {
            let token = rest.prefix(while: \.isTokenByte)
            rest = rest[token.endIndex...]
            return token.isEmpty ? nil : String(decoding: token, as: UTF8.self)
        }
        var bytes: [UInt8] = []
        var index = rest.startIndex + 1
        while index < rest.endIndex, rest[index] != UInt8(ascii: "\"") {
            let next = index + 1 < rest.endIndex ? rest[index + 1] : 0
            if rest[index] == UInt8(ascii: "\\"),
                next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\")
            {
                index += 1
            }
            bytes.append(rest[index])
            index += 1
        }
        guard index < rest.endIndex else { return nil }
        rest = rest[(index + 1)...]
        return String(validating: bytes, as: UTF8.self)
    }
}
