import Contracts

extension SystemUnderTest {
    /// Signs up a player, who creates a family.
    func makePlayer(
        _ name: String = "Player", family: String = "Family", timeZone: String = "UTC"
    ) throws -> (player: Person, id: FamilyID, codes: FamilyCodes) {
        var player = try makePerson(name, .player)
        let made = try makeFamily(family, of: &player, timeZone: timeZone)
        return (player, made.id, made.codes)
    }

    /// Creates a family of a player, a sibling and a parent.
    func makeHousehold() throws -> (
        player: Person, sibling: Person, parent: Person, id: FamilyID, codes: FamilyCodes
    ) {
        let (player, id, codes) = try makePlayer()
        return (
            player, try makeMember("Sibling", .player, codes),
            try makeMember("Parent", .parent, codes), id, codes
        )
    }

    /// Signs up a person, who joins the family with its code for the role.
    func makeMember(_ name: String, _ role: Role, _ codes: FamilyCodes) throws -> Person {
        var person = try makePerson(name, role)
        try join(role == .parent ? codes.parentCode : codes.playerCode, as: &person)
        return person
    }
}
