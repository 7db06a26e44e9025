import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// A database restored from a copy together with its record looks intact to its own service. Its
/// consumers have read more of its feed and report that. Once the loss is accepted they read the
/// feed again; nothing is skipped, and no lost record remains.
@Suite(.onePerCore) struct RestoredFileTests {
    private static let now = Instant(text: "2026-02-10T12:00:00Z")

    /// `isPassed`: the feed grew past the consumers' cursors before they asked again.
    @Test(arguments: [false, true])
    func aRestoredProducerIsNoticedByThoseWhoFollowIt(isPassed: Bool) throws {
        let (system, family, copy) = try copied(.coaches)
        try system.waitUntilReady(.coaches)
        for number in 0..<5 { try add("Ghost \(number)", system, family) }
        try system.expectRightSums(of: family)
        let consumers = Program.services.filter { $0.followed.contains(.coaches) }
        for program in consumers + [.coaches] { system.stop(program) }
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: system.file(of: .coaches) + suffix)
        }
        for suffix in ["", ".life"] {
            let path = system.file(of: .coaches) + suffix
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.copyItem(atPath: copy + suffix, toPath: path)
        }
        let starts = system.starts(of: .coaches)
        system.start(.coaches)
        try system.waitUntilReady(.coaches, starts: starts + 1)
        if isPassed {
            for number in 0..<9 { try add("Other \(number)", system, family) }
        }
        for program in consumers { system.start(program) }
        let words = try system.waitForRefusal(.coaches)
        print("restored:", words)
        #expect(words.contains("is older than what others have seen of it: "))
        #expect(words.contains(isPassed ? "another change" : "but it ends at"))
        let refusal = system.refusal(
            of: AddSchool.self, .init(name: "No"), as: family.players[0], in: family.id)
        #expect(refusal?.code == .dataLoss)
        // After the next start the service knows at once, before any request.
        for program in consumers { system.stop(program) }
        let log = "\(system.home.logFolder)/coaches.log"
        system.killForGood(.coaches)
        try Data().write(to: URL(fileURLWithPath: log))
        system.start(.coaches)
        #expect(Waiting.until { system.logTail(of: .coaches).contains("writes are refused") })
        try system.accept(.coaches)
        for program in consumers { system.start(program) }
        for number in 0..<20 { try add("New \(number)", system, family) }
        try system.expectRightSums(of: family)
        let names = try system.call(
            ListSchools.self, .init(), as: family.parent, in: family.id
        ).schools.map(\.name)
        #expect(names.count { $0.hasPrefix("New ") } == 20)
        #expect(names.count { $0.hasPrefix("Other ") } == (isPassed ? 9 : 0))
        #expect(!names.contains { $0.hasPrefix("Ghost ") })
        // A lost school is unknown everywhere, a new one is known.
        let form = KillFamily.form("after", at: family.schools[1])
        _ = try system.call(
            CreateInteraction.self, form, as: family.players[0], in: family.id)
    }

    /// A restored consumer notices by its own record that it is behind. Once that is accepted, it
    /// continues from its older cursor.
    @Test func aRestoredConsumerReadsOnFromItsOlderPlace() throws {
        let (system, family, copy) = try copied(.interactions)
        for number in 0..<5 { try add("School \(number)", system, family) }
        try system.waitUntilReady(.interactions)
        try system.waitUntilConsumersAreThere()
        system.stop(.interactions)
        let path = system.file(of: .interactions)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: copy, toPath: path)
        system.start(.interactions)
        #expect(try system.waitForRefusal(.interactions).contains("is older than it was left"))
        try system.accept(.interactions)
        try system.expectRightSums(of: family)
    }

    /// A system whose program has a copy of its database, and goes on.
    private func copied(
        _ program: Program
    ) throws -> (system: SystemUnderTest, family: KillFamily, copy: String) {
        let system = try SystemUnderTest(now: Self.now)
        let family = try KillFamily(system)
        try system.settleFiles()
        let copy = system.folder.path("copy.sqlite")
        system.stop(program)
        try system.copyFile(of: program, to: copy)
        system.start(program)
        return (system, family, copy)
    }

    private func add(_ name: String, _ system: SystemUnderTest, _ family: KillFamily) throws {
        _ = try system.call(
            AddSchool.self, .init(name: name), as: family.players[0], in: family.id)
    }
}
