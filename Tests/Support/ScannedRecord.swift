public import Contracts
import Foundation
import Testing

/// A record as a search without an index reads it: the words of each of its texts. Folding and
/// splitting are written anew, so that the index is compared with something else.
public struct ScannedRecord {
    /// The day from which searches read words such as "yesterday".
    public static let today = CivilDay(daysSince1970: 20_494)
    /// Words of records that searches may confuse: with accents, in either case, with signs.
    public static let words = [
        "camp", "Camping", "CAMP", "école", "E\u{301}cole", "ecole", "visit", "visité", "offer",
        "off", "Zoë", "zoe", "O'Brien", "mañana", "Straße", "92.5", "2026", "\u{1F3C8}", "--",
        "a_b", "x", "roster",
    ]
    /// Searches for them.
    public static let queries = [
        "camp", "cam", "CAMP off", "ecole", "École visit", "\"camp offer\"", "\"off\"", "zo",
        "o'brien", "o'br", "manana", "straße", "92", "92.5", "\"92 5\" x", "a_b", "x roster camp",
    ]

    public let id: String
    private let noun: SearchNoun
    private let type: String?
    private let day: CivilDay?
    private let title: [String]
    private let coach: [String]
    private let school: [String]
    private let text: [String]

    /// A record that a search finds by its name, its coaches, its school and other texts.
    public init(
        _ noun: SearchNoun, id: String, type: String? = nil, day: CivilDay? = nil, title: String,
        coach: String = "", school: String = "", texts: [String?]
    ) {
        self.noun = noun
        self.id = id
        self.type = type
        self.day = day
        self.title = Self.words(of: title)
        self.coach = Self.words(of: coach)
        self.school = Self.words(of: school)
        text = Self.words(of: texts.compactMap { $0 }.joined(separator: " "))
    }

    /// Returns so many of the words and further ones.
    public static func text(
        _ count: Int, with further: [String] = [], using numbers: inout SeededNumbers
    ) -> String {
        (0..<count).map { _ in (words + further).randomElement(using: &numbers) ?? "" }
            .joined(separator: " ")
    }

    /// Compares searches for each text among `records` with the scan, and returns how many hits
    /// they had.
    public static func compare(
        _ records: [ScannedRecord], with texts: [String],
        search: (SearchRequest) throws -> SearchAnswer
    ) throws -> Int {
        var count = 0
        for text in texts {
            let query = try SearchQuery(text)
            let expected = try records.filter { try $0.isFound(by: query) }
            let hits = try search(
                SearchRequest(text, timeZone: "UTC", limit: SearchLimit.hitsMax)
            ).hits
            let found = Set(hits.map(\.id.text))
            #expect(found.count == hits.count)
            #expect(found == Set(expected.map(\.id)), "\(text)")
            count += hits.count
        }
        return count
    }

    /// Compares the searches of each of these people in a service with the scan, and returns how
    /// many hits they had.
    public static func compare<Texts: SearchedTexts>(
        _ records: [ScannedRecord], with texts: [String], _ searched: Texts.Type,
        of fixture: ServiceFixture, as people: [ServiceFixture.Person], in family: FamilyID
    ) throws -> Int {
        try people.reduce(0) { count, person in
            try count
                + compare(records, with: texts) {
                    try fixture.call(SearchRecords<Texts>.self, $0, as: person, in: family)
                }
        }
    }

    /// Whether the search finds the record.
    private func isFound(by query: SearchQuery) throws -> Bool {
        let days = try query.days(from: Self.today)
        if let first = days.first {
            guard let day, day >= first else { return false }
        }
        if let end = days.end {
            guard let day, day < end else { return false }
        }
        let isOfType =
            query.types.isEmpty || query.types.contains(.noun(noun))
            || type.map { query.types.contains(.word($0)) } == true
        return isOfType
            && query.terms.allSatisfy { term in
                let columns =
                    switch term.place {
                    case .anywhere: [title, coach, school, text]
                    // The author of a post counts as a coach.
                    case .coach: noun == .post ? [coach, title] : [coach]
                    case .school: [school]
                    }
                return columns.contains { Self.contains($0, term) }
            }
    }

    /// Lower case, without accents, cut at everything that is no letter or digit.
    private static func words(of text: String) -> [String] {
        let plain = text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark
        }
        return String(String.UnicodeScalarView(plain)).precomposedStringWithCanonicalMapping
            .split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private static func contains(_ column: [String], _ term: SearchQuery.Term) -> Bool {
        let words = Self.words(of: term.text)
        guard !words.isEmpty, column.count >= words.count else { return false }
        return (0...(column.count - words.count)).contains { start in
            words.indices.allSatisfy { index in
                let word = column[start + index]
                return term.isOpen && index == words.count - 1
                    ? word.hasPrefix(words[index]) : word == words[index]
            }
        }
    }
}
