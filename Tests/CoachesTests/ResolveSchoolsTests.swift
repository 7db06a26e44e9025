import Contracts
import Support
import Testing

@testable import Coaches

@Suite("Names of schools")
struct ResolveSchoolsTests {
    private let home: CoachFamily

    init() throws { home = try CoachFamily() }

    private func resolve(
        _ name: String, state: String? = nil, as person: ServiceFixture.Person? = nil
    ) throws -> ResolveSchools.Resolved {
        let found = try home.fixture.call(
            ResolveSchools.self, .init(names: [.init(name: name, state: state)]),
            as: person ?? home.player, in: home.family)
        return try #require(found.schools.first)
    }

    @Test(arguments: [
        ("Duke University", "Duke University"), ("duke", "Duke University"),
        ("Univ. of Virginia", "University of Virginia-Main Campus"),
        ("ole miss", "University of Mississippi"), ("https://www.duke.edu/", "Duke University"),
        ("The Ohio State University", "Ohio State University-Main Campus"),
        ("William and Mary", "William & Mary"),
    ])
    func aWholeNameIsCertain(typed: String, name: String) throws {
        let found = try resolve(typed)
        #expect(found.certain, "\(found.candidates.map(\.name))")
        #expect(found.candidates.map(\.name) == [name])
    }

    @Test(arguments: ["BC", "Duk", "North Carolina", "Standford"])
    func anythingElseIsAskedAbout(typed: String) throws {
        let found = try resolve(typed)
        #expect(!found.certain && !found.candidates.isEmpty, "\(found)")
    }

    @Test func theFamilysOwnNameIsCertain() throws {
        let own = try home.addSchool("Pine Hill")
        for name in ["Pine Hill", " pine hill ", "The Pine-Hill"] {
            let found = try resolve(name, as: home.parent)
            #expect(found.certain && found.candidates.map(\.schoolID) == [own.id])
        }
    }

    @Test func aSchoolThatTheFamilyFollowsHasItsID() throws {
        let duke = try home.fixture.call(
            AddSchool.self, .init(catalogueID: "198419"), as: home.player, in: home.family
        ).school
        let found = try resolve("DUKE UNIV.")
        #expect(found.certain && found.candidates.map(\.schoolID) == [duke.id])
        #expect(found.candidates.first?.catalogueID == "198419")
    }
}
