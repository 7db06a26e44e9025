extension TypedTimeReader {
    /// The most days from the first to the last of a span.
    public static let spanDaysMax = 92

    /// Reads a first and a last day: `June 6-8, 2026`, `6/6-6/8/26`, `6 to 8 June 2026`. What the
    /// first day leaves out is that of the last one, and the other way round.
    ///
    /// - Returns: The days; nil for a text that is no span, or that can mean several.
    public func days(_ text: String) -> (first: CivilDay, last: CivilDay)? {
        guard text.utf8.count <= Self.bytesMax else { return nil }
        let plain = text.lowercased().replacing("\u{2013}", with: "-")
            .replacing("\u{2014}", with: "-")
        var found: [[CivilDay]] = []
        for (left, right) in Self.halves(of: plain) {
            guard let days = days(left, right), !found.contains(days) else { continue }
            found.append(days)
        }
        return found.count == 1 ? (found[0][0], found[0][1]) : nil
    }

    /// Reads a beginning and an end on one day or over midnight: `9am-3pm`, `9:00 to 11:30 AM`.
    ///
    /// - Returns: The times; nil for a text that is no span, or that can mean several.
    public static func times(_ text: String) -> (begin: LocalTime, end: LocalTime)? {
        guard let words = words(text), let span = TypedClock.span(words[...], .figures),
            span.begins.count == 1, span.ends.count == 1
        else { return nil }
        return (span.begins[0].time, span.ends[0].time)
    }

    /// The texts before and behind each place at which a span can be divided.
    private static func halves(of text: String) -> [(left: String, right: String)] {
        for word in [" to ", " through ", " thru ", " until ", " & ", " and ", " - "] {
            let parts = text.split(separator: word)
            if parts.count == 2 { return [(String(parts[0]), String(parts[1]))] }
        }
        return text.indices.filter { text[$0] == "-" }.map {
            (String(text[..<$0]), String(text[text.index(after: $0)...]))
        }
    }

    private func days(_ left: String, _ right: String) -> [CivilDay]? {
        let month = left.split { !$0.isLetter }.first { Self.monthNumber($0) != nil }
        let last = day(right).value ?? month.flatMap { day("\($0) \(right)").value }
        guard let last else { return nil }
        let written = day(left).value.map { [$0] }
        let name = Self.monthNames[last.month - 1]
        let isNumber = TypedDigits.number(left.trimmed, 1...2) != nil
        let inferred = [last.year, last.year - 1].compactMap { year in
            TypedTimeReader(today: nil, dayOrder: dayOrder, year: year)
                .day(isNumber ? "\(name) \(left.trimmed)" : left).value
        }
        let first = (written ?? inferred).first { $0 < last }
        guard let first,
            last.daysSince1970 - first.daysSince1970 < Int64(Self.spanDaysMax)
        else { return nil }
        return [first, last]
    }
}
