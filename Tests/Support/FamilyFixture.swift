public import Contracts

/// A service with a family of a player, a sibling and a parent, and a stranger with a family of
/// their own.
open class FamilyFixture {
    public let fixture: ServiceFixture
    public let family = FamilyID(high: 0xFA, low: 1)
    public let otherFamily = FamilyID(high: 0xFA, low: 2)
    public let player: ServiceFixture.Person
    public let sibling: ServiceFixture.Person
    public let parent: ServiceFixture.Person
    public let stranger: ServiceFixture.Person

    public init(_ fixture: ServiceFixture) {
        self.fixture = fixture
        player = .init([family: .player])
        sibling = .init([family: .player])
        parent = .init([family: .parent])
        stranger = .init([otherFamily: .player])
    }
}
