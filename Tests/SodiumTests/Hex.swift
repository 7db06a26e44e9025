/// The bytes of a hexadecimal text. Blanks and line breaks are skipped.
func bytes(hex text: String) -> [UInt8] {
    let digits = text.compactMap { $0.hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map { index in
        UInt8(digits[index] << 4 | digits[index + 1])
    }
}

/// Lower-case hexadecimal text of bytes.
func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
