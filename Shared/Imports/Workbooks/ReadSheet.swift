public import Contracts

/// The sheet of a workbook that was read.
@JSONObject
public struct ReadSheet: Codable, Hashable, Sendable {
    public var name: String
    /// The other sheets that people see.
    public var others: [String]
    /// The cells with formulas whose results the workbook does not have.
    public var unworked: [UnworkedCell]?
    /// The sheets that were read together, each with the contacts of the school whose name it has.
    public var schools: [SheetOfSchool]?
}

/// A cell with a formula without its result, which is read as empty.
@JSONObject
public struct UnworkedCell: Codable, Hashable, Sendable {
    /// Counted from 0, as the columns of a table.
    public var column: Int
    /// Counted from 1, as the lines of a table.
    public var row: Int
}

/// A sheet that was read together with others.
@JSONObject
public struct SheetOfSchool: Codable, Hashable, Sendable {
    public var name: String
    /// The first and the last line of its rows among those of all.
    public var firstLine: Int
    public var lastLine: Int
}

extension ReadSheet {
    /// The words of names of sheets that are no schools.
    private static let ordinary: Set<String> = [
        "a", "all", "and", "archive", "athlete", "backup", "by", "call", "camp", "coach", "college",
        "communication", "contact", "copy", "correspondence", "d", "dashboard", "data", "dm",
        "draft", "dream", "email", "event", "example", "fall", "family", "final", "for", "form",
        "freshman", "history", "info", "instruction", "interaction", "interest", "junior", "juco",
        "log", "list", "mail", "main", "master", "me", "metric", "my", "naia", "ncaa", "new",
        "note", "of", "old", "our", "page", "player", "post", "program", "question", "reach",
        "read", "readme", "recruit", "recruiting", "response", "safety", "sample", "schedule",
        "school", "season", "senior", "sheet", "sophomore", "spring", "stat", "status", "summary",
        "summer", "tab", "table", "target", "template", "text", "the", "to", "top", "tracker",
        "tracking", "visit", "winter", "year",
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
        "january", "february", "march", "april", "june", "july", "august", "september", "october",
        "november", "december",
    ]

    /// Whether all words of the name, without digits and in the singular, are ordinary ones.
    private var isOrdinary: Bool {
        name.lowercased().split { !$0.isLetter }.allSatisfy { word in
            let singular = word.hasSuffix("es") ? word.dropLast(2) : word.dropLast()
            return Self.ordinary.contains(String(word))
                || word.hasSuffix("s")
                    && (Self.ordinary.contains(String(word.dropLast()))
                        || Self.ordinary.contains(String(singular)))
        }
    }

    /// The school that the name of one of several sheets says, if the sheet has no column for it.
    func school(of header: [String], _ kind: ImportKind, mapped: [String]) -> String? {
        let others = mapped.filter { !$0.hasPrefix("\(TableReader.schoolColumn)=") }
        guard schools == nil, [.log, .coaches, .interactions].contains(kind), !self.others.isEmpty,
            !isOrdinary,
            let columns = try? ImportColumns(header: header, kind: kind, mapped: others),
            columns.positions["school"] == nil, columns.positions["catalogue_id"] == nil,
            let named = try? ImportColumns(
                header: header + [TableReader.schoolColumn], kind: kind, mapped: others),
            named.hasAll
        else { return nil }
        return name
    }

    /// What a person should know about where the schools of the rows come from.
    var notes: [String] {
        (schools ?? []).map { sheet in
            "The school of lines \(sheet.firstLine) to \(sheet.lastLine) is the name of their "
                + "sheet: “\(sheet.name)”"
        }
    }

    /// What a person should know about empty cells of columns that are read.
    func warnings(_ columns: ImportColumns, below line: Int) -> [String] {
        let cells = (unworked ?? []).filter { $0.row > line }
        return Dictionary(grouping: cells, by: \.column).sorted { $0.key < $1.key }.compactMap {
            column, cells in
            guard columns.field(at: column) != nil, column < columns.header.count else {
                return nil
            }
            let rows = cells.map(\.row)
            let count = CountedNoun.text(rows.count, "cells")
            return "\(count) of “\(columns.header[column])” without the result of a formula, "
                + "the first in row \(rows.min() ?? 0), read as empty; open the workbook in your "
                + "spreadsheet program, save it and import it again"
        }
    }
}
