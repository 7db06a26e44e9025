import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// Text as people read it: `notifications …` (D-46).
@Suite struct NotificationCommandTests {
    private static let script: ScriptedTransport.Script = { answer(to: $0, page: page) }
    private static let page = [
        row(0xd0d0_0001, "Pat Doyle", .phoneCall, isRead: false),
        row(0xd0d0_0002, "A coach", .text, isRead: true),
    ]

    private static func row(
        _ number: UInt64, _ name: String, _ type: InteractionType, isRead: Bool,
        family: FamilyID = Fixture.familyID
    ) -> UserNotification {
        UserNotification(
            id: Fixture.id(number), userID: Fixture.playerID, familyUnitID: family,
            type: .inboundInteraction, title: "New Contact from \(name)",
            message:
                "\(name) reached out via \(type.label). View the interaction to see details.",
            priority: .normal, relatedEntityType: .interaction,
            relatedEntityID: Fixture.id(0xaaaa_0000 | number & 0xFF),
            scheduledFor: Fixture.created, readAt: isRead ? Fixture.created : nil)
    }

    private static var deviceRow: UserNotification {
        var row = row(0xd0d0_0003, "", .email, isRead: false)
        row.title = NotificationListText.newDevice("Firefox on Linux").title
        row.message = NotificationListText.newDevice("Firefox on Linux").message
        (row.type, row.relatedEntityType) = (.newDevice, .session)
        return row
    }

    private static func answer(to call: OutgoingCall, page: [UserNotification]) -> Outcome {
        let counts = NotificationCounts(
            total: page.count, unread: page.count { $0.readAt == nil })
        switch call.operation {
        case "notifications.list":
            let isUnreadOnly = String(decoding: call.payload, as: UTF8.self)
                .contains("\"unread\":true")
            return Fixture.answer(
                ListNotifications.Response(
                    notifications: page.filter { !isUnreadOnly || $0.readAt == nil },
                    counts: counts))
        case "notifications.counts": return Fixture.answer(counts)
        case "notifications.markRead":
            return Fixture.answer(MarkNotificationsRead.Response(marked: 1, unread: 0))
        default: return Fixture.answers(to: call, role: .player)
        }
    }

