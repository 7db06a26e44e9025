import Contracts

/// Which record of the family a row of a file means, if the row has no id.
enum RowMatch<ID: Hashable>: Hashable {
    case none
    case one(ID)
    case several(Int)

    /// Returns the match among records that are equally likely.
    init(_ ids: [ID]) {
        let distinct = Set(ids)
        self =
            switch distinct.count {
            case 0: .none
            case 1: .one(ids[0])
            default: .several(distinct.count)
            }
    }
}

/// A school that a row may mean, because it has the row's name.
struct LikeSchool: Hashable {
    let id: SchoolID
    let state: String?
}

extension RowMatch<SchoolID> {
    /// Returns the school with the row's name. Schools in two states are two; if the state of
    /// either is not known, they may be one.
    init(state: String?, among schools: [LikeSchool]) {
        let possible = schools.filter { state == nil || $0.state == nil || $0.state == state }
        let exact = possible.filter { $0.state == state }
        self.init((exact.isEmpty ? possible : exact).map(\.id))
    }
}

/// The school that a row about a coach names.
enum RowSchool: Hashable {
    case unnamed
    case known(SchoolID)
    /// A school that the import adds.
    case new
}

/// A coach whom a row may mean, because they have the row's name or e-mail address.
struct LikeCoach: Hashable {
    let id: CoachID
    let school: SchoolID?
    /// The folded names.
    let firstName: String
    let lastName: String
    /// Whether they have the row's address.
    let hasAddress: Bool
}

extension RowMatch<CoachID> {
    /// Returns the coach with the row's address and name; else the one with its name at its school;
    /// else the one with its address and first or last name, because offices share addresses. A row
    /// without a school means the only coach with its name.
    ///
    /// - Parameters:
    ///   - firstName: The folded first name.
    ///   - lastName: The folded last name.
    init(
        firstName: String, lastName: String, at school: RowSchool, among coaches: [LikeCoach]
    ) {
        let named = coaches.filter { $0.firstName == firstName && $0.lastName == lastName }
        let atSchool = named.filter { coach in
            switch school {
            case .known(let id): coach.school == id
            case .unnamed, .new: false
            }
        }
        let both = named.filter(\.hasAddress)
        guard both.isEmpty else {
            let here = both.filter(atSchool.contains)
            self.init((here.isEmpty ? both : here).map(\.id))
            return
        }
        guard atSchool.isEmpty else {
            self.init(atSchool.map(\.id))
            return
        }
        let addressed = coaches.filter {
            $0.hasAddress && ($0.firstName == firstName || $0.lastName == lastName)
        }
        guard addressed.isEmpty else {
            self.init(addressed.map(\.id))
            return
        }
        self.init(school == .unnamed ? named.map(\.id) : [])
    }
}
