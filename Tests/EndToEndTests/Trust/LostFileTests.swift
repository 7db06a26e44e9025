import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// Whatever happens to a service's files, the service notices it, reports which file and what to
/// do, and refuses writes; the command that it names leads back to a consistent state.
@Suite(.onePerCore) struct LostFileTests {
    private static let now = Instant(text: "2026-02-10T12:00:00Z")

    @Test(arguments: [Harm.allCases.prefix(6), Harm.allCases.dropFirst(6)])
    func harmIsNoticedAndAccepted(harms: ArraySlice<Harm>) throws {
        let system = try SystemUnderTest(now: Self.now)
        let family = try KillFamily(system)
        try system.settleFiles()
        try system.signInOnCommandLine(family.players[0], as: "player")
        let copy = system.folder.path("copy.sqlite")
        system.stop(.interactions)
        try system.copyFile(of: .interactions, to: copy)
        system.start(.interactions)
        for harm in harms {
            try system.waitUntilReady(.interactions)
            try log("\(harm.rawValue)2z", system, family)
            try log("\(harm.rawValue)3z", system, family)
            try system.waitUntilConsumersAreThere()
            system.killForGood(.interactions)
            try harm.happen(to: system.file(of: .interactions), copy: copy)
            system.start(.interactions)
            try expectRefusal(after: harm, system, family)
            try acceptance(of: harm, system)
            try log("\(harm.rawValue)4z", system, family)
            try system.expectRightSums(of: family)
            // The accepted file is the starting point of the next damage.
            system.stop(.interactions)
            try system.copyFile(of: .interactions, to: copy)
            system.start(.interactions)
        }
    }

    private func log(_ mark: String, _ system: SystemUnderTest, _ family: KillFamily) throws {
        _ = try system.call(
            CreateInteraction.self, KillFamily.form(mark, at: family.schools[0]),
            as: family.players[0], in: family.id)
    }

    private func expectRefusal(
        after harm: Harm, _ system: SystemUnderTest, _ family: KillFamily
    ) throws {
        let words = try system.waitForRefusal(.interactions)
        print("\(harm):", words)
        #expect(words.contains("\(system.file(of: .interactions)) \(harm.words)"), "\(harm)")
        let command = "make accept-loss S=interactions COMPASS_HOME=\(system.home.path)"
        #expect(words.contains(command), "\(harm)")
        #expect(system.processes[.interactions]?.state.update { $0.isReady } == false, "\(harm)")
        let status = try system.compass(["service", "status"])
        #expect(status.ending == .exit(8), "\(harm)")
        let table = String(decoding: status.output, as: UTF8.self)
        #expect(table.contains("records nothing: "), "\(harm): \(table)")
        #expect(table.contains(harm.words), "\(harm): \(table)")
        let create = try system.compass(
            [
                "interactions", "add", "--type", "email", "--direction", "outbound", "--school",
                family.schools[0].text, "--at", "2026-02-10T11:00:00Z", "--timeout", "2s",
            ], as: "player")
        #expect(create.ending != .exit(0), "\(harm)")
        guard harm.leavesReadable else { return }
        _ = Waiting.until {
            system.refusal(of: PingService.self, .init(), at: .interactions) == nil
        }
        let refusal = system.refusal(
            of: CreateInteraction.self, KillFamily.form("no", at: family.schools[0]),
            as: family.players[0], in: family.id)
        #expect(refusal?.code == .dataLoss, "\(harm): \(String(describing: refusal))")
        let list = try system.call(
            ListInteractions.self, ListInteractions.Request(), as: family.parent, in: family.id)
        #expect(!list.interactions.isEmpty, "\(harm)")
    }

    private func acceptance(of harm: Harm, _ system: SystemUnderTest) throws {
        let aside = try system.accept(.interactions)
        #expect(FileManager.default.fileExists(atPath: aside) != harm.isAcceptable, "\(harm)")
        let status = try system.compass(["service", "status"])
        #expect(status.ending == .exit(0), "\(harm): \(status.errors)")
        #expect(
            status.errors.contains(/interactions answers, but: .* after an accepted loss;/),
            "\(harm): \(status.errors)")
    }
}
