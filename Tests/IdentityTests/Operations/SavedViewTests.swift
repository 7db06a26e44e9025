import Contracts
import ServiceKit
import Support
import Testing

@testable import Identity

@Suite("Saved filters")
struct SavedViewTests {
    private let identity: IdentityFixture
    private let ana: Person
    private let ben: Person
    private let pat: Person
    private let stranger: Person
    private let family: FamilyID
    private let otherFamily: FamilyID

    init() throws {
        identity = try IdentityFixture()
        let (player, family, codes) = try identity.family(of: identity.person("Ana", .player))
        ana = player
        self.family = family
        ben = try identity.joined(identity.person("Ben", .player), codes.playerCode)
        pat = try identity.joined(identity.person("Pat", .parent), codes.parentCode)
        let (other, otherFamily, _) = try identity.family(of: identity.person("Sam", .player))
        stranger = other
        self.otherFamily = otherFamily
    }

    private static func filters(_ days: Int = 30) -> [SavedFilter] {
        [SavedFilter(flag: "days", value: "\(days)")]
    }

    @discardableResult
    private func save(
        _ name: String, _ list: ViewedList = .interactions, days: Int = 30, shared: Bool = false,
        as person: Person? = nil, in family: FamilyID? = nil
    ) throws -> SaveView.Response {
        let filters =
            list == .interactions
            ? Self.filters(days) : [SavedFilter(flag: "search", value: "camp")]
        return try identity.call(
            SaveView.self, .init(list: list, name: name, filters: filters, isShared: shared),
            as: person ?? ana, family: family ?? self.family)
    }

    private func views(
        _ person: Person, of list: ViewedList? = nil, in family: FamilyID? = nil
    ) throws -> [SavedView] {
        try identity.call(
            ListViews.self, .init(list: list), as: person, family: family ?? self.family
        ).views
    }

    private func removal(
        _ view: SavedView, as person: Person, in family: FamilyID? = nil
    ) -> ErrorCode? {
        identity.code(
            RemoveView.self, .init(id: view.id), as: person, family: family ?? self.family)
    }

    // N-27
    @Test func filtersAreSavedReplacedAndRemoved() throws {
        let first = try save("Overdue")
        #expect(!first.replaced && first.view.ownerName == ana.user.fullName)
        let second = try save(" ÓVERDUE ", days: 14)
        #expect(second.replaced && second.view.id == first.view.id)
        let shown = try views(ana)
        #expect(shown == [second.view])
        #expect(shown[0].name == "ÓVERDUE" && shown[0].filters == Self.filters(14))
        // The same name for another list is another filter.
        try save("Overdue", .coaches)
        #expect(try views(ana).map(\.list) == [.interactions, .coaches])
        #expect(try views(ana, of: .coaches).count == 1)
        #expect(removal(shown[0], as: ana) == nil)
        #expect(try views(ana).map(\.list) == [.coaches])
        #expect(removal(shown[0], as: ana) == .notFound)
    }

    // N-29: others see what is shared, and only its owner changes it.
    @Test func othersSeeWhatIsShared() throws {
        try save("Private")
        let shared = try save("Shared", shared: true).view
        let parents = try save("Parents", as: pat).view
        #expect(try views(ana).map(\.name) == ["Private", "Shared"])
        #expect(try views(ben) == [shared])
        #expect(try views(pat).map(\.name) == ["Parents", "Shared"], "own ones first")
        for person in [ben, pat] {
            #expect(removal(shared, as: person) == .notFound)
        }
        #expect(removal(parents, as: ana) == .notFound)
        // A name of one's own may be that of a shared filter of somebody else's.
        try save("Shared", days: 7, as: ben)
        #expect(try views(ben).map(\.name) == ["Shared", "Shared"])
        #expect(try views(ben).first?.ownerID == ben.user.id)
        // What is no longer shared is gone for the others.
        try save("Shared")
        #expect(try views(pat).map(\.name) == ["Parents"])
    }

    // N-29: with filters of the same name in their own family.
    @Test func strangersLearnNothing() throws {
        let shared = try save("Shared", shared: true).view
        let own = try save("Shared", shared: true, as: stranger, in: otherFamily).view
        #expect(try views(stranger, in: otherFamily) == [own])
        #expect(removal(shared, as: stranger, in: otherFamily) == .notFound)
        #expect(removal(shared, as: stranger) == .notFound)
        #expect(
            identity.code(ListViews.self, .init(), as: stranger, family: family) == .notFound)
        #expect(
            identity.code(
                SaveView.self,
                .init(list: .interactions, name: "Shared", filters: Self.filters()),
                as: stranger, family: family) == .notFound)
        #expect(try views(ana) == [shared])
    }

    // N-27
    @Test func aMemberSavesALimitedNumber() throws {
        for number in 0..<SavedViewLimit.perMember { try save("Filter \(number)") }
        #expect(
            identity.code(
                SaveView.self,
                .init(list: .interactions, name: "One more", filters: Self.filters()), as: ana,
                family: family) == .conflict)
        #expect(try save("Filter 0", days: 7).replaced, "replacing one is always possible")
        try save("Of another", as: ben)
        #expect(removal(try views(ana)[0], as: ana) == nil)
        try save("One more")
        #expect(try views(ana).count == SavedViewLimit.perMember)
    }

    // N-29: they end with the membership, shared or not.
    @Test func theyEndWithTheMembership() throws {
        try save("Shared", shared: true, as: pat)
        try save("Own", as: pat)
        try save("Ana's")
        #expect(try views(ana).map(\.name) == ["Ana's", "Shared"])
        try identity.call(LeaveFamily.self, EmptyRequest(), as: pat, family: family)
        #expect(try views(ana).map(\.name) == ["Ana's"])
        let codes = try identity.call(
            ShowFamilyCodes.self, EmptyRequest(), as: ana, family: family)
        let back = try identity.joined(identity.renewed(pat), codes.parentCode)
        #expect(try views(back).isEmpty)
    }

    // N-29: the audit has no name, which only the owner may know.
    @Test func theAuditNamesNoFilter() throws {
        let view = try save("Nobody knows").view
        #expect(removal(view, as: ana) == nil)
        let told = try identity.changes().filter { $0.type.hasPrefix("user.filter") }
        #expect(told.map(\.type) == [IdentityFeed.viewSaved, IdentityFeed.viewRemoved])
        #expect(told.allSatisfy { !$0.payload.contains("Nobody") })
    }
}
