public import Contracts

/// Chooses among the sheets of a workbook.
public struct SheetChoice {
    private let kind: ImportKind
    private let choices: TableReader.Choices

    public init(_ kind: ImportKind, _ choices: TableReader.Choices) {
        self.kind = kind
        self.choices = choices
    }

    /// Reads the named sheet. Without a name, reads the first one if it has the columns that an
    /// import needs; else the sheets whose names are those of schools, together, if there are
    /// several; else the first one that has the columns; else the first one.
    ///
    /// - Parameter read: Reads a sheet; without a name, the first one that people see.
    public func table(
        _ sheet: String?, read: (String?) throws(ImportProblem) -> SheetTable
    ) throws(ImportProblem) -> SheetTable {
        let first = try read(sheet)
        guard sheet == nil, !first.sheet.others.isEmpty else { return first }
        if let reader = reader(first), reader.hasAll, reader.sheetSchool == nil { return first }
        var tables = [first]
        let deadline = ContinuousClock.now + WorkbookProgram.timeLimit
        for name in first.sheet.others.prefix(ImportLimit.sheetsTriedMax - 1) {
            guard ContinuousClock.now < deadline else { break }
            if let other = try? read(name) { tables.append(other) }
        }
        let ofSchools = tables.filter { reader($0)?.sheetSchool != nil }
        if ofSchools.count > 1, let joined = try joined(ofSchools, besides: tables) {
            return joined
        }
        return tables.first { reader($0)?.hasAll == true } ?? first
    }

    private func reader(_ table: SheetTable) -> TableReader? {
        var rest: [UInt8]? = table.csv
        return try? TableReader(kind, choices, sheet: table.sheet) {
            defer { rest = [] }
            return rest ?? []
        }
    }

    // MARK: Sheets of schools

    /// The tables as one, in the columns of all, with one more for the school. Nil if they have too
    /// many columns.
    private func joined(
        _ tables: [SheetTable], besides all: [SheetTable]
    ) throws(ImportProblem) -> SheetTable? {
        var names: [String] = []
        for table in tables { _ = Self.places(reader(table)?.header.dropLast() ?? [], &names) }
        guard names.count < CSVLimit.columnsMax else { return nil }
        let writer = CSVWriter(guardsFormulas: false)
        var csv = Array(writer.line(names + [TableReader.schoolColumn]).utf8)
        var line = 1
        var schools: [SheetOfSchool] = []
        var unworked: [UnworkedCell] = []
        for table in tables {
            guard var reader = reader(table), let school = reader.sheetSchool else { continue }
            let places = Self.places(reader.header.dropLast(), &names)
            let top = reader.headerLines.upperBound
            // The rows of the first sheet keep their lines if it begins with its header.
            let shift = line - top
            let start = line + 1
            do {
                while let row = try reader.next() {
                    while line < row.line + shift - 1 {
                        csv.append(UInt8(ascii: "\n"))
                        line += 1
                    }
                    csv += writer.line(Self.values(row.fields, places, names.count)).utf8
                    line = row.line + shift
                }
            } catch {
                throw ImportProblem(
                    "The sheet \"\(school)\" cannot be read", reason: "\(error)",
                    field: ImportProblem.file)
            }
            unworked += (table.sheet.unworked ?? []).filter { $0.row > top }.compactMap { cell in
                guard cell.column < places.count else { return nil }
                return UnworkedCell(column: places[cell.column], row: cell.row + shift)
            }
            if line >= start {
                schools.append(
                    SheetOfSchool(name: school, firstLine: start, lastLine: line))
            }
        }
        let read = Set(tables.map(\.sheet.name))
        let others = (all.map(\.sheet.name) + (all.first?.sheet.others ?? []))
            .filter { !read.contains($0) }
        var distinct: [String] = []
        for name in others where !distinct.contains(name) { distinct.append(name) }
        return SheetTable(
            sheet: ReadSheet(
                name: tables.map(\.sheet.name).joined(separator: ", "), others: distinct,
                unworked: unworked.isEmpty ? nil : unworked, schools: schools),
            csv: csv)
    }

    /// The places of a sheet's columns among those of all, to which new ones are added. Of several
    /// with one name, each has a place of its own.
    private static func places(_ header: ArraySlice<String>, _ names: inout [String]) -> [Int] {
        var taken: Set<Int> = []
        return header.map { name in
            let place =
                names.indices.first { names[$0] == name && !taken.contains($0) } ?? names.count
            if place == names.count { names.append(name) }
            taken.insert(place)
            return place
        }
    }

    /// The values of a row in the columns of all sheets. Those behind the row's own columns come
    /// last, so that the row has too many.
    private static func values(_ fields: [String], _ places: [Int], _ count: Int) -> [String] {
        var values = [String](repeating: "", count: count + 1)
        var excess: [String] = []
        for (place, field) in fields.enumerated() {
            if place == fields.count - 1, place >= places.count {
                // The school, which the reader has put behind the values.
                values[count] = field
            } else if place < places.count {
                values[places[place]] = field
            } else if !field.trimmed.isEmpty {
                excess.append(field)
            }
        }
        return values + excess
    }
}
