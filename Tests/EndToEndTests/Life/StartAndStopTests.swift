import Contracts
import Foundation
import Glibc
import ServiceKit
import Support
import Testing

/// Processes start in any order, stop in order, and each home has one owner.
@Suite(.onePerCore) struct StartAndStopTests {
    /// Every order of the four programs that others depend on, with the others inserted at varying
    /// positions.
    private static var orders: [[Program]] {
        func permutations(_ rest: [Program]) -> [[Program]] {
            guard !rest.isEmpty else { return [[]] }
            return rest.flatMap { first in
                permutations(rest.filter { $0 != first }).map { [first] + $0 }
            }
        }
        let first: [Program] = [.broker, .identity, .coaches, .interactions]
        return permutations(first).enumerated().map { turn, order in
            var order = order
            for program in Program.allCases where !first.contains(program) {
                order.insert(program, at: turn % (order.count + 1))
            }
            return order
        }
    }

    @Test func everyOrderOfStartingBecomesReady() throws {
        let folder = try TemporaryFolder()
        var slowest = Duration.zero
        for order in Self.orders {
            let began = ContinuousClock.now
            let system = try SystemUnderTest(folder: folder, starting: [])
            for program in order {
                system.start(program)
                Waiting.pass(.milliseconds(10))
            }
            for program in order { try system.waitUntilReady(program) }
            slowest = max(slowest, ContinuousClock.now - began)
            #expect(system.refusal(of: PingService.self, .init(), at: .interactions) == nil)
            for program in order {
                #expect(system.stop(program) == .exit(0), "\(order): \(program)")
            }
        }
        print("start: \(Self.orders.count) orders, slowest ready after \(slowest.milliseconds) ms")
    }

    /// Decision 683. The services keep the nice value of whoever starts them.
    @Test func theBrokerPrecedesTheServicesWhereTheSystemPermitsIt() throws {
        let own = getpriority(Self.prioritized, 0)
        // A thread of its own, because only privileged ones can take their own value up again.
        let permission = Watched<Bool?>(nil)
        Thread {
            let isPermitted = setpriority(Self.prioritized, 0, min(own, -5)) == 0
            permission.update { $0 = isPermitted }
        }.start()
        try #require(permission.wait(.seconds(5)) { $0 != nil })
        let expected = permission.update { $0 == true } ? min(own, -5) : own
        let system = try SystemUnderTest(starting: [.broker, .identity])
        let broker = try nicenesses(of: .broker, in: system)
        #expect(broker.count > 1)
        #expect(broker.allSatisfy { $0 == expected }, "\(broker)")
        #expect(try nicenesses(of: .identity, in: system).contains(own))
    }

    private static let prioritized = Int32(PRIO_PROCESS.rawValue)

    /// The nice values of a process's threads.
    private func nicenesses(of program: Program, in system: SystemUnderTest) throws -> [Int32] {
        let processID = try #require(
            system.processes[program]?.state.update { $0.child?.processID })
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(processID)/task")
        return threads.compactMap { id_t($0) }.map { getpriority(Self.prioritized, $0) }
    }

    /// A drain answers requests in flight; requests that arrive meanwhile wait for the next
    /// process.
    @Test func aDrainAnswersEverythingAndEndsWithZero() throws {
        let system = try SystemUnderTest()
        let family = try KillFamily(system)
        let isOver = Watched(false)
        let drains = Watched<[ChildProcess.Ending?]>([])
        Thread {
            for program in [Program.interactions, .coaches, .identity, .interactions] {
                Waiting.pass(.milliseconds(150))
                let starts = system.starts(of: program)
                let ending = system.stop(program)
                drains.update { $0.append(ending) }
                system.start(program)
                try? system.waitUntilReady(program, starts: starts + 1)
            }
            isOver.update { $0 = true }
        }.start()
        let counts = try inParallel(Array(0..<4), threads: 4) { client in
            var count = 0
            while !isOver.update({ $0 }) {
                let mark = "drain \(client) \(count)"
                let form = KillFamily.form(mark, at: family.schools[0])
                // Without an idempotency key, requests that may have been executed are not
                // repeated, so a request dropped by a drain would fail here.
                _ = try system.call(
                    CreateInteraction.self, form, as: family.players[client % 2], in: family.id)
                count += 1
            }
            return count
        }
        #expect(drains.update { $0 } == Array(repeating: .exit(0), count: 4))
        let answer = try system.call(
            ListInteractions.self, ListInteractions.Request(), as: family.parent, in: family.id)
        let sent = counts.reduce(0, +)
        print("drain: \(sent) commands beside \(drains.update { $0.count }) drains")
        #expect(sent > 50)
        #expect(answer.analytics.total == sent + family.keptRows.count)
    }

    @Test func twoSystemsRunSideBySide() throws {
        let (one, other) = (try SystemUnderTest(), try SystemUnderTest())
        let (family, foreign) = (try KillFamily(one), try KillFamily(other))
        for (system, mine) in [(one, family), (other, foreign)] {
            let answer = try system.call(
                ListInteractions.self, ListInteractions.Request(), as: mine.parent, in: mine.id)
            #expect(answer.interactions.count == mine.keptRows.count)
        }
        // A passport of one system is not valid in the other.
        let refusal = other.refusal(
            of: ListInteractions.self, ListInteractions.Request(), as: family.parent, in: family.id)
        #expect(refusal?.code == .unauthenticated)
        one.stopAll()
        #expect(other.refusal(of: PingService.self, .init(), at: .coaches) == nil)
    }

    /// A second process with the same home never serves at the same time as the first.
    @Test(arguments: Program.owners)
    func aSecondOwnerOfAHomeRefusesOrWaits(program: Program) throws {
        let system = try SystemUnderTest()
        let family = try KillFamily(system)
        let second = SupervisedProcess(
            program, environment: system.environment,
            logPath: system.folder.path("second.log")
        ) { _, _ in }
        second.start()
        let becameReady = second.state.wait(.milliseconds(1_500)) { $0.isReady }
        #expect(!becameReady)
        let answer = try system.call(
            ListInteractions.self, ListInteractions.Request(), as: family.parent, in: family.id)
        #expect(answer.interactions.count == family.keptRows.count)
        #expect(system.starts(of: program) == 1)
        second.stop(with: SIGKILL)
        #expect(second.state.update { !$0.endings.contains(.exit(0)) })
    }
}
