import Contracts
import Foundation
import Glibc
import ServiceKit

/// A player at the command line, with two schools and a coach.
struct LoggingFamily {
    static let player = "player"

    let system: SystemUnderTest
    let home: Household
    let school: SchoolID

    init() throws {
        system = try SystemUnderTest()
        home = try system.makeHousehold()
        school = try home.addSchool("Ash College")
        _ = try home.addSchool("Birch College")
        _ = try home.addCoach("Pat", "Doyle", at: school)
        try system.signInOnCommandLine(home.player, as: Self.player)
    }

    func open(_ words: String...) throws -> TerminalSession {
        try TerminalSession(system, words, as: Self.player)
    }

    /// Runs a short command of the same program, which asks another service.
    func runCommand() throws {
        _ = try system.compass(["notifications", "count"], as: Self.player)
    }

    var interactions: [Interaction] {
        get throws {
            try home.call(ListInteractions.self, .init()).interactions
        }
    }

    var coaches: [Coach] {
        get throws { try home.call(ListCoaches.self, .init()).coaches }
    }

    /// Waits until at least this many interactions are stored.
    func waitForInteractions(_ count: Int) throws -> Bool {
        try Waiting.until { try interactions.count >= count }
    }

    /// The keys of commands stored before they were sent.
    var storedKeys: Set<String> {
        let files = try? FileManager.default.contentsOfDirectory(
            atPath: "\(system.home.commandLineFolder)/pending")
        return Set(
            (files ?? []).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) })
    }

    /// The number of requests that the broker has dispatched to interactions and that are
    /// unanswered.
    func requestsInFlight() throws -> Int {
        let stats = try system.compass(["service", "stats", "broker", "--json"]).object
        let services = stats["services"] as? [[String: Any]] ?? []
        let workers = services.first { $0["name"] as? String == "interactions" }?["workers"]
        return (workers as? [[String: Any]] ?? []).reduce(0) {
            $0 + ($1["in_flight"] as? Int ?? 0)
        }
    }
}
