import Contracts

/// What else a name may be, if no school has it as it is written.
extension SchoolName {
    /// The most words of a name that is looked at in parts.
    private static let wordsMax = 12
    /// The most ways to write out the abbreviations of a name.
    private static let expansionsMax = 16

    // MARK: Teams

    /// The name of the school of a team: "Duke" of "Duke Baseball" and "Duke - Men's Soccer"; nil
    /// if the name does not end with a sport.
    static func ofTeam(_ text: String) -> String? {
        var words = NameFolding.words(text)
        var sports = 0
        while words.count > 1, let last = words.last {
            if teams.contains(last) {
                sports += 1
            } else if !qualifiers.contains(last) {
                break
            }
            words.removeLast()
        }
        return sports > 0 ? words.joined(separator: " ") : nil
    }

    private static let teams: Set<String> = [
        "baseball", "softball", "football", "basketball", "soccer", "volleyball", "lacrosse", "lax",
        "hockey", "golf", "tennis", "swimming", "swim", "diving", "track", "xc", "wrestling",
        "rowing", "gymnastics", "polo", "athletics", "sports", "team", "program",
    ]

    /// The words beside the name of a sport.
    private static let qualifiers: Set<String> = [
        "men", "mens", "women", "womens", "m", "w", "s", "boys", "girls", "varsity", "field", "ice",
        "water", "beach", "cross", "country", "and", "d1", "d2", "d3", "naia", "juco", "ncaa",
    ]

    // MARK: Abbreviations

    /// The name with its abbreviations of directions and states written out, in all ways:
    /// "south carolina" and "southern carolina" of "S. Carolina". None if it has none.
    static func expansions(of text: String) -> [String] {
        let words = NameFolding.words(text)
        guard (2...wordsMax).contains(words.count) else { return [] }
        var ways: [[String]] = [[]]
        for (place, word) in words.enumerated() {
            var forms = [word]
            let isLast = place == words.count - 1
            if !isLast, let known = directions[word] { forms += known }
            if let state = states[word] { forms.append(state) }
            if place == 0, ["u", "univ", "uni"].contains(word), words[1] != "of" {
                forms.append("university of")
            }
            ways = ways.flatMap { way in forms.map { way + [$0] } }
            guard ways.count <= expansionsMax else { return [] }
        }
        return ways.dropFirst().map { $0.joined(separator: " ") }
    }

    private static let directions: [String: [String]] = [
        "n": ["north", "northern"], "no": ["north", "northern"], "nor": ["northern"],
        "s": ["south", "southern"], "so": ["south", "southern"], "e": ["east", "eastern"],
        "w": ["west", "western"], "c": ["central"], "cent": ["central"], "mid": ["middle"],
        "ne": ["northeast", "northeastern"], "nw": ["northwest", "northwestern"],
        "se": ["southeast", "southeastern"], "sw": ["southwest", "southwestern"],
    ]

    /// The names of states by their abbreviations. Those that are words of names, such as "la" and
    /// "in", are not among them.
    private static let states: [String: String] = [
        "ala": "alabama", "ariz": "arizona", "az": "arizona", "ark": "arkansas",
        "calif": "california", "cal": "california", "ca": "california", "colo": "colorado",
        "conn": "connecticut", "ct": "connecticut", "del": "delaware", "fla": "florida",
        "fl": "florida", "ga": "georgia", "ida": "idaho", "ill": "illinois", "il": "illinois",
        "ind": "indiana", "ia": "iowa", "kan": "kansas", "kans": "kansas", "ks": "kansas",
        "ken": "kentucky", "ky": "kentucky", "mass": "massachusetts", "md": "maryland",
        "mich": "michigan", "mi": "michigan", "minn": "minnesota", "mn": "minnesota",
        "miss": "mississippi", "ms": "mississippi", "mo": "missouri", "mont": "montana",
        "mt": "montana", "neb": "nebraska", "nebr": "nebraska", "nev": "nevada", "nv": "nevada",
        "nh": "new hampshire", "nj": "new jersey", "nm": "new mexico", "ny": "new york",
        "nc": "north carolina", "nd": "north dakota", "okla": "oklahoma", "ok": "oklahoma",
        "ore": "oregon", "oreg": "oregon", "pa": "pennsylvania", "penn": "pennsylvania",
        "penna": "pennsylvania", "ri": "rhode island", "sc": "south carolina",
        "sd": "south dakota", "tenn": "tennessee", "tn": "tennessee", "tex": "texas", "tx": "texas",
        "ut": "utah", "vt": "vermont", "va": "virginia", "wash": "washington", "wa": "washington",
        "wva": "west virginia", "wv": "west virginia", "wis": "wisconsin", "wisc": "wisconsin",
        "wi": "wisconsin", "wyo": "wyoming", "wy": "wyoming",
    ]

    // MARK: Parts

    /// The names of several schools: "Duke/UNC" has two. None for a name without such a mark.
    static func several(in text: String) -> [String] {
        let parts = text.replacing(" and ", with: "/").replacing(" or ", with: "/")
            .split { "/,;+&|".contains($0) || $0.isNewline }
            .map { String($0).trimmed }.filter { !$0.isEmpty }
        return parts.count > 1 ? parts : []
    }

    /// The shorter texts within a name, the longest first: "duke" and "jv" of "Duke JV".
    static func shorter(than text: String) -> [[String]] {
        let words = NameFolding.words(text)
        guard (2...wordsMax).contains(words.count) else { return [] }
        return (1..<words.count).reversed().map { length in
            (0...(words.count - length)).map { words[$0..<($0 + length)].joined(separator: " ") }
        }
    }
}
