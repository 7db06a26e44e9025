import Contracts
import Testing

@testable import Coaches

/// Which record a row means.
@Suite struct RowMatchTests {
    private static let duke = SchoolID(high: 1, low: 1)
    private static let elon = SchoolID(high: 1, low: 2)
    private static let one = CoachID(high: 2, low: 1)
    private static let two = CoachID(high: 2, low: 2)

    private static func coach(
        _ id: CoachID, _ first: String = "ann", _ last: String = "lee", at school: SchoolID? = nil,
        hasAddress: Bool = false
    ) -> LikeCoach {
        LikeCoach(
            id: id, school: school, firstName: first, lastName: last, hasAddress: hasAddress)
    }

    /// A case: the school of the row, the candidates, and the match for the row of Ann Lee.
    private static var cases: [(RowSchool, [LikeCoach], RowMatch<CoachID>)] {
        [
            (.unnamed, [], .none),
            // Her name at her school.
            (.known(duke), [coach(one, at: duke)], .one(one)),
            (.known(duke), [coach(one, at: elon)], .none),
            (.known(duke), [coach(one)], .none),
            (.known(duke), [coach(one, at: duke), coach(two, at: elon)], .one(one)),
            (.known(duke), [coach(one, at: duke), coach(two, at: duke)], .several(2)),
            // Her address, wherever she is by now.
            (.known(duke), [coach(one, at: elon, hasAddress: true)], .one(one)),
            (.new, [coach(one, at: elon, hasAddress: true)], .one(one)),
            // The address before the school.
            (
                .known(duke), [coach(one, at: duke), coach(two, at: elon, hasAddress: true)],
                .one(two)
            ),
            (
                .known(duke), [coach(one, at: elon, hasAddress: true), coach(two, at: duke)],
                .one(one)
            ),
            // Two with name and address: the one at the school.
            (
                .known(duke),
                [coach(one, at: elon, hasAddress: true), coach(two, at: duke, hasAddress: true)],
                .one(two)
            ),
            (.unnamed, [coach(one, hasAddress: true), coach(two, hasAddress: true)], .several(2)),
            // A new last name, but nobody else who shares the address of an office.
            (.unnamed, [coach(one, "ann", "ray", hasAddress: true)], .one(one)),
            (.known(duke), [coach(one, "bo", "lee", hasAddress: true)], .one(one)),
            (.known(duke), [coach(one, "bo", "ray", at: duke, hasAddress: true)], .none),
            (
                .known(duke), [coach(one, "ann", "ray", hasAddress: true), coach(two, at: duke)],
                .one(two)
            ),
            // Without a school, the only one of the name.
            (.unnamed, [coach(one, at: duke)], .one(one)),
            (.unnamed, [coach(one, at: duke), coach(two, at: elon)], .several(2)),
            (.new, [coach(one, at: duke)], .none),
        ]
    }

    // N-100: address and name, else school and name, else address and half of the name.
    @Test(arguments: cases.indices) func aRowMeansACoach(place: Int) {
        let (school, coaches, expected) = Self.cases[place]
        #expect(
            RowMatch(firstName: "ann", lastName: "lee", at: school, among: coaches) == expected)
    }

    // N-100: schools of one name in two states are two.
    @Test func aRowMeansASchool() {
        func match(_ state: String?, _ states: String?...) -> RowMatch<SchoolID> {
            RowMatch(
                state: state,
                among: states.enumerated().map {
                    LikeSchool(id: SchoolID(high: 1, low: UInt64($0 + 1)), state: $1)
                })
        }
        #expect(match(nil) == .none)
        #expect(match(nil, "NC") == .one(Self.duke))
        #expect(match("NC", nil) == .one(Self.duke))
        #expect(match("NC", "NC") == .one(Self.duke))
        #expect(match("NC", "SC") == .none)
        #expect(match("NC", nil, "NC") == .one(Self.elon))
        #expect(match(nil, "NC", "SC") == .several(2))
        #expect(match("NC", "SC", nil) == .one(Self.elon))
    }
}
