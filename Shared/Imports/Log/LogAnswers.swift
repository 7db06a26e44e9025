public import Contracts

/// What a person said about the rows of a log, besides the meaning of its columns and words.
@Memberwise
public struct LogAnswers: Hashable, Sendable {
    /// The lines that are left out.
    public var leftOut: Set<Int> = []
    /// The lines that are imported although an earlier line says the same.
    public var takenIn: Set<Int> = []
    /// Whether a name of a school means the one that is proposed unless somebody said otherwise, as
    /// on a page, which shows the proposal as chosen.
    public var takesProposals: Bool = false
}

/// Which school a name in a log means, as a person said: the value of `--map-value school:TEXT=`.
public enum SchoolAnswer: Hashable, Sendable {
    /// A school of that name that neither the family nor the catalogue has.
    case new
    /// The school of the catalogue with this id.
    case catalogue(String)
    /// A school that the family follows.
    case followed(SchoolID)
    /// The school that another name means.
    case named(String)
    /// No school.
    case none

    /// The word that stands for a new school.
    public static let newWord = "new"

    public init(_ value: String) {
        let value = value.trimmed
        if value.isEmpty {
            self = .none
        } else if value.lowercased() == Self.newWord {
            self = .new
        } else if value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            self = .catalogue(value)
        } else if let id = SchoolID(text: value) {
            self = .followed(id)
        } else {
            self = .named(value)
        }
    }

    /// The answer that one of several schools is meant; nil for one that has no id.
    public init?(_ candidate: ResolveSchools.Candidate) {
        if let id = candidate.schoolID {
            self = .followed(id)
        } else if let id = candidate.catalogueID {
            self = .catalogue(id)
        } else {
            return nil
        }
    }

    /// The answer as a value of `--map-value`.
    public var value: String {
        switch self {
        case .new: Self.newWord
        case .catalogue(let id): id
        case .followed(let id): id.text
        case .named(let name): name
        case .none: ""
        }
    }
}

/// A name of a school in a log, and what it is read as.
public struct LogSchoolName: Sendable {
    /// How it is known which school is meant.
    public enum Certainty: Sendable {
        /// Only one school has the name, or the family said before which one it is.
        case certain
        /// A person said it.
        case answered
        /// Nobody said it; the school is the one that is probably meant.
        case proposed
        /// The name is nobody's.
        case new
        /// It is unknown which school is meant.
        case open
    }

    /// The name as the first row writes it.
    public let name: String
    /// The lines that have it.
    public internal(set) var lines: [Int]
    /// What may be meant, the most likely first: schools of the family, then of the catalogue.
    public let candidates: [ResolveSchools.Candidate]
    public let certainty: Certainty
    /// What was said, or what is proposed; nil if nothing is.
    public let answer: SchoolAnswer?
    /// The school; nil if it is open or the answer is none.
    public internal(set) var school: LogSchool?

    /// Whether a person is asked, or was.
    public var isQuestion: Bool {
        switch certainty {
        case .open, .proposed, .answered: true
        case .certain, .new: false
        }
    }
}

extension ResolveSchools.Candidate {
    /// The school as a line of text: `Miami University-Oxford (Oxford, OH)`.
    public var text: String {
        let place = [city, state].compactMap { $0 }.joined(separator: ", ")
        return place.isEmpty ? name : "\(name) (\(place))"
    }
}
