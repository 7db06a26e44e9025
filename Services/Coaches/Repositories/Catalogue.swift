import Contracts
import Foundation

/// The national catalogue of schools, read at startup and kept in memory.
struct Catalogue: Sendable {
    /// The reason why the catalogue cannot be used.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let entries: [CatalogueEntry]
    private let positions: [String: Int]
    /// The schools by what they are called.
    private let called: [String: [Int]]
    /// The names of the schools.
    private let names: CatalogueNames
    /// The words of all names and aliases, sorted, for corrections of mistyped words.
    private let vocabulary: [String]

    var count: Int { entries.count }

    /// Reads the catalogue file. Throws if the file or a column is missing.
    init(contentsOf path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure(
                description: "the catalogue of schools is missing: \(path); "
                    + "name it with --catalogue FILE")
        }
        try self.init(csv: [UInt8](data), path: path)
    }

    /// Parses the catalogue. `path` is only used in error messages.
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
        var entries: [CatalogueEntry] = []
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
            entries.append(CatalogueEntry(school))
        }
        self.entries = entries
        self.positions = positions
        var called: [String: [Int]] = [:]
        for (position, entry) in entries.enumerated() {
            for calling in entry.callings { called[calling, default: []].append(position) }
        }
        self.called = called
        names = CatalogueNames(entries.map(\.calling))
        vocabulary = Set(entries.flatMap(\.words)).sorted()
    }

    func school(_ catalogueID: String) -> CatalogueSchool? {
        positions[catalogueID].map { entries[$0].school }
    }

    /// Returns the ids of the schools that have this name, alias or name of the web site, without
    /// case, accents, punctuation and blanks.
    func schools(called calling: String) -> [String] {
        called[calling, default: []].map { entries[$0].school.catalogueID }
    }

    /// Returns the schools that a name may mean, those that are probably meant first, and whether
    /// it is certain that it means the first one.
    func find(_ name: String, state: String?) -> (isCertain: Bool, schools: [CatalogueSchool]) {
        let found = names.find(name, state: state)
        return (found.isCertain, found.schools.map { entries[$0].school })
    }

    /// Returns the schools that a text may mean which is the name of none: those with the nickname
    /// or all of the words, or else those that a corrected name means, at most `limit`.
    func schools(like name: String, limit: Int) -> [CatalogueSchool] {
        let nicknamed = names.schools(nicknamed: name)
        if !nicknamed.isEmpty { return nicknamed.prefix(limit).map { entries[$0].school } }
        let words = NameFolding.words(name)
        guard !words.isEmpty else { return [] }
        var found = matches(words).map(\.entry.school)
        if found.isEmpty, let corrected = correction(of: words) {
            found = find(corrected.joined(separator: " "), state: nil).schools
            if found.isEmpty { found = matches(corrected).map(\.entry.school) }
        }
        return Array(found.prefix(limit))
    }

    /// Returns the schools that match every word of the search, best matches first.
    func search(_ search: SearchSchools.Input) -> SearchSchools.Response {
        let words = NameFolding.words(search.search)
        let found = matches(words, search.division, search.state)
        let named = found.prefix { $0.rank == .named }
        let only = named.count == 1 ? named.first : found.count == 1 ? found.first : nil
        return SearchSchools.Response(
            schools: found.prefix(search.limit).map(\.entry.school), total: found.count,
            namedID: words.isEmpty ? nil : only?.entry.school.catalogueID,
            suggestion: found.isEmpty
                ? correction(of: words, search.division, search.state)?.joined(separator: " ")
                : nil)
    }

    private func matches(
        _ words: [String], _ division: Division? = nil, _ state: String? = nil
    ) -> [(rank: CatalogueEntry.Rank, entry: CatalogueEntry)] {
        let typed = CatalogueEntry.Search(words)
        return entries.compactMap { entry in
            guard division == nil || entry.school.division == division,
                state == nil || entry.school.state == state
            else { return nil }
            return entry.rank(typed).map { ($0, entry) }
        }
        .sorted { left, right in
            (left.rank.rawValue, left.entry.name, left.entry.school.catalogueID)
                < (right.rank.rawValue, right.entry.name, right.entry.school.catalogueID)
        }
    }

    // MARK: Mistyped words

    /// The shortest word that may be mistyped, in characters; with the second length it may have
    /// two mistakes.
    private static let mistypedMin = (one: 4, two: 7)
    /// The longest word that is corrected, in characters.
    private static let mistypedMax = 32

    /// Returns the search with each unknown word replaced by the nearest known one; nil if a word
    /// has none or if nothing matches even so.
    private func correction(
        of words: [String], _ division: Division? = nil, _ state: String? = nil
    ) -> [String]? {
        var corrected: [String] = []
        for word in words {
            guard let known = known(word) else { return nil }
            corrected.append(known)
        }
        guard corrected != words, !matches(corrected, division, state).isEmpty else { return nil }
        return corrected
    }

    private func known(_ word: String) -> String? {
        let typed = CatalogueEntry.Search([word])
        if entries.contains(where: { $0.rank(typed) != nil }) { return word }
        guard (Self.mistypedMin.one...Self.mistypedMax).contains(word.count) else { return nil }
        let mistakesMax = word.count >= Self.mistypedMin.two ? 2 : 1
        return vocabulary.filter { abs($0.count - word.count) <= mistakesMax }
            .map { (distance: EditDistance.between(word, $0), word: $0) }
            .filter { $0.distance <= mistakesMax }
            .min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
    }
}
