import Contracts
import Support
import Testing

@testable import Coaches

/// Schools that are there under two names.
@Suite("Schools under two names")
struct SchoolDuplicateTests {
    private let home: CoachFamily

    init() throws { home = try CoachFamily() }

    private func add(
        _ name: String? = nil, catalogueID: String? = nil, state: String? = nil,
        website: String? = nil
    ) throws -> AddSchool.Response {
        var form = SchoolForm(catalogueID: catalogueID, name: name)
        (form.state, form.website) = (FormField(state), FormField(website))
        return try home.fixture.call(AddSchool.self, form, as: home.player, in: home.family)
    }

    private func groups() throws -> [(reasons: [DuplicateReason], names: Set<String>)] {
        try home.fixture.call(FindSchoolDuplicates.self, .init(), as: home.parent, in: home.family)
            .groups.map { ($0.reasons, Set($0.schools.map(\.name))) }
    }

    @Test func namesOfOneSchoolAreDuplicates() throws {
        for name in ["Ohio State University", "Ohio St.", "OSU Buckeyes"] { _ = try add(name) }
        _ = try add("Buckeye nation", website: "https://www.osu.edu/")
        _ = try add("Ohio University")
        _ = try add("Oklahoma State")
        let found = try groups()
        #expect(found.count == 1 && found.first?.reasons == [.name])
        #expect(
            found.first?.names
                == ["Ohio State University", "Ohio St.", "OSU Buckeyes", "Buckeye nation"])
    }

    @Test func aNameThatMayMeanAFollowedSchoolIsADuplicate() throws {
        _ = try add(catalogueID: "228778")
        _ = try add("Texas")
        #expect(try groups().map(\.names) == [["The University of Texas at Austin", "Texas"]])
    }

    @Test func aPartOfANameIsADuplicateUnlessTheStatesDiffer() throws {
        _ = try add("Pine Hill College", state: "VT")
        _ = try add("Pine Hill")
        _ = try add("Hill Academy", state: "NC")
        #expect(try groups().map(\.names) == [["Pine Hill College", "Pine Hill"]])
    }

    @Test func aCommonCoachIsAReasonIfOneSchoolIsUnknown() throws {
        let duke = try add(catalogueID: "198419").school
        let unknown = try add("Durham school").school
        let elon = try add(catalogueID: "198516").school
        for school in [duke, unknown] { try home.addCoach("Pat", "Doyle", at: school) }
        for school in [duke, elon] { try home.addCoach("Ann", "Lee", at: school) }
        let found = try groups()
        #expect(found.map(\.reasons) == [[.coach]])
        #expect(found.map(\.names) == [["Duke University", "Durham school"]])
    }

    @Test func aNewSchoolIsProposedFromTheCatalogue() throws {
        #expect(
            try add("Ohio St.").warnings == [
                "The national catalogue has it as Ohio State University-Main Campus (Columbus, OH;"
                    + " id 204796)"
            ])
        #expect(
            try add("BC").warnings == [
                "The national catalogue may have it as Boston College (Chestnut Hill, MA; "
                    + "id 164924) or Bridgewater College (Bridgewater, VA; id 231581)"
            ])
        #expect(
            try add("Standford").warnings == [
                "The national catalogue has it as Stanford University (Stanford, CA; id 243744)"
            ])
        _ = try add(catalogueID: "198419")
        #expect(
            try add("Duke").warnings
                == ["Possible duplicate: Duke University (Durham, NC) has the same name"])
        for name in ["Pine Hill College", "Duke II"] { #expect(try add(name).warnings.isEmpty) }
        #expect(try add("Ohio State", state: "WY").warnings.isEmpty)
    }

    @Test func aSchoolIsShownWithItsSeasonAndShortName() throws {
        let harvard = try add(catalogueID: "166027").school
        func shown() throws -> ShowSchool.Response {
            try home.fixture.call(
                ShowSchool.self, .init(id: harvard.id), as: home.parent, in: home.family)
        }
        #expect(try shown().season == "2026-27" && shown().school.shortName == "Harvard")
        #expect(try shown().conferenceText == "Ivy League (2026-27)")
        var form = SchoolForm()
        form.id = FormField(harvard.id.text)
        form.conference = FormField("Another one")
        _ = try home.fixture.call(EditSchool.self, form, as: home.player, in: home.family)
        #expect(try shown().season == nil && shown().conferenceText == "Another one")
    }
}
