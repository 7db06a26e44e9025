import Contracts
import Foundation
import ServiceKit
import Testing

/// X-20, D-45, D-46: inbound contacts alert the family, with real processes.
@Suite(.onePerCore) struct AlertTests {
    private let system: SystemUnderTest
    private let home: Household
    private let parent: Person
    private let school: SchoolID

    init() throws {
        system = try SystemUnderTest()
        home = try system.makeHousehold()
        parent = try home.makeMember("Parent", .parent)
        school = try home.addSchool()
    }

    @discardableResult
    private func log(_ direction: Direction = .inbound) throws -> InteractionID {
        var form = KillFamily.form("contact", at: school)
        form.direction = FormField(direction.rawValue)
        form.otherCoachName = "Pat Doyle"
        return try home.call(CreateInteraction.self, form).interaction.id
    }

    private func list(_ person: Person) throws -> ListNotifications.Response {
        try system.call(ListNotifications.self, .init(), as: person).ofContacts
    }

    /// The person's alerts once there are this many, and the time that took.
    private func list(
        _ person: Person, until total: Int
    ) throws -> (page: ListNotifications.Response, delay: Duration) {
        let began = ContinuousClock.now
        var page = try list(person)
        _ = try Waiting.until {
            page = try list(person)
            return page.total == total
        }
        return (page, ContinuousClock.now - began)
    }

    /// Measured from the acknowledged contact.
    @Test func theFamilyIsToldAtOnce() throws {
        var promptness = Promptness()
        for count in 1...6 {
            let id = try log()
            let (page, delay) = try list(parent, until: count)
            let row = try #require(page.notifications.first)
            #expect(row.title == "New Contact from Pat Doyle")
            #expect(row.relatedEntityID.text == id.text)
            #expect(page.total == count && page.unread == count)
            try promptness.add(delay) { _ = try list(parent) }
        }
        promptness.judge("alerts: told")
        let own = try list(home.player, until: 6).page
        #expect(own.total == 6 && own.unread == 0)
        try log(.outbound)
        try log()
        #expect(try list(parent, until: 7).page.total == 7)
    }

    // A sibling gets no alert, since it could not open what another player logged.
    @Test func aSiblingIsToldOfNothing() throws {
        let sibling = try home.makeMember("Sibling", .player)
        try log()
        #expect(try list(parent, until: 1).page.total == 1)
        #expect(try list(home.player).total == 1)
        #expect(try list(sibling).total == 0)
    }

    @Test func preferencesAndMembershipDecideWhoIsTold() throws {
        try log()
        #expect(try list(parent, until: 1).page.total == 1)
        _ = try system.call(UpdatePreferences.self, .init(inboundAlerts: false), as: parent)
        try log()
        #expect(try list(home.player, until: 2).page.total == 2)
        #expect(try list(parent).total == 1)
        _ = try system.call(UpdatePreferences.self, .init(inboundAlerts: true), as: parent)
        let late = try home.makeMember("Late", .parent)
        try log()
        #expect(try list(home.player, until: 3).page.total == 3)
        #expect(try list(parent).total == 2)
        #expect(try list(late).total == 1)
        var removed = parent
        _ = try home.call(RemoveMember.self, .init(userID: parent.userID))
        try system.renewPassport(of: &removed)
        #expect(try list(removed).total == 0)
    }

    /// The others are told of whoever joins, also again, and the history says that they joined.
    @Test func whoComesAgainIsToldOfAgain() throws {
        var late = try home.makeMember("Late", .parent)
        _ = try home.call(RemoveMember.self, .init(userID: late.userID))
        let codes = try home.call(ShowFamilyCodes.self, .init())
        try system.renewPassport(of: &late)
        try system.join(codes.parentCode, as: &late)
        func told(_ person: Person) throws -> [String] {
            try system.call(ListNotifications.self, .init(), as: person).notifications
                .filter { $0.type == .members }.map(\.title).filter { $0.hasPrefix("Late") }
        }
        let joined = "Late joined your family as a parent"
        #expect(try Waiting.until { try told(parent).count == 3 })
        #expect(try told(parent) == [joined, "Late was removed from your family", joined])
        #expect(try told(late).isEmpty)
        let history = try home.call(ListHistory.self, .init(), at: .identity).entries
            .filter { $0.recordID == late.userID.text }.map { HistoryWords($0) { _ in "" }.action }
        #expect(history == ["joined as", "removed", "joined as"])
    }

