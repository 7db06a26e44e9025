public import Contracts

/// A column of a file whose texts fill no field, because nobody said what they are.
public struct UnreadColumn: Hashable, Sendable {
    /// The most texts of a column that are shown.
    public static let samplesMax = 3
    /// The most characters of such a text.
    static let sampleCharactersMax = 40
    /// The length from which on a text is a sentence and no word, in characters.
    private static let sentenceMin = 20

    /// The name in the header.
    public let name: String
    /// The position in the header.
    public let position: Int
    /// The number of rows that have a text in it.
    public let rowCount: Int
    /// The first different texts.
    public let samples: [String]
    /// The field that the texts probably are, if it has no column: most of them are words of it, or
    /// they are sentences.
    public let proposal: String?

    /// The unread columns of these rows that have a text, in the order of the header.
    public static func all(of columns: ImportColumns, _ rows: [CSVReader.Row]) -> [UnreadColumn] {
        let names = Set(columns.ignored)
        return columns.header.indices.compactMap { position in
            guard names.contains(columns.header[position]), columns.field(at: position) == nil
            else {
                return nil
            }
            let texts = rows.compactMap { row -> String? in
                guard position < row.fields.count else { return nil }
                let text = row.fields[position].trimmed
                return text.isEmpty ? nil : text
            }
            return texts.isEmpty ? nil : UnreadColumn(columns, position, texts)
        }
    }

    private init(_ columns: ImportColumns, _ position: Int, _ texts: [String]) {
        name = columns.header[position]
        self.position = position
        rowCount = texts.count
        var samples: [String] = []
        for text in texts where samples.count < Self.samplesMax {
            let shown = text.shortened(to: Self.sampleCharactersMax)
            if !samples.contains(shown) { samples.append(shown) }
        }
        self.samples = samples
        proposal = Self.proposal(columns, texts)
    }

    private static func proposal(_ columns: ImportColumns, _ texts: [String]) -> String? {
        for field in columns.kind.wordedFields where columns.positions[field.name] == nil {
            if texts.count(where: field.isReadable) * 2 >= texts.count { return field.name }
        }
        let isFree = columns.positions["content"] == nil
        guard isFree, columns.kind.fields.contains(where: { $0.name == "content" }) else {
            return nil
        }
        let sentences = texts.count { $0.count >= sentenceMin }
        return sentences * 2 >= texts.count ? "content" : nil
    }
}
