import Contracts

/// The name of a school as names are compared: without case, accents, punctuation, a leading "The",
/// and with one form of words that are written in several.
struct SchoolName: Hashable, Sendable {
    /// The words: "st" for Saint, State and St., "university" for Univ. and U. of.
    let words: [String]
    /// The words without those that say what kind of institution it is, and without prepositions:
    /// "University of Virginia" and "Virginia" have the same.
    let core: [String]

    init(_ text: String) {
        var words = Self.canonical(NameFolding.words(Self.replacing(text)))
        if words.count > 1, words[0] == "the" { words.removeFirst() }
        self.words = words
        let core = words.filter { !Self.left.contains($0) }
        self.core = core.isEmpty ? words : core
    }

    /// The words without blanks, so that "Lake Land" and "Lakeland" are the same.
    var key: String { words.joined() }

    /// The words of the core.
    var coreKey: String { core.joined(separator: " ") }

    /// Whether the name says no more than what kind of institution it is.
    var isKind: Bool { words.allSatisfy(Self.left.contains) }

    /// Whether the name says that the school is a university, or that it is a college.
    var kinds: Set<String> { Self.kinds.intersection(words) }

    private static let kinds: Set<String> = ["university", "college"]

    /// The words that are left out of a core.
    private static let left: Set<String> = [
        "the", "university", "college", "of", "at", "in", "and", "main", "campus",
    ]

    /// Words of names in the form that stands for all.
    private static let forms: [String: [String]] = [
        "saint": ["st"], "state": ["st"], "univ": ["university"], "uni": ["university"],
        "coll": ["college"], "comm": ["community"], "inst": ["institute"], "mt": ["mount"],
        "ft": ["fort"], "intl": ["international"], "poly": ["polytechnic"],
    ]

    /// Abbreviations that stand for words at the end of a name.
    private static let endings: [String: [String]] = [
        "u": ["university"], "cc": ["community", "college"], "jc": ["junior", "college"],
    ]

    private static func canonical(_ words: [String]) -> [String] {
        var found: [String] = []
        for (place, word) in words.enumerated() {
            let isLast = place == words.count - 1
            if word == "u", place + 1 < words.count, words[place + 1] == "of" {
                found.append("university")
            } else if isLast, place > 0, let ending = endings[word] {
                found += ending
            } else {
                // "UNI" alone is no university of another name.
                found += words.count > 1 ? forms[word] ?? [word] : [word]
            }
        }
        return joiningAM(found)
    }

    /// "A&M" is one word, however it is written.
    private static func joiningAM(_ words: [String]) -> [String] {
        var found: [String] = []
        for word in words {
            if word == "m", found.last == "a" {
                found[found.count - 1] = "am"
            } else if word == "m", found.suffix(2) == ["a", "and"] {
                found.replaceSubrange((found.count - 2)..., with: ["am"])
            } else {
                found.append(word)
            }
        }
        return found
    }

    /// Letters that are written like an apostrophe separate no words.
    private static let apostrophes: Set<Unicode.Scalar> = [
        "\u{2BB}", "\u{2BC}", "\u{2BD}", "\u{B4}", "\u{2032}", "\u{FF07}",
    ]

    private static func replacing(_ text: String) -> String {
        var replaced = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !apostrophes.contains(scalar) {
            if scalar == "&" || scalar == "\u{FF06}" {
                replaced.append(contentsOf: " and ".unicodeScalars)
            } else {
                replaced.append(scalar)
            }
        }
        return String(replaced)
    }
}

extension SchoolName {
    /// A text whose end names a state, such as "Miami (OH)", "Miami, Ohio" or "Columbia College,
    /// SC"; nil for others.
    static func withState(_ text: String) -> (name: String, state: String)? {
        let text = text.trimmed
        let place: String.Index?
        var end = text.endIndex
        if text.hasSuffix(")") {
            place = text.lastIndex(of: "(")
            end = text.index(before: end)
        } else {
            place = text.lastIndex(of: ",")
        }
        guard let place else { return nil }
        let name = String(text[..<place]).trimmed
        let state = ImportWords.state(String(text[text.index(after: place)..<end]).trimmed)
        guard !name.isEmpty, let state = state?.uppercased(), state.utf8.count == 2,
            state.allSatisfy({ $0.isASCII && $0.isLetter })
        else { return nil }
        return (name, state)
    }

    /// The name of a web site: `unc` of `https://www.unc.edu/`; nil for other texts.
    static func site(_ text: String) -> String? {
        let text = text.trimmed.lowercased()
        guard !text.contains(where: \.isWhitespace) else { return nil }
        var rest = text[...]
        for prefix in ["https://", "http://"] where rest.hasPrefix(prefix) {
            rest = rest.dropFirst(prefix.count)
        }
        let host = rest.prefix { !"/?#:".contains($0) }
        let labels = host.split(separator: ".")
        guard labels.count >= 2, let last = labels.last, siteEndings.contains(last) else {
            return nil
        }
        let name = NameFolding.fold(String(labels[labels.count - 2])).replacing(" ", with: "")
        return name.isEmpty ? nil : name
    }

    /// The last parts of addresses that are read without `https://`. The parts before that of
    /// `cc.ca.us` name no school.
    private static let siteEndings: Set<Substring> = ["edu", "com", "org", "net"]
}