    @Test func anAlertGoesAndComesBackWithItsContact() throws {
        let id = try log()
        let before = try list(parent, until: 1).page.notifications
        let deletion = try home.call(DeleteInteraction.self, .init(id: id)).operationID
        #expect(try list(parent, until: 0).page.notifications.isEmpty)
        _ = try home.call(UndoOperation.self, .init(operationID: deletion), at: .interactions)
        #expect(try list(parent, until: 1).page.notifications == before)
    }

    /// Logging does not wait for notifications; alerts of what was logged while it was down arrive
    /// later. A contact takes no longer than other commands, of which nobody is told.
    @Test func loggingNeverWaitsForAlerts() throws {
        #expect(system.stop(.notifications) == .exit(0))
        var promptness = Promptness()
        for number in 1...5 {
            let time = try ContinuousClock().measure { try log() }
            try promptness.add(time) {
                _ = try home.addSchool("Other \(number)")
            }
        }
        promptness.judge("alerts: contacts logged, notifications away,")
        system.start(.notifications)
        try system.waitUntilReady(.notifications, starts: 2)
        #expect(try list(parent, until: 5).page.unread == 5)
    }

    /// A service with an empty database reads the feed from its start. Membership periods determine
    /// the alerts; none is duplicated or lost.
    @Test func aFreshServiceComesToTheSameAlerts() throws {
        for _ in 0..<3 { try log() }
        let late = try home.makeMember("Late", .parent)
        try log()
        let before = try list(parent, until: 4).page
        #expect(try list(late, until: 1).page.total == 1)
        system.stop(.notifications)
        let file = system.home.database(of: Program.notifications.rawValue)
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: file + suffix)
        }
        // The operator must accept the loss explicitly.
        let acceptance = system.home.acceptance(of: Program.notifications.rawValue)
        try Data().write(to: URL(fileURLWithPath: acceptance))
        system.start(.notifications)
        try system.waitUntilReady(.notifications, starts: 2)
        let after = try list(parent, until: 4).page
        #expect(
            after.notifications.map(\.relatedEntityID)
                == before.notifications.map(\.relatedEntityID))
        #expect(try list(late, until: 1).page.total == 1)
        #expect(try list(home.player, until: 4).page.unread == 0)
    }

    @Test func theCommandLineListsMarksAndCounts() throws {
        try log()
        try log()
        #expect(try list(parent, until: 2).page.total == 2)
        try system.signInOnCommandLine(parent, as: "parent")
        func compass(_ words: String...) throws -> CommandResult {
            try system.compass(["notifications"] + words, as: "parent")
        }
        let rows = try compass("list", "--unread", "--json").object["notifications"]
        let first = try #require((rows as? [[String: Any]])?.first?["id"] as? String)
        #expect((rows as? [Any])?.count == 2)
        let marked = try compass("read", String(first.suffix(8)))
        #expect(marked.ending == .exit(0))
        #expect(
            String(decoding: marked.output, as: UTF8.self)
                == "1 notification marked as read; 1 still unread\n")
        #expect(try compass("count", "--json").object["unread"] as? Int == 1)
        #expect(try compass("read", "--all", "--json").object["marked"] as? Int == 1)
        #expect(try compass("count").output == Array("Unread\t0\nTotal\t2\n".utf8))
        #expect(try compass("read", "00000000-0000-0000-0000-000000000001").ending == .exit(6))
    }
}
