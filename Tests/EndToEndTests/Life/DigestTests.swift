import Contracts
import Foundation
import ServiceKit
import Testing

/// Weekly digests that are made and mailed by real processes.
@Suite(.onePerCore) struct DigestTests {
    private static let week = Duration.seconds(7 * 86_400)

    private let mail: MailCatcher
    private let system: SystemUnderTest
    private let home: Household
    private let parent: Person

    init() throws {
        mail = try MailCatcher()
        system = try SystemUnderTest(settings: ["COMPASS_MAIL_COMMAND": mail.command])
        home = try system.makeHousehold()
        parent = try home.makeMember("Parent", .parent)
    }

    private func digests(_ person: Person) throws -> [UserNotification] {
        try system.call(ListNotifications.self, .init(), as: person).notifications
            .filter { $0.type == .weeklyDigest }
    }

    /// Lets a week pass and returns whether a digest is mailed then. Each start of the service
    /// looks at once.
    private func isMailedAWeekLater() throws -> Bool {
        try system.setClocks(timeOfDay: Self.week, machine: Self.week)
        return try Waiting.until(.seconds(60), every: .milliseconds(200)) {
            if try mail.messages.isEmpty { _ = system.kill(.notifications) }
            try system.waitUntilReady(.notifications)
            return try Waiting.until(.seconds(5), every: .milliseconds(50)) {
                try !mail.messages.isEmpty
            }
        }
    }

    // N-120, N-121: made once and mailed, whichever step the service is killed at. A message that
    // was mailed before it was noted comes again with the same id.
    @Test(arguments: ["digest-stored", "digest-made", "digest-mailed"])
    func aKilledServiceMakesOneDigest(point: String) throws {
        try home.log("Call", at: try home.addSchool())
        _ = try system.call(UpdatePreferences.self, .init(weeklyDigest: true), as: parent)
        let armed = system.armedFolder(of: .notifications)
        try FileManager.default.createDirectory(
            atPath: armed, withIntermediateDirectories: true)
        let kill = "\(armed)/kill-\(point)"
        try Data().write(to: URL(fileURLWithPath: kill))
        var parent = parent
        #expect(try isMailedAWeekLater())
        // A message can be seen a moment before the service says that it was mailed.
        let isReached = Waiting.until(.seconds(30), every: .milliseconds(50)) {
            !FileManager.default.fileExists(atPath: kill)
        }
        #expect(isReached, "\(point) was not reached")
        try system.waitUntilReady(.notifications)
        try system.killAndWait(.notifications)
        try system.renewPassport(of: &parent)
        let own = try digests(parent)
        #expect(own.count == 1 && own.first?.title == "Weekly digest: Family")
        let sent = try mail.messages
        #expect(Set(sent.map(\.id)).count == 1)
        #expect(sent.allSatisfy { $0.text.contains("To: <\(parent.email)>") })
        var player = home.player
        try system.renewPassport(of: &player)
        #expect(try digests(player).isEmpty, "nobody gets one without asking")
    }

    // N-120: two weeks later the notification still leads to the digest of its own week.
    @Test func aNotificationLeadsToItsOwnDigest() throws {
        _ = try system.call(UpdatePreferences.self, .init(weeklyDigest: true), as: parent)
        #expect(try isMailedAWeekLater())
        var parent = parent
        try system.renewPassport(of: &parent)
        let row = try #require(try digests(parent).first)
        // The digest's own text names the week: "Week 7, Feb 9 - 15, 2026".
        let words = try #require(row.message).split { $0 == " " || $0 == "," }
        let number = try #require(words.dropFirst().first)
        try system.setClocks(timeOfDay: Self.week * 3, machine: Self.week * 3)
        let browser = Browser(system.home)
        #expect(try browser.signIn(parent).status == 200)
        let target = try #require(
            try browser.send("GET", "/notifications/\(row.id.text)")["location"])
        let prefix = "/digest?week="
        #expect(target.hasPrefix(prefix), "\(target)")
        let week = try #require(ISOWeek(text: String(target.dropFirst(prefix.count))))
        #expect(number == "\(week.number)")
        let page = try browser.open(target)
        #expect(page.status == 200 && page.text.contains("Week \(week.number),"))
    }
}
