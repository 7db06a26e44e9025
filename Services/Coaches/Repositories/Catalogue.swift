import Contracts
import Foundation

/// The national catalogue of schools, read once at the start and kept in memory.
struct Catalogue: Sendable {
    /// Why the catalogue cannot be used.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private struct Entry: Sendable {
        let school: CatalogueSchool
        let name: String
        /// Name, other names and city, folded, and the state's letters as a word of their own.
        let haystack: String
    }

    private let entries: [Entry]
    private let positions: [String: Int]

    /// How many schools there are.
    var count: Int { entries.count }

    /// Reads the catalogue's file. Throws if it is missing or a column is.
    init(contentsOf path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure(
                description: "the catalogue of schools is missing: \(path); "
                    + "name it with --catalogue FILE")
        }
        try self.init(csv: [UInt8](data), path: path)
    }

    /// Reads the catalogue from its text.
    init(csv: [UInt8], path: String) throws {
        var reader = CSVReader(csv)
        let header = try reader.next()?.fields ?? []
        func column(_ name: String) throws -> Int {
            guard let position = header.firstIndex(of: name) else {
                throw Failure(description: "\(path) has no column '\(name)'")
            }
            return position
        }
        let columns = (
            id: try column("unitid"), name: try column("name"), alias: try column("alias"),
            city: try column("city"), state: try column("state"),
            division: try column("division"), conference: try column("conference"),
            website: try column("website")
        )
        var entries: [Entry] = []
        var positions: [String: Int] = [:]
        while let (line, row) = try reader.next().map({ ($0.line, $0.fields) }) {
            guard row.count == header.count,
                let division = Division(rawValue: row[columns.division])
            else {
                throw Failure(description: "\(path): the row on line \(line) is damaged")
            }
            func optional(_ column: Int) -> String? { row[column].isEmpty ? nil : row[column] }
            let school = CatalogueSchool(
                catalogueID: row[columns.id], name: row[columns.name],
                alias: optional(columns.alias), city: row[columns.city], state: row[columns.state],
                division: division, conference: optional(columns.conference),
                website: optional(columns.website))
            positions[school.catalogueID] = entries.count
            entries.append(
                Entry(
                    school: school, name: SearchFolding.fold(school.name),
                    haystack: SearchFolding.fold(
                        "\(school.name)\n\(school.alias ?? "")\n\(school.city)\n \(school.state) ")
                ))
        }
        self.entries = entries
        self.positions = positions
    }

    /// The school with this id.
    func school(_ catalogueID: String) -> CatalogueSchool? {
        positions[catalogueID].map { entries[$0].school }
    }

    /// The schools in which every word of the search is found, best matches first: the name
    /// begins with the search, the name holds it, the rest; each by name.
    func search(_ search: SearchSchools.Input) -> (schools: [CatalogueSchool], total: Int) {
        let phrase = SearchFolding.fold(search.search.trimmed)
        let words = phrase.split(whereSeparator: \.isWhitespace).map(String.init)
        let found = entries.filter { entry in
            (search.division == nil || entry.school.division == search.division)
                && (search.state == nil || entry.school.state == search.state)
                && words.allSatisfy { word in
                    // Two letters are most often a state: they must stand alone.
                    word.count == 2
                        ? entry.haystack.contains(" \(word) ") || entry.name.hasPrefix(word)
                        : entry.haystack.contains(word)
                }
        }
        func rank(_ entry: Entry) -> Int {
            entry.name.hasPrefix(phrase) ? 0 : entry.name.contains(phrase) ? 1 : 2
        }
        let ordered = found.sorted { left, right in
            (rank(left), left.name, left.school.catalogueID)
                < (rank(right), right.name, right.school.catalogueID)
        }
        return (ordered.prefix(search.limit).map(\.school), found.count)
    }
}
