import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import Coaches

@Suite("coaches.search")
struct CoachSearchTests {
    private let home: CoachFamily

    init() throws { home = try CoachFamily() }

    private func hits(
        _ query: String, as person: ServiceFixture.Person? = nil, in family: FamilyID? = nil
    ) throws -> [SearchHit] {
        try home.fixture.call(
            SearchRecords<SearchedCoaches>.self, SearchRequest(query), as: person ?? home.player,
            in: family ?? home.family
        ).hits
    }

    private func titles(_ query: String) throws -> [String] { try hits(query).map(\.title) }

    // N-20
    @Test
    func coachesAndSchoolsAreFoundByNamesPlacesAndNotes() throws {
        let school = try home.addSchool("Élon College")
        try home.addCoach("Zoë", "Núñez", at: school) {
            $0.email = FormField("zoe.nunez@elon.example")
            $0.notes = FormField("Saw me pitch in Cary")
        }
        #expect(try Set(titles("elon")) == ["Élon College", "Zoë Núñez"])
        #expect(try titles("elon type:school") == ["Élon College"])
        #expect(try titles("elon type:coaches") == ["Zoë Núñez"])
        #expect(try titles("nunez").first == "Zoë Núñez")
        #expect(try titles("coach:zo") == ["Zoë Núñez"])
        #expect(try titles("zoe.nunez@elon.exam") == ["Zoë Núñez"])
        let hit = try #require(try hits("cary").first)
        #expect(hit.noun == .coach)
        #expect(hit.schoolName == "Élon College")
        #expect(hit.snippet.filter(\.isMatch).map(\.text) == ["Cary"])
        // Neither has a day.
        #expect(try titles("elon after:2000-01-01").isEmpty)
    }

    // N-20
    @Test
    func changesAreFoundAtOnce() throws {
        let school = try home.addSchool("Elon")
        let coach = try home.addCoach("Ann", "Lee", at: school)
        #expect(try titles("lee") == ["Ann Lee"])
        _ = try home.edit(coach, version: 1) { $0.lastName = FormField("Ray") }
        #expect(try titles("lee").isEmpty)
        #expect(try titles("ray") == ["Ann Ray"])
        var form = SchoolForm()
        form.id = FormField(school.id.text)
        form.version = FormField(1)
        form.name = FormField("Wake Forest")
        _ = try home.fixture.call(EditSchool.self, form, as: home.player, in: home.family)
        #expect(try titles("school:wake type:coach") == ["Ann Ray"])
        #expect(try titles("school:elon").isEmpty)
    }

    // N-21
    @Test
    func allMembersFindThemAndStrangersDoNot() throws {
        try home.addCoach("Ann", "Lee")
        let sibling = ServiceFixture.Person([home.family: .player])
        for person in [home.player, home.parent, sibling] {
            #expect(try hits("lee", as: person).map(\.title) == ["Ann Lee"])
        }
        #expect(try hits("lee", as: home.stranger, in: home.otherFamily).isEmpty)
        let refusal = home.fixture.refusal(
            of: SearchRecords<SearchedCoaches>.self, SearchRequest("lee"), as: home.stranger,
            in: home.family)
        #expect(refusal?.code == .notFound)
    }

    // N-141: by the alias of the catalogue and the name of the web site, alone or among words,
    // whatever the family calls the school.
    @Test
    func theFamilysSchoolsAreKnownByTheirAliases() throws {
        var form = SchoolForm()
        form.catalogueID = FormField("199120")
        let school = try home.fixture.call(
            AddSchool.self, form, as: home.player, in: home.family
        ).school
        form = SchoolForm()
        form.id = FormField(school.id.text)
        form.version = FormField(1)
        form.name = FormField("Tar Heels")
        _ = try home.fixture.call(EditSchool.self, form, as: home.player, in: home.family)
        func aliases(
            _ query: String, as person: ServiceFixture.Person, in family: FamilyID
        ) throws -> [SchoolAlias] {
            try home.fixture.call(FindSchoolAliases.self, .init(query), as: person, in: family)
                .aliases
        }
        let unc = SchoolAlias(calling: "unc", name: "Tar Heels")
        for person in [home.player, home.parent] {
            for query in ["unc", "U.N.C.", "camp unc offer", "school:UNC", "\"unc\""] {
                #expect(try aliases(query, as: person, in: home.family) == [unc], "\(query)")
            }
        }
        #expect(
            try aliases(
                "university of north carolina at chapel hill", as: home.parent,
                in: home.family
            ).map(\.name) == ["Tar Heels"])
        for query in ["un", "coach:unc", "duke", "unc\u{2013}x"] {
            #expect(try aliases(query, as: home.player, in: home.family).isEmpty, "\(query)")
        }
        #expect(try aliases("unc", as: home.stranger, in: home.otherFamily).isEmpty)
        let refusal = home.fixture.refusal(
            of: FindSchoolAliases.self, .init("unc"), as: home.stranger, in: home.family)
        #expect(refusal?.code == .notFound)
        try home.addCoach("Ann", "Lee", at: school)
        let found = try home.fixture.call(
            SearchRecords<SearchedCoaches>.self,
            SearchRequest("school:unc").knowing([unc]), as: home.parent, in: home.family)
        #expect(Set(found.hits.map(\.title)) == ["Tar Heels", "Ann Lee"])
        #expect(try hits("school:unc").isEmpty)
    }

    // N-22: rows that an import has only staged are not found.
    @Test
    func importedSchoolsAreFoundFromTheCommitOn() throws {
        let row = SchoolImportRow(line: 2, form: SchoolForm(name: "Pine Hill College"))
        let staged = try home.fixture.call(
            StageImport<SchoolImportRow>.self, .init(importID: nil, number: 1, rows: [row]),
            as: home.player, in: home.family)
        #expect(try titles("pine").isEmpty)
        _ = try home.fixture.call(
            CommitImport<SchoolImportRow>.self, .init(importID: staged.importID), as: home.player,
            in: home.family)
        #expect(try titles("pine") == ["Pine Hill College"])
    }

    // N-25: in several steps, since there are more records than one step indexes.
    @Test
    func aRebuiltIndexFindsWhatTheOldOneFound() throws {
        for number in 0..<450 { try home.addCoach("Ann", "Lee\(number)") }
        let before = try hits("ann lee44")
        #expect(before.count == 11)
        let check = SearchCheck(sources: CoachSearch.sources)
        let count = try home.fixture.service.database.write { try check.rebuild($0) }
        #expect(count == 450)
        #expect(try Set(hits("ann lee44").map(\.id)) == Set(before.map(\.id)))
        #expect(try !home.fixture.service.database.read { try check.differs($0) })
    }

    // N-25
    @Test
    func onlyOperatorsRebuildTheIndex() throws {
        for person in [home.player, home.parent, home.stranger] {
            let refusal = home.fixture.refusal(
                of: RebuildSearch<SearchedCoaches>.self, EmptyRequest(), as: person,
                in: home.family)
            #expect(refusal?.code == .forbidden)
        }
    }
}
