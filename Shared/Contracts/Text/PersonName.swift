/// The name of one person as people write it: `Robert Jones Jr.`, `Jones Jr., Robert`,
/// `Coach Ray Miller`, `O'Brien, Pat (interim)`.
public struct PersonName: Hashable, Sendable {
    public static let refusal =
        "Write the name of one person, such as Pat Sample or Sample, Pat"
    public static let firstNameRefusal =
        "The first name is missing; write it as Pat Sample or Sample, Pat"

    /// Without title; empty if the text has a last name only.
    public let first: String
    /// With its particles and the suffix: `de la Cruz`, `Ripkin Jr.`
    public let last: String
    /// What the text says beside the name: `Head Coach`, `interim`.
    public let title: String?

    /// Reads a name. Returns nil for a text that is not certainly the name of one person, such as
    /// `Pat and Lee`, `Pat Sample, Lee Doe`, an address or a title alone.
    public init?(_ text: String) {
        guard var parts = NameParts(text), var words = parts.names.first, parts.names.count <= 2
        else { return nil }
        parts.takeTitles(from: &words)
        parts.suffix = NameParts.takeSuffix(from: &words) + parts.suffix
        var given: [String] = []
        if parts.names.count == 2 {
            given = parts.names[1]
            parts.takeTitles(from: &given)
            parts.suffix += NameParts.takeSuffix(from: &given)
            NameParts.moveParticles(from: &given, to: &words)
            guard NameParts.isOneName(last: words, first: given) else { return nil }
        } else {
            let start = NameParts.startOfLastName(words)
            given = Array(words[..<start])
            words = Array(words[start...])
            // Whether "RC Poe" has initials or recruits nobody can tell.
            if given.count == 1, CoachTitle.isAbbreviation(given[0]) { return nil }
        }
        self.init(given, words, parts)
    }

    /// Reads a name whose parts stand apart, such as in two columns.
    public init?(first: String, last: String) {
        guard !last.visibleLine.isEmpty, !first.visibleLine.isEmpty else {
            self.init(first.visibleLine.isEmpty ? last : first)
            return
        }
        guard var parts = NameParts(last), var words = parts.names.first, parts.names.count == 1
        else { return nil }
        parts.suffix = NameParts.takeSuffix(from: &words) + parts.suffix
        // A title is taken off if the rest has a word, which the last name is here.
        var given = NameParts.words(first) + words
        parts.takeTitles(from: &given)
        given.removeLast(min(words.count, given.count))
        self.init(given, words, parts)
    }

    private init?(_ given: [String], _ words: [String], _ parts: NameParts) {
        guard !words.isEmpty, parts.suffix.count <= 1,
            (given + words).allSatisfy(NameParts.isName),
            !CoachTitle.isTitle((given + words).joined(separator: " "))
        else { return nil }
        first = given.joined(separator: " ")
        last = (words + parts.suffix).joined(separator: " ")
        title = parts.titles.isEmpty ? nil : parts.titles.joined(separator: ", ")
    }

    /// First and last name.
    public var full: String { first.isEmpty ? last : "\(first) \(last)" }

    /// The text in which two names of one person are the same (`NameFolding.key`).
    public var key: String { NameFolding.key([last, first]) }
}

/// The parts of a text that has the name of a person.
private struct NameParts {
    /// The words between the commas: those of the name, or of the last and the first name.
    var names: [[String]]
    var suffix: [String] = []
    /// What is said beside the name.
    var titles: [String] = []

    /// Separates what stands behind commas and dashes and in brackets. Returns nil if that may be
    /// something else than a title.
    init?(_ text: String) {
        names = []
        var line = text.visibleLine
        takeRemarks(from: &line)
        guard let name = takeDash(from: line) else { return nil }
        names = name.split(separator: ",").map { Self.words($0) }.filter { !$0.isEmpty }
        for place in names.indices.reversed() where place > 0 {
            let part = names[place]
            if part.allSatisfy(Self.isSuffix) {
                suffix = part + suffix
            } else if CoachTitle.isTitle(part.joined(separator: " ")) {
                titles.insert(part.joined(separator: " "), at: 0)
            } else if !part.allSatisfy({ Self.degrees.contains(Self.plain($0)) }),
                !part.allSatisfy({ Self.courtesies.contains(Self.plain($0)) })
            {
                continue
            }
            names.remove(at: place)
        }
    }

    /// Takes what stands in brackets before or behind the name.
    private mutating func takeRemarks(from line: inout String) {
        for (open, close) in [("(", ")"), ("[", "]")] as [(Character, Character)] {
            if line.last == close, let start = line.lastIndex(of: open) {
                add(line[start...].dropFirst().dropLast())
                line = String(line[..<start]).trimmed
            }
            if line.first == open, let end = line.firstIndex(of: close) {
                add(line[..<end].dropFirst())
                line = String(line[end...].dropFirst()).trimmed
            }
        }
    }

