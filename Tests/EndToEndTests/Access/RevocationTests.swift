import Contracts
import Foundation
import Glibc
import ServiceKit
import Synchronization
import Testing

/// Every service rejects a passport within a second of an acknowledged logout or removal, and of
/// its restart if identity is killed right after its response.
@Suite(.onePerCore) struct RevocationTests {
    /// The way in which the passport is revoked.
    enum Cut: String, CaseIterable {
        case logout
        case logoutEverywhere
        case removal
        case leave
        case endOfSession
        case passwordChange
    }

    /// The longest time from the acknowledgement to the last service's refusal, besides the time
    /// that a killed identity service needed to be ready again. On a busy machine it is as long as
    /// some ordinary answers took meanwhile (`Promptness`).
    static let limit = Duration.seconds(1)
    /// When the test gives up: far beyond the limit, and enough for a restart.
    static let patience = SystemUnderTest.readyLimit + SystemUnderTest.patience
    private static let rounds = 3

    @Test func endedPassportsAreRefusedWithinASecond() throws {
        let system = try SystemUnderTest()
        let scene = try Scene(system)
        var worst: [String: Duration] = [:]
        for cut in Cut.allCases {
            for isKilled in [false, true] {
                for _ in 0..<Self.rounds {
                    let (delays, limit) = try scene.measure(cut, killingIdentity: isKilled)
                    for (program, delay) in delays {
                        let name =
                            "\(cut.rawValue)\(isKilled ? ", identity killed" : ""): \(program)"
                        worst[name] = max(worst[name] ?? .zero, delay)
                        #expect(delay <= limit, "\(name) after \(delay), limit \(limit)")
                    }
                }
            }
        }
        for (name, delay) in worst.sorted(by: { $0.key < $1.key }) {
            print("revocation: \(name) \(delay.milliseconds) ms at worst")
        }
        #expect(worst.count == Cut.allCases.count * 2 * Program.services.count)
        let kills = Array(
            repeating: ChildProcess.Ending.signal(SIGKILL), count: Cut.allCases.count * Self.rounds)
        #expect(system.endings(of: .identity) == kills)
    }

    /// A service that was down when the session ended must know of it before its first response.
    @Test(arguments: [
        Program.coaches, .interactions, .events, .notifications, .analytics, .hooks,
    ])
    func aServiceThatWasAwayRefusesFromItsFirstAnswer(program: Program) throws {
        let system = try SystemUnderTest()
        let scene = try Scene(system)
        for _ in 0..<3 {
            let parent = try scene.joinedParent()
            #expect(scene.refusal(at: program, of: parent) == nil)
            #expect(system.stop(program) == .exit(0))
            _ = try system.call(Logout.self, .init(), as: parent)
            system.start(program)
            let refusal = scene.refusal(at: program, of: parent)
            #expect(refusal?.code == .unauthenticated, "\(program) answered \(refusal as Any)")
        }
    }

    /// The same however slow the service is: its writer is held right after the revocation is
    /// reported as read.
    @Test(arguments: [
        Program.coaches, .interactions, .events, .notifications, .analytics, .hooks,
    ])
    func aServiceThatWasAwayRefusesWhileItsWriterStandsStill(program: Program) throws {
        let system = try SystemUnderTest()
        let scene = try Scene(system)
        let parent = try scene.joinedParent()
        #expect(scene.refusal(at: program, of: parent) == nil)
        #expect(system.stop(program) == .exit(0))
        _ = try system.call(Logout.self, .init(), as: parent)
        let hold = try Hold("follow-up-identity", of: program, in: system)
        defer { hold.release() }
        system.start(program)
        let refusal = scene.refusal(at: program, of: parent)
        #expect(refusal?.code == .unauthenticated, "\(program) answered \(refusal as Any)")
    }

    /// A new passport states the new rights; the old one is rejected.
    @Test func aRemovedParentWithAFreshPassportIsAStranger() throws {
        let system = try SystemUnderTest()
        let scene = try Scene(system)
        var parent = try scene.joinedParent()
        _ = try scene.home.call(RemoveMember.self, .init(userID: parent.userID))
        try system.renewPassport(of: &parent)
        #expect(scene.refusal(at: .interactions, of: parent)?.code == .notFound)
        #expect(scene.refusal(at: .coaches, of: parent)?.code == .notFound)
        #expect(scene.refusal(at: .identity, of: parent) == nil)
    }
}

