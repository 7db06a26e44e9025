import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Support

@testable import Coaches

/// A coaches service with one family, and what tests put into it.
struct CoachFamily {
    let fixture: ServiceFixture
    let waiters: DeletionWaiters
    let family = FamilyID.make(at: Instant(milliseconds: 0))
    let otherFamily = FamilyID.make(at: Instant(milliseconds: 0))
    let player: ServiceFixture.Person
    let parent: ServiceFixture.Person
    let stranger: ServiceFixture.Person

    /// 2026-02-10T12:00:00Z by default.
    init(clock: ProcessClock = MovedClock(Instant(milliseconds: 1_770_724_800_000)).clock) throws {
        fixture = try ServiceFixture(.coaches, schema: CoachesService.schema, clock: clock)
        waiters = DeletionWaiters(clock: clock)
        CoachesService.serve(
            on: fixture.service, host: fixture.host,
            catalogue: try CatalogueTests.catalogue(),
            waiters)
        player = .init([family: .player])
        parent = .init([family: .parent])
        stranger = .init([otherFamily: .player])
    }

    func addSchool(_ name: String) throws -> School {
        try fixture.call(AddSchool.self, .init(name: name), as: player, in: family).school
    }

    @discardableResult
    func addCoach(
        _ first: String, _ last: String, at school: School? = nil,
        _ change: (inout CoachForm) -> Void = { _ in }
    ) throws -> Coach {
        var form = CoachForm(firstName: first, lastName: last, schoolID: school?.id)
        change(&form)
        return try fixture.call(AddCoach.self, form, as: player, in: family).coach
    }

    /// What is kept of interactions, written as a test wants it.
    func keep(
        score: Double? = nil, lastContact: Instant? = nil, of coach: Coach
    ) throws {
        let family = family
        _ = try fixture.service.database.write { transaction in
            try transaction.execute(
                """
                UPDATE coaches SET responsiveness_score = ?3, last_contact_date = ?4,
                    imported_score = ?3, imported_last_contact = ?4
                WHERE family_unit_id = ?1 AND id = ?2
                """,
                family, coach.id, score,
                lastContact)
        }
    }

    func page(
        as person: ServiceFixture.Person? = nil,
        _ narrow: (inout ListCoaches.Request) -> Void = { _ in }
    ) throws -> ListCoaches.Response {
        var request = ListCoaches.Request()
        narrow(&request)
        return try fixture.call(
            ListCoaches.self, request, as: person ?? player, in: family)
    }

    /// The names on a page.
    func names(_ narrow: (inout ListCoaches.Request) -> Void = { _ in }) throws -> [String] {
        try page(narrow).coaches.map(\.fullName)
    }

    func edit(
        _ coach: Coach, version: Int? = nil, as person: ServiceFixture.Person? = nil,
        _ change: (inout CoachForm) -> Void
    ) throws -> Coach {
        try fixture.call(
            EditCoach.self, Self.form(coach, version, change), as: person ?? player, in: family
        ).coach
    }

    static func form(
        _ coach: Coach, _ version: Int?, _ change: (inout CoachForm) -> Void
    ) -> CoachForm {
        CoachForm(editing: coach, version, change)
    }
}
