/// Percent-encoding of addresses (RFC 3986, section 2.1), and of forms when read.
public enum PercentEncoding {
    /// Whether a byte means itself anywhere in an address: a letter, a digit or one of `-._~`
    /// (RFC 3986, section 2.3).
    @inlinable
    public static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Returns a text that fits into a segment of a path, a name or a value of a query. Bytes that
    /// are neither unreserved nor kept by `keeps` are encoded.
    public static func encode(
        _ text: String, keeping keeps: (UInt8) -> Bool = { _ in false }
    ) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        append(text, to: &bytes, keeping: keeps)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the bytes of `encode`.
    public static func append(
        _ text: String, to bytes: inout [UInt8], keeping keeps: (UInt8) -> Bool = { _ in false }
    ) {
        guard !text.utf8.allSatisfy(isUnreserved) else {
            bytes += text.utf8
            return
        }
        for byte in text.utf8 {
            if isUnreserved(byte) || keeps(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
    }

    /// Decodes once. Returns nil for a percent sign without two hexadecimal digits, for a NUL, and
    /// for bytes that are not UTF-8.
    ///
    /// - Parameter plusIsSpace: As in the fields of a form (URL Standard, section 5.1).
    public static func decode(
        _ encoded: some Sequence<UInt8>, plusIsSpace: Bool = false
    ) -> String? {
        var bytes: [UInt8] = []
        var iterator = encoded.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(Hexadecimal.value),
                    let low = iterator.next().flatMap(Hexadecimal.value)
                else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        guard !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Capitals, as RFC 3986 recommends.
    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "A") &+ value &- 10
    }
}
