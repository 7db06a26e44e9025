public import Contracts
import Foundation

/// A record as a search without an index reads it: the words of each of its texts. Folding and
/// splitting are written anew, so that the index is compared with something else.
public struct ScannedRecord {
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

    /// Whether the search finds the record. Days such as "yesterday" are read from `today`.
    public func isFound(by query: SearchQuery, today: CivilDay) throws -> Bool {
        let days = try query.days(from: today)
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
                    case .coach: [coach]
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
