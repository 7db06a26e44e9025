import Contracts
import Testing

/// Whom a record is like that may be there twice, and how that is said.
@Suite struct DuplicateTextTests {
    private static let coaches = ["Pat", "Patrick", "P."].enumerated().map { place, first in
        Coach(
            id: CoachID(high: 5, low: UInt64(place)), familyUnitID: FamilyID(high: 1, low: 1),
            firstName: first, lastName: "Doyle", role: .assistant, version: 1,
            createdBy: UserID(high: 2, low: 1), createdAt: Instant(milliseconds: 0),
            updatedAt: Instant(milliseconds: 0))
    }

    // N-159: with whom it shares something; for the first one, who shares something with it.
    @Test func aCoachOfAGroupIsLikeTheOneWithWhomItSharesSomething() {
        let ids = Self.coaches.map(\.id)
        let group = CoachDuplicates(
            reasons: [.email, .phone], coaches: Self.coaches,
            matches: [
                DuplicateMatch(id: ids[1], otherID: ids[2], reasons: [.phone]),
                DuplicateMatch(id: ids[2], otherID: ids[0], reasons: [.email]),
            ], total: 3)
        #expect(ids.map { group.counterpart(of: $0)?.id } == [ids[2], ids[2], ids[0]])
        #expect(group.counterpart(of: CoachID(high: 9, low: 9)) == nil)
    }

    // N-159
    @Test func aSchoolOfAGroupIsLikeTheOldestOfTheOthers() {
        let schools = ["Duke", "DUKE", "duke"].enumerated().map { place, name in
            School(
                id: SchoolID(high: 4, low: UInt64(place)), familyUnitID: FamilyID(high: 1, low: 1),
                name: name, version: 1, createdAt: Instant(milliseconds: 0),
                updatedAt: Instant(milliseconds: 0))
        }
        let ids = schools.map(\.id)
        let group = SchoolDuplicates(reasons: [.name], schools: schools, total: 3)
        #expect(ids.map { group.counterpart(of: $0)?.id } == [ids[1], ids[0], ids[0]])
        #expect(group.counterpart(of: SchoolID(high: 9, low: 9)) == nil)
    }

    // N-155
    @Test func aWarningNamesTheRecordOrTheLine() {
        #expect(
            DuplicateText.warning("Pat Doyle", at: "Duke", [.phone, .name])
                == "Possible duplicate: Pat Doyle (Duke) has the same phone number and name")
        #expect(
            DuplicateText.warning("Pat Doyle", inLine: 2, [.email])
                == "Possible duplicate: Pat Doyle in line 2 has the same e-mail address")
    }
}
