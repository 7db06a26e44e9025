import Contracts
import ServiceKit

/// A family in a running system, with the player who created it.
struct Household: Sendable {
    let system: SystemUnderTest
    let id: FamilyID
    let codes: FamilyCodes
    var player: Person

    /// Calls an operation in the family as a person, by default as the player.
    func call<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, as person: Person? = nil,
        at service: ServiceName? = nil, key: IdempotencyKey? = nil,
        budget: Duration = SystemUnderTest.patience
    ) throws -> Op.Response {
        try system.call(
            operation, request, as: person ?? player, in: id, at: service, key: key,
            budget: budget)
    }

    /// Calls an operation as the player. Returns the response's JSON.
    func json<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request
    ) throws -> [UInt8] {
        try system.json(operation, request, as: player, in: id)
    }

    /// Returns the error of a call as a person, by default as the player, or `nil` if it succeeds.
    func refusal<Op: Contracts.Operation>(
        of operation: Op.Type, _ request: Op.Request, as person: Person? = nil
    ) -> ServiceError? {
        system.refusal(of: operation, request, as: person ?? player, in: id)
    }

    /// A service's refusal of a person's passport, or `nil` if it is accepted.
    func refusal(at program: Program, of person: Person) -> ServiceError? {
        system.refusal(at: program, of: person, in: id)
    }

    /// Adds a school.
    @discardableResult
    func addSchool(_ name: String = "School") throws -> SchoolID {
        try system.addSchool(name, as: player, in: id)
    }

    /// Adds a coach.
    func addCoach(_ first: String, _ last: String, at school: SchoolID? = nil) throws -> Coach {
        try system.addCoach(first, last, at: school, as: player, in: id)
    }

    /// Logs an e-mail as a person, by default as the player.
    @discardableResult
    func log(
        _ subject: String, at school: SchoolID, as person: Person? = nil
    ) throws -> Interaction {
        try call(CreateInteraction.self, KillFamily.form(subject, at: school), as: person)
            .interaction
    }

    /// Signs up a person, who joins the family with its code for the role.
    func makeMember(_ name: String, _ role: Role) throws -> Person {
        try system.makeMember(name, role, codes)
    }
}
