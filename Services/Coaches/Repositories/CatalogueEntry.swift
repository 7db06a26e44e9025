import Contracts
import Foundation

/// A school of the catalogue with its words as searches compare them.
struct CatalogueEntry: Sendable {
    /// The words of a search.
    struct Search {
        fileprivate let typed: [FoldedWords.Typed]
        fileprivate let phrase: [UInt8]

        /// Prepares folded words.
        init(_ words: [String]) {
            typed = words.map(FoldedWords.Typed.init)
            phrase = Array(words.joined(separator: " ").utf8)
        }
    }

    /// How well a school matches, the best first.
    enum Rank: Int {
        /// The name begins with the search.
        case nameBegins
        /// Words of the name begin with the words of the search.
        case nameWords
        /// Words of the name, an alias, the city or the web site do, or the state is one of them.
        case words
        /// Words contain the words of the search.
        case inside
    }

    let school: CatalogueSchool
    /// The folded name.
    let name: String
    /// The words of the name and the aliases.
    let words: [String]
    private let nameWords: FoldedWords
    /// The words of name, aliases, city, state and web site.
    private let allWords: FoldedWords
    /// What the school is called.
    let calling: CatalogueNames.Calling

    /// Reads a row of the catalogue; nil without a division.
    init?(_ row: CatalogueFile.Row) {
        guard let division = Division(rawValue: row["division"]) else { return nil }
        let short = row.given("short_name")
        self.init(
            CatalogueSchool(
                catalogueID: row["unitid"], name: row["name"], alias: row.given("alias"),
                shortName: short, city: row["city"], state: row["state"], division: division,
                conference: row.given("conference"),
                season: row.given("conference") == nil ? nil : row.given("season"),
                website: row.given("website")),
            otherNames: row.list("other_names"), nicknames: row.list("nicknames"))
    }

    init(_ school: CatalogueSchool, otherNames: [String] = [], nicknames: [String] = []) {
        self.school = school
        let site = SchoolName.site(school.website ?? "")
        let usual = [school.name] + (school.shortName.map { [$0] } ?? []) + otherNames
        calling = CatalogueNames.Calling(
            usual: usual, other: Self.aliases(school.alias ?? ""), nicknames: nicknames,
            site: site, state: school.state)
        let nameWords = NameFolding.words(school.name)
        self.nameWords = FoldedWords(nameWords)
        name = nameWords.joined(separator: " ")
        words =
            nameWords + (usual.dropFirst() + calling.other + nicknames).flatMap(NameFolding.words)
        allWords = FoldedWords(
            words + NameFolding.words(school.city) + [school.state.lowercased()]
                + (site.map { [$0] } ?? []))
    }

    /// Returns how well the school matches; nil if one of the words does not.
    func rank(_ search: Search) -> Rank? {
        if name.utf8.starts(with: search.phrase) { return .nameBegins }
        if search.typed.allSatisfy({ nameWords.begin(with: $0) }) { return .nameWords }
        if search.typed.allSatisfy({ allWords.begin(with: $0) }) { return .words }
        return search.typed.allSatisfy { allWords.contain($0) } ? .inside : nil
    }

    /// The aliases of a school, which the directory separates by bars, commas, semicolons or
    /// several blanks.
    private static func aliases(_ text: String) -> [String] {
        let blank = UInt8(ascii: " ")
        var aliases: [[UInt8]] = [[]]
        var blanks = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "|"), UInt8(ascii: ","), UInt8(ascii: ";"): aliases.append([])
            case blank, UInt8(ascii: "\t"):
                blanks += 1
                continue
            default:
                if blanks > 1 { aliases.append([]) }
                if blanks == 1 { aliases[aliases.count - 1].append(blank) }
                aliases[aliases.count - 1].append(byte)
            }
            blanks = 0
        }
        return aliases.map { String(decoding: $0, as: UTF8.self) }
    }
}
