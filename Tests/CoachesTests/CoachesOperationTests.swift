import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Support
import Testing

@testable import Coaches

@Suite("Coaches service")
struct CoachesOperationTests {
    private let fixture: ServiceFixture
    private let family = FamilyID.make(at: Instant(milliseconds: 0))
    private let otherFamily = FamilyID.make(at: Instant(milliseconds: 0))
    private let player: ServiceFixture.Person
    private let sibling: ServiceFixture.Person
    private let parent: ServiceFixture.Person
    private let stranger: ServiceFixture.Person

    init() throws {
        fixture = try ServiceFixture(.coaches, schema: CoachesService.schema)
        CoachesService.serve(
            on: fixture.service, host: fixture.host,
            catalogue: try CatalogueTests.catalogue(),
            DeletionWaiters(clock: fixture.service.clock))
        player = .init([family: .player])
        sibling = .init([family: .player])
        parent = .init([family: .parent])
        stranger = .init([otherFamily: .player])
    }

    private func addSchool(_ name: String) throws -> School {
        try fixture.call(AddSchool.self, .init(name: name), as: player, in: family).school
    }

    private func addCoach(
        _ first: String, _ last: String, at school: School? = nil
    ) throws -> Coach {
        try fixture.call(
            AddCoach.self, .init(firstName: first, lastName: last, schoolID: school?.id),
            as: player, in: family
        ).coach
    }

    // MARK: Schools

    @Test
    func schoolFromTheCatalogueTakesItsParticulars() throws {
        let school = try fixture.call(
            AddSchool.self, .init(catalogueID: "102553"), as: player, in: family
        ).school
        #expect(school.name == "University of Alaska Anchorage")
        #expect(school.state == "AK")
        #expect(school.division == .d2)
        #expect(school.catalogueID == "102553")
        #expect(school.familyUnitID == family)
    }

    @Test
    func sameCatalogueSchoolTwiceIsAConflictAndChangesNothing() throws {
        _ = try fixture.call(AddSchool.self, .init(catalogueID: "102553"), as: player, in: family)
        let error = fixture.refusal(
            of: AddSchool.self, .init(catalogueID: "102553"), as: sibling, in: family)
        #expect(error?.code == .conflict)
        let list = try fixture.call(ListSchools.self, .init(), as: parent, in: family)
        #expect(list.schools.count == 1)
        // Another family follows it all the same.
        _ = try fixture.call(
            AddSchool.self, .init(catalogueID: "102553"), as: stranger, in: otherFamily)
    }

    @Test
    func unknownCatalogueIdNamesTheField() {
        let error = fixture.refusal(
            of: AddSchool.self, .init(catalogueID: "0"), as: player, in: family)
        #expect(error?.errors["catalogue_id"] == "Unknown catalogue id")
    }

    @Test
    func schoolsAreListedByNameWithoutRegardToCase() throws {  // IA-05
        for name in ["beta", "Alpha", "Émile", "gamma"] { _ = try addSchool(name) }
        let list = try fixture.call(ListSchools.self, .init(), as: player, in: family)
        #expect(list.schools.map(\.name) == ["Alpha", "beta", "gamma", "Émile"])
    }

    @Test
    func everyMemberSeesTheSameSchoolsAndCoaches() throws {
        let school = try addSchool("State")
        let coach = try addCoach("Ann", "Lee", at: school)
        for member in [player, sibling, parent] {
            let schools = try fixture.call(ListSchools.self, .init(), as: member, in: family)
            let coaches = try fixture.call(ListCoaches.self, .init(), as: member, in: family)
            #expect(schools.schools.map(\.id) == [school.id])
            #expect(coaches.coaches == [coach])
        }
    }

    // MARK: Coaches

