import Contracts

/// The names of a table's columns, which may stand below titles, and in two rows.
struct TableHeader {
    /// The longest name of a column that counts as one, in characters; longer texts are prose.
    static let nameMax = 60

    let names: [String]
    /// The places of the rows that have the names, among those that were looked at.
    let rows: ClosedRange<Int>
    /// Whether every field that the import needs has a column.
    let hasAll: Bool
    private let filledCount: Int

    private init(_ names: [String], _ rows: ClosedRange<Int>, _ columns: ImportColumns?) {
        self.names = names
        self.rows = rows
        hasAll = columns?.hasAll == true
        filledCount = columns?.positions.count ?? 0
    }

    /// The single row at a place.
    init(_ rows: [CSVReader.Row], at place: Int, _ kind: ImportKind, mapped: [String]) {
        let names = rows[place].fields
        self.init(
            names, place...place,
            try? ImportColumns(header: names, kind: kind, mapped: mapped))
    }

    private func isBetter(than other: TableHeader) -> Bool {
        (hasAll ? 1 : 0, filledCount) > (other.hasAll ? 1 : 0, other.filledCount)
    }

    /// Finds the row that names the columns: the one whose names fill the fields that the import
    /// needs, or else most fields. Of several, the first. Two rows together are taken if they fill
    /// more than each alone.
    ///
    /// - Parameter rows: The first rows of the table, at least one.
    static func found(
        in rows: [CSVReader.Row], _ kind: ImportKind, mapped: [String]
    ) -> TableHeader {
        let singles = rows.indices.map { TableHeader(rows, at: $0, kind, mapped: mapped) }
        var best = singles[0]
        for header in singles.dropFirst() where header.isBetter(than: best) {
            // Words among the values of a row may happen to name fields.
            let isAlone = rows[header.rows.lowerBound].fields.count { !$0.trimmed.isEmpty } == 1
            let isLikely = header.filledCount > 1 || isAlone
            if isLikely, header.hasAll || best.filledCount == 0 { best = header }
        }
        for place in rows.indices.dropLast() {
            guard let names = joined(rows[place], rows[place + 1], kind) else { continue }
            let header = TableHeader(
                names, place...(place + 1),
                try? ImportColumns(header: names, kind: kind, mapped: mapped))
            if header.hasAll, header.isBetter(than: best) { best = header }
        }
        return best
    }

    /// The names that two rows make together; nil if the lower one has values.
    private static func joined(
        _ upper: CSVReader.Row, _ lower: CSVReader.Row, _ kind: ImportKind
    ) -> [String]? {
        func isName(_ text: String) -> Bool {
            let plain = ImportWords.plain(text)
            return kind.fields.contains {
                ImportWords.plain($0.name) == plain || $0.synonyms.contains(plain)
            }
        }
        var names: [String] = []
        var above = ""
        for place in 0..<max(upper.fields.count, lower.fields.count) {
            func text(_ row: CSVReader.Row) -> String {
                place < row.fields.count ? row.fields[place].trimmed : ""
            }
            let (top, bottom) = (text(upper), text(lower))
            guard bottom.count <= nameMax, !bottom.contains(where: \.isNumber) else { return nil }
            if !top.isEmpty { above = top }
            // Below a column that has its name, there is a value unless it is a name too.
            if isName(top), !bottom.isEmpty, !isName(bottom), !isName("\(top) \(bottom)") {
                return nil
            }
            // A title over several columns stands above the first of them.
            let whole = bottom.isEmpty ? top : above.isEmpty ? bottom : "\(above) \(bottom)"
            names.append([whole, bottom, top].first(where: isName) ?? whole)
        }
        return names
    }
}
