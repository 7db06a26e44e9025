import Contracts
import Foundation
import ServiceKit
import Testing

/// Reminders of overdue follow-ups, and the digest, with real processes.
@Suite(.onePerCore) struct ReminderTests {
    private let system: SystemUnderTest
    private let home: Household
    private let sibling: Person
    private let parent: Person
    private let stranger: Person
    private let coaches: [CoachID]

    init() throws {
        system = try SystemUnderTest()
        home = try system.makeHousehold()
        sibling = try home.makeMember("Sibling", .player)
        parent = try home.makeMember("Parent", .parent)
        stranger = try system.makeHousehold("Stranger", family: "Other").player
        coaches = try ["Ann", "Bob", "Cem"].map { [home] in try home.addCoach($0, "Coach").id }
    }

    private func log(_ coach: CoachID, daysAgo days: Int, as person: Person) throws {
        let at = ProcessClock().now().advanced(by: .seconds(-days * 86_400))
        var form = CreateInteraction.Request(
            type: "email", direction: "outbound", occurredAt: at.text)
        form.coachID = FormField(coach.text)
        _ = try home.call(CreateInteraction.self, form, as: person)
    }

    private func wish(_ people: [Person]) throws {
        for person in people {
            _ = try system.call(
                UpdatePreferences.self, .init(followUpReminders: true), as: person)
        }
    }

    private func reminders(_ person: Person) throws -> [UserNotification] {
        try system.call(ListNotifications.self, .init(), as: person).notifications
            .filter { $0.type == .followUpReminder }
    }

    // N-19: exactly one reminder, whichever process is killed at whichever step. Each start of the
    // service does the housekeeping that is otherwise done every minute.
    @Test(arguments: [
        (Program.interactions, "nudges-recorded"), (.interactions, "nudges-committed"),
        (.notifications, "follow-up-interactions"),
    ])
    func aKilledProcessRemindsOnce(program: Program, point: String) throws {
        for coach in coaches { try log(coach, daysAgo: 25, as: home.player) }
        try log(coaches[0], daysAgo: 25, as: sibling)
        let folder = system.armedFolder(of: program)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let armed = folder + "/kill-\(point)"
        try Data().write(to: URL(fileURLWithPath: armed))
        // The service reads the wishes together: who wishes after a look has to wait for a week.
        system.stop(.interactions)
        try wish([home.player, parent, stranger])
        system.start(.interactions)
        // Three of the player's; the parent has the sibling's, too.
        var isTold = false
        for _ in 0..<10 where !isTold {
            _ = system.kill(.interactions)
            isTold = try Waiting.until(.seconds(6), every: .milliseconds(50)) {
                try system.waitUntilReady(program)
                return try reminders(home.player).count == 3 && reminders(parent).count == 4
            }
        }
        #expect(isTold)
        #expect(!FileManager.default.fileExists(atPath: armed), "\(point) was not reached")
        for process in [Program.interactions, .notifications, .identity, .interactions] {
            try system.killAndWait(process)
        }
        try log(coaches[1], daysAgo: 30, as: home.player)
        let own = try reminders(home.player)
        let titles = ["Ann", "Bob", "Cem"].map { "Follow up with \($0) Coach" }
        #expect(own.map(\.title).sorted() == titles)
        #expect(own.count == 3 && own.allSatisfy { $0.readAt == nil })
        #expect(try reminders(parent).count == 4)
        #expect(try reminders(sibling).isEmpty && reminders(stranger).isEmpty)
    }

    // N-75, R-05: each reader's digest has what the reader may see.
    @Test func aDigestTellsWhatItsReaderMaySee() throws {
        try log(coaches[0], daysAgo: 0, as: home.player)
        try log(coaches[1], daysAgo: 0, as: sibling)
        try log(coaches[2], daysAgo: 30, as: sibling)
        func digest(_ person: Person, _ name: String) throws -> [String: Any] {
            try system.signInOnCommandLine(person, as: name)
            let ran = try system.compass(["digest", "--this", "--json"], as: name)
            #expect(ran.ending == .exit(0), "\(ran.errors)")
            return try ran.object
        }
        func facts(_ digest: [String: Any]) -> [Int?] {
            let contacts = digest["contacts"] as? [String: Any]
            return [contacts?["total"] as? Int, (digest["overdue"] as? [Any])?.count]
        }
        #expect(facts(try digest(home.player, "player")) == [1, 0])
        #expect(facts(try digest(sibling, "sibling")) == [1, 1])
        #expect(facts(try digest(parent, "parent")) == [2, 1])
        let other = try digest(stranger, "stranger")
        #expect(facts(other) == [0, 0] && other["family_name"] as? String == "Other")
        let text = try system.compass(["digest", "--this"], as: "parent")
        #expect(String(decoding: text.output, as: UTF8.self).contains("Cem Coach: Keep in touch"))
        let html = try system.compass(["digest", "--html", "-"], as: "parent")
        #expect(String(decoding: html.output, as: UTF8.self).hasPrefix("<!DOCTYPE html>"))
    }
}
