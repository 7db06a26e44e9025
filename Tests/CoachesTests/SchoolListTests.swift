import Contracts
import ServiceKit
import Support
import Testing

@testable import Coaches

@Suite struct SchoolListTests {
    private let home: CoachFamily

    init() throws { home = try CoachFamily() }

    private func page(
        _ narrow: (inout ListSchools.Request) -> Void = { _ in }
    ) throws -> ListSchools.Response {
        var request = ListSchools.Request()
        narrow(&request)
        return try home.fixture.call(ListSchools.self, request, as: home.parent, in: home.family)
    }

    private func edit(
        _ school: School, version: Int? = nil, _ change: (inout SchoolForm) -> Void
    ) throws -> School {
        try home.fixture.call(
            EditSchool.self, SchoolForm(editing: school, version, change), as: home.player,
            in: home.family
        ).school
    }

    @Test func eachSchoolHasTheNumberOfItsCoaches() throws {
        let beta = try home.addSchool("Beta")
        let alpha = try home.addSchool("alpha")
        try home.addCoach("A", "A", at: beta)
        try home.addCoach("B", "B", at: beta)
        try home.addCoach("C", "C")
        let schools = try page().schools
        #expect(schools.map(\.name) == ["alpha", "Beta"])
        #expect(schools.map(\.coachCount) == [0, 2])
        let shown = try home.fixture.call(
            ShowSchool.self, .init(id: beta.id), as: home.parent, in: home.family)
        #expect(shown.school.coachCount == 2 && shown.coaches.count == 2)
        #expect(alpha.coachCount == nil)
    }

    @Test func listsHaveShortNamesUntilAFamilyRenamesASchool() throws {
        let stored = try home.fixture.call(
            AddSchool.self, .init(catalogueID: "198419"), as: home.player, in: home.family
        ).school
        _ = try home.addSchool("Beta")
        #expect(stored.name == "Duke University" && stored.shortName == nil)
        #expect(try page().schools.map(\.shortName) == [nil, "Duke"])
        #expect(try page().schools.map(\.listName) == ["Beta", "Duke"])
        _ = try edit(stored) { $0.name = FormField("Our Duke") }
        #expect(try page().schools.map(\.listName) == ["Beta", "Our Duke"])
    }

    // CO-43: the filters of another list.
    @Test func nameAndDivisionNarrowTheList() throws {
        for (name, division) in [("Été State", "D1"), ("Duke", "D1"), ("North State", "D2")] {
            var form = SchoolForm(name: name)
            form.division = FormField(division)
            _ = try home.fixture.call(AddSchool.self, form, as: home.player, in: home.family)
        }
        #expect(try page { $0[.search] = "STATE" }.schools.count == 2)
        for text in ["e\u{301}T", "ete"] {  // N-130
            #expect(try page { $0[.search] = text }.schools.map(\.name) == ["Été State"])
        }
        let narrowed = try page { request in
            request[.search] = "state"
            request[.division] = "D2"
        }
        #expect(narrowed.schools.map(\.name) == ["North State"])
        #expect(narrowed.activeFilters.map(\.label) == ["state", "D2"])
        #expect(narrowed.hasActiveFilters)
        // N-48
        #expect(try page { $0[.division] = "D2,D1" }.schools.count == 3)
        #expect(try page { $0[.division] = "D2,D3" }.schools.map(\.name) == ["North State"])
        let first = try page { $0.limit = FormField(1) }
        #expect(first.schools.map(\.name) == ["Duke"] && first.total == 3)
        #expect(!first.hasActiveFilters)
    }

    @Test func editChangesAndClearsAndTellsTheFeed() throws {
        let school = try home.addSchool("State")
        try home.addCoach("Ann", "Lee", at: school)
        let edited = try edit(school, version: 1) { form in
            form.name = "State University"
            form.city = "Raleigh"
            form.state = "nc"
            form.division = "D1"
            form.conference = "ACC"
            form.website = "https://state.example"
            form.twitterHandle = "state"
            form.instagramHandle = "@state"
            form.notes = "n"
        }
        #expect(edited.state == "NC" && edited.division == .d1 && edited.version == 2)
        #expect(try home.page().coaches.first?.schoolName == "State University")
        #expect(try page { $0[.search] = "university" }.total == 1)
        let cleared = try edit(edited, version: 2) { form in
            form.city = ""
            form.state = ""
            form.division = ""
            form.conference = " "
            form.website = ""
            form.twitterHandle = ""
            form.instagramHandle = ""
            form.notes = ""
        }
        #expect(cleared.name == "State University" && cleared.city == nil && cleared.state == nil)
        #expect(cleared.division == nil && cleared.conference == nil && cleared.website == nil)
        #expect(cleared.twitterHandle == nil && cleared.instagramHandle == nil)
        #expect(cleared.notes == nil && cleared.version == 3)
        let names = try home.fixture.changes().filter { $0.type == CoachesFeed.schoolChanged }
            .map { change in
                try JSONCoding.decodeResponse(
                    CoachesFeed.SchoolPayload.self, from: Array(change.payload.utf8)
                ).name
            }
        #expect(names == ["State", "State University", "State University"])
    }

    // and the version of an edit.
    @Test func whatAnEditIsRefused() throws {
        let school = try home.addSchool("State")
        func refusal(
            as person: ServiceFixture.Person? = nil, version: Int? = nil,
            in family: FamilyID? = nil, _ change: (inout SchoolForm) -> Void = { $0.city = "X" }
        ) -> ServiceError? {
            home.fixture.refusal(
                of: EditSchool.self, SchoolForm(editing: school, version, change),
                as: person ?? home.player,
                in: family ?? home.family)
        }
        #expect(refusal(as: home.parent)?.code == .forbidden)
        #expect(refusal(as: home.stranger)?.code == .notFound)
        #expect(refusal(as: home.stranger, in: home.otherFamily)?.code == .notFound)
        #expect(refusal(version: 2)?.code == .staleVersion)
        #expect(refusal { $0.name = " " }?.errors.keys.sorted() == ["name"])
        #expect(refusal { $0.catalogueID = "102553" }?.errors.keys.sorted() == ["catalogue_id"])
        #expect(refusal { $0.id = FormField(nil) }?.errors.keys.sorted() == ["name"])
        #expect(try page().schools.map(\.version) == [1])
        let added = home.fixture.refusal(
            of: AddSchool.self, SchoolForm(editing: school, nil) { $0.name = "Again" },
            as: home.player,
            in: home.family)
        #expect(added?.errors.keys.sorted() == ["id"])
    }
}
