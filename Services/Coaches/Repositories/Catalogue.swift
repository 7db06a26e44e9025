import Contracts
import Foundation

/// The national catalogue of schools, read at startup and kept in memory.
struct Catalogue: Sendable {
    /// The reason why the catalogue cannot be used.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The schools that a name may mean, and whether it means the first one and no other.
    typealias Finding = (isCertain: Bool, schools: [CatalogueSchool])

    /// The columns that a file of schools must have.
    private static let columns = [
        "unitid", "name", "alias", "city", "state", "division", "conference", "website",
    ]

    /// The schools with what they are called, in the order of the file.
    let all: [CatalogueEntry]
    private let positions: [String: Int]
    /// The names of the schools.
    private let names: CatalogueNames
    /// The words of all names and aliases, sorted, for corrections of mistyped words.
    private let vocabulary: [String]
    /// What former catalogues said of schools, by id.
    private let former: [String: [SchoolFacts]]

    var count: Int { all.count }

    /// Reads the catalogue, and the files beside it with names that several schools have and with
    /// what it said formerly. Throws if the file or a column is missing.
    init(contentsOf path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure(
                description: "the catalogue of schools is missing: \(path); "
                    + "name it with --catalogue FILE")
        }
        try self.init(
            csv: [UInt8](data), path: path,
            shared: CatalogueFile(
                "ambiguous_names.csv", beside: path, requiring: ["name", "unitids"]),
            former: CatalogueFile(
                "former_facts.csv", beside: path,
                requiring: ["unitid", "division", "conference"]))
    }

    /// Parses the catalogue. `path` is only used in error messages.
    init(
        csv: [UInt8], path: String, shared: CatalogueFile? = nil, former: CatalogueFile? = nil
    ) throws {
        var file = try CatalogueFile(csv: csv, path: path, requiring: Self.columns)
        var entries: [CatalogueEntry] = []
        var positions: [String: Int] = [:]
        try file.forEach { row in
            guard let entry = CatalogueEntry(row) else { return false }
            positions[entry.school.catalogueID] = entries.count
            entries.append(entry)
            return true
        }
        var names: [CatalogueNames.Shared] = []
        if var shared {
            try shared.forEach { row in
                let places = row.list("unitids").compactMap { positions[$0] }
                if places.count > 1 { names.append(.init(name: row["name"], schools: places)) }
                return true
            }
        }
        var facts: [String: [SchoolFacts]] = [:]
        if var former {
            try former.forEach { row in
                guard let division = Division(rawValue: row["division"]) else { return false }
                facts[row["unitid"], default: []].append(
                    SchoolFacts(division: division, conference: row.given("conference")))
                return true
            }
        }
        all = entries
        self.positions = positions
        self.former = facts
        self.names = CatalogueNames(entries.map(\.calling), shared: names)
        vocabulary = Set(entries.flatMap(\.words)).sorted()
    }

    /// Whether there is anything that the catalogue said formerly.
    var hasFormerFacts: Bool { !former.isEmpty }

    /// What the catalogue said of a school formerly.
    func formerFacts(of catalogueID: String) -> [SchoolFacts] { former[catalogueID] ?? [] }

    func school(_ catalogueID: String) -> CatalogueSchool? {
        positions[catalogueID].map { all[$0].school }
    }

    /// The usual short name of a family's school that has its official name.
    func shortName(of school: School) -> String? {
        let known = school.catalogueID.flatMap(self.school)
        return known?.name == school.name ? known?.shortName : nil
    }

    /// Returns the schools that a name may mean, those that are probably meant first, and whether
    /// it is certain that it means the first one.
    func find(_ name: String, state: String?) -> Finding {
        let found = names.find(name, state: state)
        return (found.isCertain, found.schools.map { all[$0].school })
    }

    /// Returns the schools that a text may mean which is the name of none: those with all of the
    /// words, or else those that a corrected name means, at most `limit`.
    func schools(like name: String, limit: Int) -> [CatalogueSchool] {
        let words = NameFolding.words(name)
        guard !words.isEmpty else { return [] }
        // Letters in the middle of words make no name similar.
        var found = matches(words).filter { $0.rank != .inside }.map(\.entry.school)
        if found.isEmpty { found = schools(spelled: name) }
        if found.isEmpty, let corrected = correction(of: words) {
            found = matches(corrected).map(\.entry.school)
        }
        return Array(found.prefix(limit))
    }

    /// Returns the schools that a name means if its mistyped words are corrected.
    func schools(spelled name: String) -> [CatalogueSchool] {
        guard let corrected = correction(of: NameFolding.words(name)) else { return [] }
        return find(corrected.joined(separator: " "), state: nil).schools
    }

    /// Returns the schools that match every word of the search, best matches first.
    func search(_ search: SearchSchools.Input) -> SearchSchools.Response {
        let words = NameFolding.words(search.search)
        let meant = names.find(search.search, state: search.state)
        var found = meant.schools.map { all[$0].school }
            .filter { search.state == nil || $0.state == search.state }
            .filter { search.division == nil || $0.division == search.division }
        let named = found
        found += matches(words, search.division, search.state).map(\.entry.school)
            .filter { !named.contains($0) }
        let only =
            meant.isCertain && named.first?.catalogueID == meant.schools.first.map(catalogueID)
            ? named.first : named.isEmpty && found.count == 1 ? found.first : nil
        return SearchSchools.Response(
            schools: Array(found.prefix(search.limit)), total: found.count,
            namedID: words.isEmpty ? nil : only?.catalogueID,
            suggestion: found.isEmpty
                ? correction(of: words, search.division, search.state)?.joined(separator: " ")
                : nil)
    }

    private func catalogueID(at place: Int) -> String { all[place].school.catalogueID }

    private func matches(
        _ words: [String], _ division: Division? = nil, _ state: String? = nil
    ) -> [(rank: CatalogueEntry.Rank, entry: CatalogueEntry)] {
        let typed = CatalogueEntry.Search(words)
        return all.compactMap { entry in
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

    /// The shortest words that may have one, two and three mistakes, in characters.
    private static let mistypedMin = [4, 7, 8]
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
        if all.contains(where: { $0.rank(typed) != nil }) { return word }
        guard (Self.mistypedMin[0]...Self.mistypedMax).contains(word.count) else { return nil }
        let mistakesMax = Self.mistypedMin.count { word.count >= $0 }
        return vocabulary.filter { abs($0.count - word.count) <= mistakesMax }
            .map { (distance: EditDistance.between(word, $0), word: $0) }
            .filter { $0.distance <= mistakesMax }
            .min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
    }
}
