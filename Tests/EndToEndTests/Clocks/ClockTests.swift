import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Testing

/// Clocks that jump while the system runs, and clocks that differ between processes.
@Suite(.onePerCore) struct ClockTests {
    private static let day = Duration.seconds(86_400)
    private static let month = Duration.seconds(31 * 86_400)

    private let system: SystemUnderTest
    private let home: Household
    private let school: SchoolID

    init() throws {
        system = try SystemUnderTest()
        home = try system.makeHousehold()
        school = try home.addSchool()
    }

    private func joinedParent() throws -> Person {
        try home.makeMember("Parent", .parent)
    }

    /// A service's refusal of a member's passport, or `nil` if it is accepted.
    private func refusal(at program: Program, of person: Person) -> ServiceError? {
        home.refusal(at: program, of: person)
    }

    private func log(_ subject: String) throws -> InteractionID {
        try home.log(subject, at: school).id
    }

    // MARK: Clocks that were ahead

    @Test func aClockThatWasAheadForgetsNoLogout() throws {
        try system.setClocks(timeOfDay: Self.day)
        let leaver = try joinedParent()
        for program in Program.services { #expect(refusal(at: program, of: leaver) == nil) }
        try system.setClocks(timeOfDay: .zero)
        _ = try system.call(Logout.self, .init(), as: leaver)
        for program in Program.services {
            #expect(
                Waiting.until { refusal(at: program, of: leaver)?.code == .unauthenticated })
            // The revocation also survives a restart of the service.
            #expect(system.stop(program) == .exit(0))
            system.start(program)
            let answer = refusal(at: program, of: leaver)
            #expect(answer?.code == .unauthenticated, "\(program) answered \(answer as Any)")
        }
    }

    /// A passport issued while the clock was ahead is valid for five minutes, not for a day.
    @Test func aClockThatWasAheadLeavesNoPassports() throws {
        try system.setClocks(timeOfDay: Self.day)
        var parent = try joinedParent()
        system.keepPassport(of: parent)
        try system.setClocks(timeOfDay: .zero)
        for program in Program.services { #expect(refusal(at: program, of: parent) == nil) }
        try system.setClocks(timeOfDay: Passport.lifetimeMax, machine: Passport.lifetimeMax)
        for program in Program.services {
            #expect(refusal(at: program, of: parent)?.code == .unauthenticated)
        }
        try system.renewPassport(of: &parent)
        for program in Program.services { #expect(refusal(at: program, of: parent) == nil) }
    }

    // MARK: The trash

    private func trash(_ person: Person) throws -> [OperationID] {
        try home.call(
            ListOperations.self, .init(), as: person, at: .interactions
        ).operations.map(\.id)
    }

    /// Triggers the housekeeping of interactions by purging a record. The writer runs it before the
    /// second of the two commands that follow.
    private func doHousekeeping(as player: Person) throws {
        func log(_ subject: String) throws -> InteractionID {
            try home.log(subject, at: school, as: player).id
        }
        let deletion = try home.call(
            DeleteInteraction.self, .init(id: try log("purged")), as: player
        ).operationID
        _ = try home.call(
            PurgeOperations.self, .init(operationID: deletion), as: player, at: .interactions)
        for subject in ["first", "second"] { _ = try log(subject) }
    }

    @Test func someSecondsAMonthAheadEmptyNoTrashAndAMonthDoes() throws {
        let id = try log("kept")
        let deletion = try home.call(DeleteInteraction.self, .init(id: id)).operationID
        try system.setClocks(timeOfDay: Self.month)
        try doHousekeeping(as: home.player)
        #expect(try trash(home.player) == [deletion])
        try system.setClocks(timeOfDay: .zero)
        _ = try home.call(UndoOperation.self, .init(operationID: deletion), at: .interactions)
        #expect(refusal(at: .interactions, of: home.player) == nil)
        _ = try home.call(DeleteInteraction.self, .init(id: id))
        // Time passes on both clocks.
        try system.setClocks(timeOfDay: Self.month, machine: Self.month)
        let later = try system.signIn(
            email: home.player.email, password: home.player.password)
        let isEmpty = try Waiting.until {
            try doHousekeeping(as: later)
            return try trash(later).isEmpty
        }
        #expect(isEmpty)
    }

    // MARK: Differing clocks

    /// Clocks hours apart; each process uses its own.
    @Test func processesWithDifferentClocksWorkTogether() throws {
        for (index, program) in Program.allCases.enumerated() {
            try system.setClocks(
                of: [program], timeOfDay: .seconds(3_600 * (index - 3) * 5))
        }
        let parent = try joinedParent()
        for program in Program.services { #expect(refusal(at: program, of: parent) == nil) }
        let id = try log("over skewed clocks")
        let listed = try home.call(ShowInteraction.self, .init(id: id))
        #expect(listed.interaction.id == id)
        let deletion = try home.call(DeleteInteraction.self, .init(id: id)).operationID
        #expect(try trash(home.player) == [deletion])
        _ = try system.call(Logout.self, .init(), as: parent)
        for program in Program.services {
            #expect(
                Waiting.until { refusal(at: program, of: parent)?.code == .unauthenticated })
        }
    }
}
