import Contracts

extension SystemUnderTest {
    /// Signs up a player, who creates a family.
    func makeHousehold(
        _ name: String = "Player", family: String = "Family", timeZone: String = "UTC"
    ) throws -> Household {
        var player = try makePerson(name, .player)
        let made = try makeFamily(family, of: &player, timeZone: timeZone)
        return Household(system: self, id: made.id, codes: made.codes, player: player)
    }

    /// Signs up a person, who joins the family with its code for the role.
    func makeMember(_ name: String, _ role: Role, _ codes: FamilyCodes) throws -> Person {
        var person = try makePerson(name, role)
        try join(role == .parent ? codes.parentCode : codes.playerCode, as: &person)
        return person
    }
}
