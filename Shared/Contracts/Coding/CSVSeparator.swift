/// Finds out what separates the fields of a text.
enum CSVSeparator {
    /// The bytes at the start of a text that are looked at: 16 KiB.
    static let sampleBytesMax = 16_384
    /// The rows at the start of a text that are looked at.
    static let sampleRowsMax = 20

    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")
    /// What may separate fields; of several that fit equally, the one that is rarest in prose.
    private static let candidates = [
        UInt8(ascii: "\t"), UInt8(ascii: "|"), UInt8(ascii: ";"), comma,
    ]

    /// Whether a byte is a blank or a tab.
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func endsLine(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    // MARK: A line that names it

    /// The longest line that names a separator: `"sep=;"`.
    private static let lineBytesMax = 7

    /// The separator that a first line such as `sep=;` names, as spreadsheet programs write and
    /// read it, and the length of that line with its end; nil if the first line is none.
    static func named(in text: [UInt8]) -> (separator: UInt8, lineBytes: Int)? {
        let line = text.prefix(lineBytesMax + 1).prefix { !endsLine($0) }
        guard line.count <= lineBytesMax else { return nil }
        let isQuoted = line.first == quote && line.last == quote
        let said = isQuoted ? line.dropFirst().dropLast() : line
        guard said.count == 5, let separator = said.last,
            String(decoding: said.dropLast(), as: UTF8.self).lowercased() == "sep=",
            (0x09...0x7E).contains(separator), separator != quote
        else { return nil }
        let end = text.dropFirst(line.count)
        return (separator, line.count + (end.starts(with: [0x0D, 0x0A]) ? 2 : min(1, end.count)))
    }

    // MARK: The first rows

    /// Returns the separator that most of the first rows have; of several, the one of which most
    /// rows have equally many; of several, the one that makes most columns. A comma if there is
    /// none at all.
    ///
    /// The header alone does not decide: names of columns, and texts, may have commas.
    static func likely(in text: [UInt8]) -> UInt8 {
        let sample = text.prefix(sampleBytesMax)
        var best = (score: [0, 0, 0], separator: comma)
        for candidate in candidates {
            let counts = counts(of: candidate, in: sample, isWhole: sample.count == text.count)
                .filter { $0 > 0 }
            let frequencies = Dictionary(counts.map { ($0, 1) }, uniquingKeysWith: +)
            guard
                let most = frequencies.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })
            else { continue }
            let score = [counts.count, most.value, most.key]
            if best.score.lexicographicallyPrecedes(score) { best = (score, candidate) }
        }
        return best.separator
    }

    /// How often a separator stands outside quotes in each of the first rows that are not blank. A
    /// row that the sample cuts off counts only if it is the only one.
    private static func counts(
        of separator: UInt8, in sample: ArraySlice<UInt8>, isWhole: Bool
    ) -> [Int] {
        var counts: [Int] = []
        var count = 0
        var (isQuoted, isFieldStart, isBlankRow) = (false, true, true)
        var hasClosed = false
        for byte in sample {
            if isQuoted {
                if byte == quote { (isQuoted, hasClosed) = (false, true) }
                continue
            }
            if endsLine(byte) {
                if !isBlankRow { counts.append(count) }
                guard counts.count < sampleRowsMax else { return counts }
                (count, isFieldStart, isBlankRow, hasClosed) = (0, true, true, false)
                continue
            }
            isBlankRow = false
            // A doubled quote closes and opens again.
            if byte == quote, isFieldStart || hasClosed { isQuoted = true }
            hasClosed = false
            if byte == separator { count += 1 }
            // Quotes may also stand behind what separates the fields in truth.
            if candidates.contains(byte) {
                isFieldStart = true
            } else if !isBlank(byte) {
                isFieldStart = false
            }
        }
        if !isBlankRow, isWhole || counts.isEmpty { counts.append(count) }
        return counts
    }
}