    private mutating func add(_ remark: Substring) {
        let remark = String(remark).trimmed
        if !remark.isEmpty { titles.append(remark) }
    }

    /// Takes the title before or behind a dash with a blank beside it, or a colon. Returns the
    /// name; nil if there is no title.
    private mutating func takeDash(from line: String) -> String? {
        let cut = line.indices.first { place in
            guard "-–—|:".contains(line[place]) else { return false }
            let isApart = place > line.startIndex && line[line.index(before: place)] == " "
            return isApart || line[line.index(after: place)...].first.map { $0 == " " } ?? true
        }
        guard let cut else { return line }
        let marks: (Character) -> Bool = { "-–—|: ".contains($0) }
        let before = String(line[..<cut]).trimmed
        let after = String(line[cut...].drop(while: marks))
        if CoachTitle.isTitle(after) {
            titles.append(after)
            return before
        }
        guard CoachTitle.isTitle(before) else { return after.isEmpty ? before : nil }
        titles.append(before)
        return after
    }

    /// Takes what is said before and behind a name.
    mutating func takeTitles(from words: inout [String]) {
        takeCourtesies(from: &words)
        if let title = CoachTitle.takeFirst(of: &words), Self.plain(title) != "coach" {
            titles.append(title)
        }
        takeCourtesies(from: &words)
        if let title = CoachTitle.takeLast(of: &words), Self.plain(title) != "coach" {
            titles.append(title)
        }
    }

    private func takeCourtesies(from words: inout [String]) {
        while words.count > 1, Self.courtesies.contains(Self.plain(words[0])) {
            words.removeFirst()
        }
    }

    static func words(_ text: some StringProtocol) -> [String] {
        text.split { $0.isWhitespace }.map { String($0) }
    }

    static func takeSuffix(from words: inout [String]) -> [String] {
        guard words.count > 1, let last = words.last, isSuffix(last) else { return [] }
        // "Coach V" has a short name, and "Robert Jones V" forefathers.
        if plain(last).count == 1, words.count < 3 { return [] }
        return [words.removeLast()]
    }

    /// Where the last name begins: at its first particle, or else it is the last word.
    static func startOfLastName(_ words: [String]) -> Int {
        let end = words.count - 1
        guard end > 0, !words[..<end].allSatisfy(isParticle) else { return 0 }
        return words[1..<end].firstIndex(where: isParticle) ?? end
    }

    /// Moves the particles of "Cruz, Juan de la" to the last name.
    static func moveParticles(from given: inout [String], to words: inout [String]) {
        while given.count > 1, let last = given.last, isParticle(last) {
            words.insert(given.removeLast(), at: 0)
        }
    }

    /// Whether two texts with a comma between them are a last and a first name, not two people.
    static func isOneName(last: [String], first: [String]) -> Bool {
        guard let start = last.first, !first.isEmpty else { return false }
        let names = first.filter { plain($0).count > 1 }
        return last.count == 1 || names.count <= 1 || isParticle(start)
    }

    /// Whether a word may be part of one person's name.
    static func isName(_ word: String) -> Bool {
        !strangers.contains(word.lowercased()) && word.contains(where: \.isLetter)
            && !word.contains { $0.isNumber || "@#/&;+:|<>=*_?!,".contains($0) }
    }

    static func isSuffix(_ word: String) -> Bool { suffixes.contains(plain(word)) }

    private static func isParticle(_ word: String) -> Bool {
        particles.contains(plain(word)) || lowerParticles.contains(word)
    }

    /// The word in lower case without dots.
    private static func plain(_ word: String) -> String {
        word.lowercased().filter { $0 != "." }
    }

    private static let courtesies: Set<String> = [
        "mr", "mrs", "ms", "miss", "mx", "dr", "prof", "professor",
    ]
    private static let suffixes: Set<String> = [
        "jr", "sr", "ii", "iii", "iv", "v", "2nd", "3rd", "4th",
    ]
    private static let degrees: Set<String> = [
        "phd", "md", "edd", "med", "mba", "ms", "ma", "esq", "atc", "cscs", "jd", "dpt",
    ]
    private static let particles: Set<String> = [
        "van", "von", "vander", "vande", "der", "den", "de", "del", "della", "di", "da", "dos",
        "das", "du", "la", "las", "le", "los", "lo", "el", "bin", "ibn", "ter", "st", "saint",
        "san", "santa", "mc", "zu", "zur", "af", "av",
    ]
    /// Particles that are first names or initials when they begin with a capital.
    private static let lowerParticles: Set<String> = ["do", "al", "e", "ten", "op"]
    /// Words that are no person's name, or join several.
    private static let strangers: Set<String> = [
        "and", "or", "with", "w", "und", "staff", "coaching", "office", "department", "dept",
        "admissions", "program", "team", "unknown", "everyone", "everybody", "all", "both",
        "several", "various", "multiple", "tbd", "tba",
    ]
}
