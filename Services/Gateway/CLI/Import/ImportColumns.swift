import CommandKit
import Contracts

/// Which column of a file fills which field: guessed from the header, or as `--map` says.
struct ImportColumns {
    /// The position of each field's column.
    private(set) var positions: [String: Int] = [:]
    /// The columns that fill nothing.
    private(set) var ignored: [String] = []
    /// How many columns there are.
    let count: Int

    /// Reads the header. Throws a refusal that names what is missing or wrong, with the remedy.
    init(header: [String], kind: ImportKind, mapped: [String]) throws {
        count = header.count
        var taken = Set<Int>()
        for text in mapped {
            let (column, field) = try Self.mapping(text, kind)
            guard let position = Self.position(of: column, in: header) else {
                throw Self.refusal(
                    "The file has no column \"\(column)\"",
                    reason: "Its columns: \(Self.listed(header)).")
            }
            taken.insert(position)
            if let field { positions[field] = position }
        }
        guess(header, kind, &taken)
        ignored = header.indices.filter { !taken.contains($0) && !header[$0].isEmpty }
            .map { header[$0] }
        for choices in kind.required where choices.allSatisfy({ positions[$0] == nil }) {
            throw Self.refusal(
                "The file has no column for \(choices.joined(separator: " or "))",
                reason: "Its columns: \(Self.listed(header)).",
                field: choices[0])
        }
    }

    /// Names that are exactly a field's go first, then the synonyms in their order.
    private mutating func guess(_ header: [String], _ kind: ImportKind, _ taken: inout Set<Int>) {
        let names = header.map(Self.plain)
        for isExact in [true, false] {
            for field in kind.fields where positions[field.name] == nil {
                let wanted = isExact ? [Self.plain(field.name)] : field.synonyms
                let free = Set(names.indices).subtracting(taken)
                let found = wanted.compactMap { word in
                    names.indices.first { names[$0] == word && free.contains($0) }
                }.first
                guard let found else { continue }
                positions[field.name] = found
                taken.insert(found)
            }
        }
    }

    /// The value of a field in a row; `nil` where there is none.
    func value(_ field: String, in row: [String]) -> String? {
        guard let position = positions[field], position < row.count else { return nil }
        let value = CSVWriter.unguarded(row[position])
        return value.contains { !$0.isWhitespace } ? value : nil
    }

    /// `COLUMN=FIELD`, or `COLUMN=` for a column that is to fill nothing.
    private static func mapping(
        _ text: String, _ kind: ImportKind
    ) throws -> (column: String, field: String?) {
        guard let cut = text.lastIndex(of: "=") else {
            throw refusal("--map takes COLUMN=FIELD, not \"\(text)\"")
        }
        let column = String(text[..<cut])
        let field = String(text[text.index(after: cut)...]).trimmed
        if field.isEmpty { return (column, nil) }
        guard kind.fields.contains(where: { $0.name == field }) else {
            throw refusal(
                "\(kind.rawValue) have no field \"\(field)\"",
                reason: "Fields: \(kind.fields.map(\.name).joined(separator: ", ")).")
        }
        return (column, field)
    }

    private static func position(of column: String, in header: [String]) -> Int? {
        header.firstIndex(of: column) ?? header.map(plain).firstIndex(of: plain(column))
    }

    /// Letters and digits in lower case: `First Name`, `first_name` and `FIRSTNAME` are one.
    static func plain(_ text: String) -> String {
        text.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// The columns as text, at most so many.
    static func listed(_ columns: [String]) -> String {
        let shown = columns.prefix(20).map { $0.isEmpty ? "(unnamed)" : $0 }
        return shown.joined(separator: ", ") + (columns.count > 20 ? ", …" : "")
    }

    private static func refusal(
        _ message: String, reason: String? = nil, field: String = "map"
    ) -> CommandFailure {
        CommandFailure(
            UsageError(
                .badValue, message, reason: reason,
                remedy: "Say which column is which with --map COLUMN=FIELD.", field: field))
    }
}
