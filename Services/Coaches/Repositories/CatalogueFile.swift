import Contracts
import Foundation

/// A file of the catalogue: rows of texts with named columns.
struct CatalogueFile {
    /// A row of the file.
    struct Row {
        fileprivate let columns: [String: Int]
        fileprivate let fields: [String]

        /// The text in a column; empty if the file has no such column.
        subscript(column: String) -> String {
            columns[column].map { fields[$0] } ?? ""
        }

        /// The text in a column; nil if it is empty.
        func given(_ column: String) -> String? {
            let text = self[column]
            return text.isEmpty ? nil : text
        }

        /// The texts that bars separate in a column.
        func list(_ column: String) -> [String] {
            self[column].split(separator: "|").map { String($0).trimmed }.filter { !$0.isEmpty }
        }
    }

    private var reader: CSVReader
    private let columns: [String: Int]
    private let width: Int
    private let path: String

    /// Reads the first line of a file. `path` is only used in error messages. Throws if one of the
    /// columns is missing.
    init(csv: [UInt8], path: String, requiring columns: [String]) throws {
        reader = CSVReader(csv)
        self.path = path
        let header = try reader.next()?.fields ?? []
        width = header.count
        self.columns = Dictionary(
            header.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        for column in columns where self.columns[column] == nil {
            throw Catalogue.Failure(description: "\(path) has no column '\(column)'")
        }
    }

    /// The file beside another one; nil if there is none.
    init?(_ name: String, beside path: String, requiring columns: [String]) throws {
        let place = URL(fileURLWithPath: path).deletingLastPathComponent().appending(path: name)
        guard let data = FileManager.default.contents(atPath: place.path) else { return nil }
        try self.init(csv: [UInt8](data), path: place.path, requiring: columns)
    }

    /// Passes each row on. Throws with the line of a row that has another number of fields, or that
    /// `body` refuses by returning false.
    mutating func forEach(_ body: (Row) -> Bool) throws {
        while let (line, fields) = try reader.next().map({ ($0.line, $0.fields) }) {
            guard fields.count == width, body(Row(columns: columns, fields: fields)) else {
                throw Catalogue.Failure(
                    description: "\(path): the row on line \(line) is damaged")
            }
        }
    }
}