    // N-74
    @Test func aSignInLeadsToTheSessions() throws {
        let device = Self.deviceRow
        let signedIn = try harness { Self.answer(to: $0, page: [device]) }
        let ran = signedIn.run("notifications list", traits: terminal(80))
        #expect(
            ran.out.contains(
                """
                  New sign-in on Firefox on Linux
                  If this was not you, sign that device out and change your password.
                  compass sessions list
                """))
        let table = signedIn.run("notifications list -o csv")
        #expect(table.out.contains("change your password.\",,Lee Family"))
    }

    private func harness(
        _ script: @escaping ScriptedTransport.Script = script
    ) throws -> CompassHarness {
        try CompassHarness.signedIn(script)
    }

    private func terminal(_ columns: Int) -> TerminalTraits {
        TerminalTraits(isTerminal: true, columns: columns)
    }

    private func sent(_ harness: CompassHarness) throws -> String {
        let call = try #require(
            harness.transport.seen.last { $0.operation == "notifications.markRead" })
        return String(decoding: call.payload, as: UTF8.self)
    }

    //
    @Test func aNarrowTerminalGetsAFewLinesEach() throws {
        let ran = try harness().run("notifications list", traits: terminal(80))
        #expect(
            ran.out == """
                Notifications
                Unread: 1   Total: 2

                d0d00001  Feb 3, 2026, 2:00 PM  unread
                  New Contact from Pat Doyle
                  Pat Doyle reached out via Phone Call. View the interaction to see details.
                  compass interactions show aaaa0001

                d0d00002  Feb 3, 2026, 2:00 PM  read
                  New Contact from A coach
                  A coach reached out via Text. View the interaction to see details.
                  compass interactions show aaaa0002

                Mark as read: compass notifications read ID, or --all

                """)
        #expect(ran.err.isEmpty && ran.code == .success)
    }

    @Test func aWideTerminalGetsATable() throws {
        #expect(
            try harness().run("notifications list", traits: terminal(200)).out == """
                Notifications
                Unread: 1   Total: 2

                ID        Date                  State   Title                       Message                                                                     Interaction
                d0d00001  Feb 3, 2026, 2:00 PM  unread  New Contact from Pat Doyle  Pat Doyle reached out via Phone Call. View the interaction to see details.  aaaa0001
                d0d00002  Feb 3, 2026, 2:00 PM  read    New Contact from A coach    A coach reached out via Text. View the interaction to see details.          aaaa0002

                Mark as read: compass notifications read ID, or --all

                """)
    }

    @Test(arguments: [30, 60, 80, 129, 200])
    func linesNeverPassTheWidth(columns: Int) throws {
        let ran = try harness().run("notifications list", traits: terminal(columns))
        for line in ran.out.split(separator: "\n") where line.hasPrefix("  ") {
            #expect(DisplayWidth.columns(of: String(line)) <= max(columns, 44))
        }
    }

    // whose it is, and how to look into another family than the one in force.
    @Test func familiesAreNamedToWhoeverHasSeveral() throws {
        let other = Membership(
            familyUnitID: Fixture.otherFamilyID, name: "Other Family", role: .parent,
            timeZone: "UTC")
        let rows = [
            Self.row(0xd0d0_0001, "Pat Doyle", .email, isRead: true),
            Self.row(0xd0d0_0002, "Jo Doe", .email, isRead: true, family: other.familyUnitID),
        ]
        let harness = try harness { call in
            guard call.operation == "passports.issue" else {
                return Self.answer(to: call, page: rows)
            }
            return Fixture.answer(
                IssuePassport.Response(
                    passport: "AQID", expiresAt: Instant(milliseconds: 1_770_725_100_000),
                    user: Fixture.user(.parent), families: [Fixture.membership(.parent), other]))
        }
        let lines = harness.run("notifications list", traits: terminal(80)).out
            .split(separator: "\n")
        #expect(lines.contains("  Lee Family") && lines.contains("  Other Family"))
        #expect(lines.contains("  compass interactions show aaaa0001"))
        #expect(lines.contains("  compass interactions show aaaa0002 --family 'Other Family'"))
        let table = harness.run("notifications list", traits: terminal(200)).out
        #expect(table.contains("Interaction  Family\n"))
    }

    @Test func aPipeGetsFullValuesAndTheFamily() throws {
        let ran = try harness().run("notifications list")
        #expect(
            ran.out.hasPrefix("ID\tDate\tState\tTitle\tMessage\tInteraction\tFamily\n"))
        #expect(
            ran.out.contains("\t2026-02-03T14:00:00.000Z\tunread\tNew Contact from Pat Doyle\t"))
        #expect(ran.out.contains("\tLee Family\n"))
        #expect(ran.err.contains("Unread: 1   Total: 2"))
    }

    @Test func jsonIsTheServicesAnswer() throws {
        let ran = try harness().run("notifications list --unread --json")
        #expect(ran.out.contains("\"total\":2"))
        #expect(ran.out.contains("d0d00001") && !ran.out.contains("d0d00002"))
        let names = try harness().run("notifications list -o name")
        #expect(names.out.split(separator: "\n").count == 2)
    }

    @Test func emptyListsSaySo() throws {
        let none = try harness { Self.answer(to: $0, page: []) }
            .run("notifications list", traits: terminal(80))
        #expect(none.out.contains("No notifications yet\n"))
        let read = try harness { Self.answer(to: $0, page: [Self.page[1]]) }
            .run("notifications list --unread", traits: terminal(80))
        #expect(read.out.contains("You have read everything\n"))
    }

    @Test func whatSomebodyTypedDoesNotMoveTheCursor() throws {
        let row = Self.row(0xd0d0_0003, "Pat\u{1B}[2J\nDoyle", .email, isRead: false)
        let ran = try harness { Self.answer(to: $0, page: [row]) }
            .run("notifications list", traits: terminal(80))
        #expect(!ran.out.contains("\u{1B}"))
        #expect(ran.out.contains("New Contact from Pat\u{fffd}[2J Doyle"))
    }

    // MARK: read

    @Test func idsAreGivenInFullOrByTheirEnds() throws {
        let harness = try harness()
        let ran = harness.run("notifications read d0d00001 \(Self.page[1].id.text)")
        #expect(ran.out == "1 notification marked as read; 0 still unread\n")
        #expect(
            try sent(harness)
                == "{\"ids\":[\"\(Self.page[0].id.text)\",\"\(Self.page[1].id.text)\"]}")
    }

    @Test func allIsAsked() throws {
        let harness = try harness()
        #expect(harness.run("notifications read --all").code == .success)
        #expect(try sent(harness) == "{\"all\":true}")
        let full = harness.run("notifications read \(Self.page[1].id.text)")
        #expect(full.code == .success)
        // Full ids need no look-up.
        #expect(!harness.transport.seen.contains { $0.operation == "notifications.list" })
    }

    @Test(arguments: [
        ("notifications read", "Nothing to mark", ExitCode.usage),
        ("notifications read d0d00001 --all", "Ids and --all cannot be combined", .usage),
        ("notifications read d0d00009", "Notification not found", .notFound),
        ("notifications read nothing", "an id or its last 8 or more digits", .invalid),
    ])
    func refusalsSayWhatHelps(line: String, text: String, code: ExitCode) throws {
        let ran = try harness().run(line)
        #expect(ran.err.contains(text), "\(ran.err)")
        #expect(ran.code == code)
    }

    @Test func unreadOnesAreOfferedByTheTabKey() throws {
        let ran = try harness().run(words: ["__complete", "--", "notifications", "read", ""])
        #expect(ran.out == "d0d00001\tNew Contact from Pat Doyle\n")
    }

    @Test func countsAreShown() throws {
        #expect(
            try harness().run("notifications count", traits: terminal(80)).out
                == "Unread  1\nTotal   2\n")
        #expect(try harness().run("notifications count -o csv").out == "unread,total\r\n1,2\r\n")
    }
}
