import Contracts
import Foundation

/// A school of the catalogue with its words as searches compare them.
struct CatalogueEntry: Sendable {
    /// How well a school matches, the best first.
    enum Rank: Int {
        /// The search is the school's name, an alias, or the name of its web site.
        case named
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
    private let nameWords: [String]
    /// The words of name, aliases, city, state and web site.
    private let allWords: [String]
    /// What the school is called, without blanks.
    private let callings: Set<String>

    init(_ school: CatalogueSchool) {
        self.school = school
        let aliases = Self.aliases(school.alias ?? "").map(NameFolding.words)
        let site = Self.siteName(school.website ?? "").map { [$0] } ?? []
        nameWords = NameFolding.words(school.name)
        name = nameWords.joined(separator: " ")
        words = nameWords + aliases.joined()
        allWords = words + NameFolding.words(school.city) + [school.state.lowercased()] + site
        callings = Set(([nameWords] + aliases + [site]).map { $0.joined() }).subtracting([""])
    }

    /// Returns how well the school matches folded words; nil if one of them does not match.
    func rank(_ search: [String]) -> Rank? {
        let phrase = search.joined(separator: " ")
        if callings.contains(search.joined()) { return .named }
        if name.hasPrefix(phrase) { return .nameBegins }
        func allBegin(_ words: [String]) -> Bool {
            search.allSatisfy { typed in words.contains { Self.begins($0, typed) } }
        }
        if allBegin(nameWords) { return .nameWords }
        if allBegin(allWords) { return .words }
        let isInside = search.allSatisfy { typed in
            allWords.contains { Self.begins($0, typed) || typed.count > 2 && $0.contains(typed) }
        }
        return isInside ? .inside : nil
    }

    /// Two letters are usually a state, so they must be a whole word.
    private static func begins(_ word: String, _ typed: String) -> Bool {
        typed.count == 2 ? word == typed : word.hasPrefix(typed)
    }

    /// The aliases of a school, which the directory separates by bars, commas, semicolons or
    /// several blanks.
    private static func aliases(_ text: String) -> [String] {
        text.replacing(/\s{2,}/, with: "|").split { "|,;".contains($0) }.map(String.init)
    }

    /// The name of a web site without `www` and its ending: `unc` of `https://www.unc.edu/`.
    private static func siteName(_ address: String) -> String? {
        let labels = (URL(string: address)?.host ?? "").lowercased().split(separator: ".")
        guard labels.count >= 2 else { return nil }
        return NameFolding.fold(String(labels[labels.count - 2])).replacing(" ", with: "")
    }
}