    @Test
    func newCoachIsAnAssistantUnlessSaidOtherwise() throws {  // IA-43
        let coach = try addCoach("Ann", "Lee")
        #expect(coach.role == .assistant)
        #expect(coach.createdBy == player.userID)
        #expect(coach.schoolID == nil)
        var form = CoachForm(firstName: "Bo", lastName: "Hart")
        form.role = "head"
        #expect(
            try fixture.call(AddCoach.self, form, as: player, in: family).coach.role == .head)
    }

    @Test
    func coachesAreListedByLastThenFirstName() throws {  // D-31
        for (first, last) in [("Zoe", "adams"), ("Amy", "Young"), ("Bea", "Adams")] {
            _ = try addCoach(first, last)
        }
        let list = try fixture.call(ListCoaches.self, .init(), as: player, in: family)
        #expect(list.coaches.map(\.fullName) == ["Bea Adams", "Zoe adams", "Amy Young"])
    }

    @Test
    func coachesOfOneSchool() throws {  // IA-08
        let school = try addSchool("State")
        let coach = try addCoach("Ann", "Lee", at: school)
        _ = try addCoach("Bo", "Hart")
        let list = try fixture.call(
            ListCoaches.self, .init(schoolID: school.id), as: player, in: family)
        #expect(list.coaches == [coach])
        let shown = try fixture.call(
            ShowSchool.self, .init(id: school.id), as: parent, in: family)
        #expect(shown.coaches == [coach])
    }

    @Test
    func schoolOfAnotherFamilyIsNoSchool() throws {
        let foreign = try fixture.call(
            AddSchool.self, .init(name: "Foreign"), as: stranger, in: otherFamily
        ).school
        let error = fixture.refusal(
            of: AddCoach.self, .init(firstName: "A", lastName: "B", schoolID: foreign.id),
            as: player, in: family)
        #expect(error?.errors == ["school_id": "Please select a school"])
    }

    @Test
    func blankNamesAreRefusedTogether() {  // IA-44
        let error = fixture.refusal(
            of: AddCoach.self, .init(firstName: "  ", lastName: "\t"), as: player, in: family)
        #expect(error?.code == .validationFailed)
        #expect(error.map { Set($0.errors.keys) } == ["first_name", "last_name"])
    }

    // MARK: Editing

    @Test
    func editChangesOnlyWhatItNamesAndCountsTheVersion() throws {
        let school = try addSchool("State")
        let coach = try addCoach("Ann", "Lee", at: school)
        var form = CoachForm(lastName: "Li")
        form.id = FormField(coach.id.text)
        form.version = FormField(1)
        let edited = try fixture.call(EditCoach.self, form, as: sibling, in: family).coach
        #expect(edited.fullName == "Ann Li")
        #expect(edited.schoolID == school.id)
        #expect(edited.version == 2)
        #expect(edited.createdBy == player.userID)
    }

    @Test
    func editFromAnOldVersionIsRefused() throws {
        let coach = try addCoach("Ann", "Lee")
        var form = CoachForm(lastName: "Li")
        form.id = FormField(coach.id.text)
        form.version = FormField(1)
        _ = try fixture.call(EditCoach.self, form, as: player, in: family)
        let error = fixture.refusal(of: EditCoach.self, form, as: player, in: family)
        #expect(error?.code == .staleVersion)
    }

    // MARK: Access

    @Test
    func strangersLearnNothingAndParentsChangeNothing() throws {
        let school = try addSchool("State")
        let coach = try addCoach("Ann", "Lee", at: school)
        let missingCoach = ShowCoach.Request(id: .make(at: fixture.now))

        // A stranger in the family, and a stranger in their own: the same as for what is missing.
        #expect(
            fixture.refusal(of: ShowCoach.self, .init(id: coach.id), as: stranger, in: family)?
                .code == .notFound)
        #expect(
            fixture.refusal(of: ShowCoach.self, .init(id: coach.id), as: stranger, in: otherFamily)
                == fixture.refusal(of: ShowCoach.self, missingCoach, as: stranger, in: otherFamily))
        #expect(
            fixture.refusal(
                of: ShowSchool.self, .init(id: school.id), as: stranger, in: otherFamily)?.code
                == .notFound)

        let refused = [
            fixture.refusal(of: AddSchool.self, .init(name: "No"), as: parent, in: family),
            fixture.refusal(
                of: AddCoach.self, .init(firstName: "N", lastName: "O"), as: parent, in: family),
            fixture.refusal(
                of: EditCoach.self, .init(firstName: "N", lastName: "O"), as: parent, in: family),
        ]
        #expect(refused.allSatisfy { $0?.code == .forbidden })
        #expect(
            fixture.refusal(of: ListCoaches.self, .init(), in: family)?.code == .unauthenticated)
    }

    // MARK: Repeating and the feed

    @Test
    func sameKeyAddsOnce() throws {
        let key = IdempotencyKey.make(at: fixture.now)
        let request = AddSchool.Request(name: "Once")
        let first = try fixture.answer(AddSchool.self, request, as: player, in: family, key: key)
        let again = try fixture.answer(AddSchool.self, request, as: player, in: family, key: key)
        #expect(first.json == again.json)
        #expect(again.isReplayed)
        #expect(
            try fixture.call(ListSchools.self, .init(), as: player, in: family).schools.count == 1)
    }

    @Test
    func dryRunShowsTheRecordAndStoresNothing() throws {
        let shown = try fixture.call(
            AddSchool.self, .init(name: "Maybe"), as: player, in: family, isDryRun: true)
        #expect(shown.school.name == "Maybe")
        #expect(
            try fixture.call(ListSchools.self, .init(), as: player, in: family).schools.isEmpty)
        #expect(try fixture.changes().isEmpty)
    }

    @Test
    func feedTellsNamesInOrder() throws {
        let school = try addSchool("State")
        let coach = try addCoach("Ann", "Lee", at: school)
        let changes = try fixture.changes()
        #expect(changes.map(\.type) == [CoachesFeed.schoolChanged, CoachesFeed.coachChanged])
        #expect(changes.map(\.sequence) == [1, 2])
        #expect(changes.allSatisfy { $0.familyUnitID == family && $0.actor == player.userID })
        let payload = try JSONCoding.decodeResponse(
            CoachesFeed.CoachPayload.self, from: Array(changes[1].payload.utf8))
        #expect(payload.id == coach.id)
        #expect(payload.lastName == "Lee")
    }

    // MARK: Query plans

    // IA-61: so the form's choices are there at once.
    @Test(
        arguments: [
            SchoolRepository.listSQL, SchoolRepository.countSQL, SchoolRepository.showSQL,
            SchoolRepository.byCatalogueSQL,
            CoachRepository.bySchoolSQL, CoachRepository.showSQL,
        ])
    func noStatementScansAFamilyOwnedTable(sql: String) throws {
        let plan = try fixture.service.database.read { try $0.queryPlan(sql) }
        #expect(!plan.isEmpty)
        #expect(!plan.contains { $0.contains("SCAN") })
        #expect(!plan.contains { $0.contains("TEMP B-TREE") })
    }
}