/// A family with parents who join and leave.
private struct Scene: Sendable {
    let system: SystemUnderTest
    let home: Household

    init(_ system: SystemUnderTest) throws {
        self.system = system
        home = try system.makeHousehold()
    }

    /// Reads the codes again, since removing a member replaces them.
    func joinedParent() throws -> Person {
        let codes = try home.call(ShowFamilyCodes.self, .init())
        return try system.makeMember("Parent", .parent, codes)
    }

    /// A service's refusal of this passport, or `nil` if it is accepted.
    func refusal(at program: Program, of person: Person) -> ServiceError? {
        home.refusal(at: program, of: person)
    }

    /// Revokes a passport accepted by every service. Returns the time until each rejects it for
    /// good, from when a killed identity service is ready again, and the limit of these times.
    func measure(
        _ cut: RevocationTests.Cut, killingIdentity: Bool
    ) throws -> (delays: [(Program, Duration)], limit: Duration) {
        let parent = try joinedParent()
        for program in Program.services {
            if let refusal = refusal(at: program, of: parent) {
                throw SystemUnderTest.Failure(description: "\(program) refused early: \(refusal)")
            }
        }
        let starts = system.starts(of: .identity)
        try revoke(cut, parent)
        let acknowledged = ContinuousClock.now
        let readyAt = Mutex(acknowledged)
        let killing = DispatchGroup()
        if killingIdentity {
            DispatchQueue.global().async(group: killing) {
                _ = system.kill(.identity)
                try? system.waitUntilReady(.identity, starts: starts + 1)
                readyAt.withLock { $0 = .now }
            }
        }
        let promptness = Mutex(Promptness(limit: RevocationTests.limit))
        let delays = try inParallel(Program.services, threads: Program.services.count) { program in
            // What identity answers while it is away says nothing about the machine.
            let measures = !(killingIdentity && program == .identity)
            let last = try lastAcceptance(at: program, of: parent, since: acknowledged) {
                guard measures, let answer = answerTime(of: program) else { return }
                promptness.withLock { $0.add(answer: answer) }
            }
            return (program, last - acknowledged)
        }
        killing.wait()
        for program in Program.services {
            let refusal = refusal(at: program, of: parent)
            guard refusal?.code == .unauthenticated else {
                throw SystemUnderTest.Failure(
                    description: "\(program) accepted it again: \(refusal as Any)")
            }
        }
        let restart = readyAt.withLock { $0 } - acknowledged
        return (
            delays.map { program, delay in (program, max(.zero, delay - restart)) },
            promptness.withLock { $0.limit }
        )
    }

    private func revoke(_ cut: RevocationTests.Cut, _ parent: Person) throws {
        switch cut {
        case .logout: _ = try system.call(Logout.self, .init(), as: parent)
        case .logoutEverywhere:
            _ = try system.call(Logout.self, .init(everywhere: true), as: parent)
        case .removal:
            _ = try home.call(RemoveMember.self, .init(userID: parent.userID))
        case .leave: _ = try home.call(LeaveFamily.self, .init(), as: parent)
        case .endOfSession:
            let other = try system.signIn(
                email: parent.email, password: parent.password)
            _ = try system.call(EndSession.self, .init(sessionID: parent.sessionID), as: other)
        case .passwordChange:
            _ = try system.call(
                ChangePassword.self,
                .init(currentPassword: parent.password, newPassword: parent.password + "-new"),
                as: parent)
        }
    }

    /// When a service last accepted a passport, or `acknowledged` if it did not any more.
    /// `meanwhile` runs after each answer.
    private func lastAcceptance(
        at program: Program, of parent: Person, since acknowledged: ContinuousClock.Instant,
        meanwhile: () -> Void
    ) throws -> ContinuousClock.Instant {
        var last = acknowledged
        let end = acknowledged + RevocationTests.patience
        while ContinuousClock.now < end {
            let refusal = refusal(at: program, of: parent)
            // Measures up to the last response that accepted the passport.
            if refusal == nil { last = .now }
            meanwhile()
            if refusal?.code == .unauthenticated { return last }
        }
        throw SystemUnderTest.Failure(description: "\(program) still accepts it")
    }

    /// The time of an answer to the player, who keeps all rights; `nil` if there is none.
    private func answerTime(of program: Program) -> Duration? {
        let began = ContinuousClock.now
        guard refusal(at: program, of: home.player) == nil else { return nil }
        return ContinuousClock.now - began
    }
}
