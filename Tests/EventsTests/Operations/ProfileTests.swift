import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Support
import Testing

@testable import Events

@Suite("profiles")
struct ProfileTests {
    private let home: EventHome

    init() throws {
        home = try EventHome()
        let members: [(ServiceFixture.Person, String, Role)] = [
            (home.player, "Zoe Doe", .player), (home.sibling, "Abe Doe", .player),
            (home.parent, "Pat Doe", .parent),
        ]
        for (person, name, role) in members { try tell(person, name, role, leftAt: nil) }
    }

    private func tell(
        _ person: ServiceFixture.Person, _ name: String, _ role: Role, leftAt: Instant?
    ) throws {
        let family = home.family
        _ = try home.fixture.service.database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO replica_members
                    (family_unit_id, user_id, full_name, role, inbound_alerts, left_at)
                VALUES (?1, ?2, ?3, ?4, 1, ?5)
                ON CONFLICT (family_unit_id, user_id) DO UPDATE SET left_at = excluded.left_at
                """, family, person.userID, name, role.rawValue, leftAt)
        }
    }

    private func edit(
        _ person: ServiceFixture.Person? = nil, version: Int? = nil,
        _ change: (inout ProfileForm) -> Void
    ) throws -> EditProfile.Response {
        let player = person ?? home.player
        return try home.call(
            EditProfile.self, form(of: player, version: version, change), as: player)
    }

    private func form(
        of player: ServiceFixture.Person, version: Int? = nil,
        _ change: (inout ProfileForm) -> Void
    ) -> ProfileForm {
        var form = ProfileForm()
        form.id = FormField(ProfileID(of: player.userID).text)
        form.version = FormField(version)
        change(&form)
        return form
    }

    private func list(as person: ServiceFixture.Person) throws -> [PlayerProfile] {
        try home.call(ListProfiles.self, EmptyRequest(), as: person).profiles
    }

    // N-66
    @Test func aProfileIsFilledInAndChanged() throws {
        #expect(try list(as: home.parent).map(\.fullName) == ["Abe Doe", "Zoe Doe"])
        #expect(try list(as: home.parent).allSatisfy { $0.isEmpty && $0.version == 0 })
        #expect(try list(as: home.parent).allSatisfy { $0.updatedAt.milliseconds == 0 })
        let first = try edit(version: 0) { form in
            form.positions = "SS"
            form.graduationYear = FormField(2027)
        }
        #expect(first.profile.version == 1 && first.profile.graduationYear == 2027)
        #expect(first.profile.fullName == "Zoe Doe")
        #expect(first.changes.map(\.field) == ["positions", "graduation_year"])
        let second = try edit(version: 1) { $0.positions = "2B" }
        #expect(second.profile.version == 2 && second.profile.graduationYear == 2027)
        #expect(second.changes == [.init(field: "positions", before: "SS", after: "2B")])
        #expect(try edit { $0.positions = "2B" }.profile.version == 2)
        let stale = form(of: home.player, version: 1) { $0.height = "74" }
        #expect(home.refusal(of: EditProfile.self, stale)?.code == .staleVersion)
        // Somebody whose page showed the empty profile does not overwrite it.
        let late = form(of: home.player, version: 0) { $0.height = "74" }
        #expect(home.refusal(of: EditProfile.self, late)?.code == .staleVersion)
        let shown = try #require(try list(as: home.player).last)
        #expect(shown == second.profile && shown.fullName == "Zoe Doe")
    }

    // N-67: what is for the player alone reaches nobody else, not even through the history.
    @Test func othersSeeWhatIsForTheFamily() throws {
        _ = try edit { form in
            form.positions = "SS"
            form.gpa = FormField(3.85)
            form.gpaFor = "me"
        }
        #expect(try list(as: home.player).last?.gpa == 3.85)
        for reader in [home.sibling, home.parent] {
            let shown = try #require(try list(as: reader).last)
            #expect(shown.gpa == nil && shown.positions == "SS")
        }
        let told = try #require(try home.fixture.changes().last)
        #expect(told.type == EventsFeed.profileChanged)
        let payload: PlayerProfile = try told.decodedPayload()
        #expect(payload.gpa == nil && payload.positions == "SS")
        #expect(
            home.refusal(of: ListProfiles.self, EmptyRequest(), as: home.stranger)?.code
                == .notFound)
    }

    // N-67
    @Test func onlyThePlayerChangesIt() throws {
        let form = form(of: home.player) { $0.positions = "P" }
        func code(_ person: ServiceFixture.Person) -> ErrorCode? {
            home.refusal(of: EditProfile.self, form, as: person)?.code
        }
        #expect(code(home.sibling) == .notFound)
        #expect(code(home.parent) == .forbidden)
        #expect(code(home.stranger) == .notFound)
        #expect(try list(as: home.player).allSatisfy(\.isEmpty))
    }

    /// Who has left is not listed; who has just joined sees their own.
    @Test func theListHasThePlayersOfToday() throws {
        _ = try edit(home.sibling) { $0.positions = "C" }
        try tell(home.sibling, "Abe Doe", .player, leftAt: home.fixture.now)
        #expect(try list(as: home.parent).map(\.userID) == [home.player.userID])
        #expect(try list(as: home.sibling).last?.positions == "C")
    }
}
