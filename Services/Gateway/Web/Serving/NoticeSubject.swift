import Contracts
import HTML
import WebPages

/// A record of which the one that a notice is about is probably a duplicate.
struct NoticeTwin: Hashable {
    let name: String
    /// The page that shows both, for those who may merge them.
    let comparison: WebAddress
}

extension NoticeTwin {
    /// A coach who is probably the one with this id.
    init(_ coach: Coach, of id: CoachID) {
        self.init(
            name: DuplicateText.named(coach.fullName, at: coach.schoolName),
            comparison: Place.merge(id, into: coach.id))
    }

    /// A school that is probably the one with this id.
    init(_ school: School, of id: SchoolID) {
        self.init(
            name: DuplicateText.named(school.name, at: school.placeText),
            comparison: Place.merge(id, into: school.id))
    }
}

/// The record that a notice is about. An address has its id alone, and the name is looked up for
/// the reader: a made-up address shows nothing that somebody else wrote, and leads nowhere else.
enum NoticeSubject: Hashable {
    case coach(CoachID)
    case school(SchoolID)

    /// The record of a kind; nil for a kind that no notice names, and for what is no id.
    init?(_ kind: ErrorSubject, _ id: String) {
        switch kind {
        case .coach:
            guard let id = CoachID(text: id) else { return nil }
            self = .coach(id)
        case .school:
            guard let id = SchoolID(text: id) else { return nil }
            self = .school(id)
        default: return nil
        }
    }

    /// The record that an address names as `coach.ID`; nil if it names none.
    init?(text: String) {
        let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, let kind = ErrorSubject(rawValue: parts[0]) else { return nil }
        self.init(kind, parts[1])
    }

    /// The record as a part of an address.
    var text: String {
        switch self {
        case .coach(let id): "\(ErrorSubject.coach.rawValue).\(id.text)"
        case .school(let id): "\(ErrorSubject.school.rawValue).\(id.text)"
        }
    }

    /// The page of the record.
    var page: WebAddress {
        switch self {
        case .coach(let id): Place.coach(id)
        case .school(let id): Place.school(id)
        }
    }

    /// The page of the records of its kind that are there twice.
    var duplicates: WebAddress {
        switch self {
        case .coach: Place.duplicates(in: .coaches)
        case .school: Place.duplicates(in: .schools)
        }
    }
}
