import Contracts
import Foundation
import ServiceKit
import Sodium
import Testing

/// Change hooks with real processes and a receiver on this machine.
@Suite(.onePerCore) struct HookTests {
    private let system: SystemUnderTest
    private let receiver: HookReceiver
    private let home: Household
    private let sibling: Person
    private let strangers: Household

    init() throws {
        receiver = try HookReceiver()
        system = try SystemUnderTest(
            hooks: [.hooks: "hook-retry-soon"],
            settings: ["COMPASS_HOOKS_AUTHORITIES": receiver.certificate])
        home = try system.makeHousehold()
        sibling = try home.makeMember("Sibling", .player)
        strangers = try system.makeHousehold("Stranger", family: "Other")
    }

    private func add(
        _ path: String, as person: Person? = nil, in home: Household
    ) throws -> AddHook.Response {
        try home.call(
            AddHook.self, .init(address: receiver.origin + path, records: nil), as: person)
    }

    private func arrived(_ path: String) throws -> [HookReceiver.Message] {
        try receiver.messages.filter { $0.path == path }
    }

    /// Checks that a message is signed with the secret.
    private func expectSigned(_ message: HookReceiver.Message, _ secret: String) throws {
        let bytes = try #require(Data(base64Encoded: String(secret.dropFirst("whsec_".count))))
        let (id, time) = (message.fields["webhook-id"], message.fields["webhook-timestamp"])
        let signed = "\(try #require(id)).\(try #require(time)).\(message.body)"
        let code = MessageCode.code(of: Array(signed.utf8), secret: Array(bytes))
        #expect(
            message.fields["webhook-signature"] == "v1," + Data(code).base64EncodedString())
    }

    // N-114, N-115, N-117: over TLS, each player's receiver gets what the player may see.
    @Test func everyPlayerGetsWhatTheyMaySee() throws {
        let hook = try add("/player", in: home)
        _ = try add("/sibling", as: sibling, in: home)
        _ = try add("/stranger", in: strangers)
        try home.log("Secret call", at: try home.addSchool())
        try strangers.addSchool("Theirs")
        #expect(try Waiting.until { try arrived("/player").count == 2 })
        #expect(try Waiting.until { try arrived("/stranger").count == 1 })
        for message in try arrived("/player") { try expectSigned(message, hook.secret) }
        let types = Set(try arrived("/player").map { try $0.message().type })
        #expect(types == ["school.changed", "interaction.created"])
        // The sibling's is behind the player's contact in the feed, and the last to arrive.
        try home.addSchool("Last")
        #expect(try Waiting.until { try arrived("/sibling").count == 2 })
        #expect(try arrived("/sibling").allSatisfy { !$0.body.contains("Secret") })
        #expect(try arrived("/stranger").allSatisfy { $0.body.contains("Theirs") })
    }

    // N-119: whichever step the service is killed at, every change arrives, in order, and what
    // arrives twice has the same id and the same bytes.
    @Test(arguments: ["hook-sent", "hook-noted", "follow-up-coaches"])
    func aKilledServiceLosesNothing(point: String) throws {
        _ = try add("/kept", in: home)
        let folder = system.armedFolder(of: .hooks)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let count = 12
        for number in 1...count {
            if number.isMultiple(of: 4) {
                try Data().write(to: URL(fileURLWithPath: "\(folder)/kill-\(point)"))
            }
            try home.addSchool("School \(number)")
        }
        func numbers() throws -> [Int64] { try arrived("/kept").map { try $0.message().number } }
        #expect(try Waiting.until { Set(try numbers()).count == count })
        #expect(system.starts(of: .hooks) > 1, "\(point) was not reached")
        let messages = try arrived("/kept")
        var seen: [Int64: HookReceiver.Message] = [:]
        for message in messages {
            let number = try message.message().number
            if let first = seen[number] {
                #expect(first.fields["webhook-id"] == message.fields["webhook-id"])
                #expect(first.body == message.body)
            } else {
                #expect(number == Int64(seen.count) + 1, "in order")
                seen[number] = message
            }
        }
        #expect(Set(seen.values.compactMap { $0.fields["webhook-id"] }).count == count)
    }

    // N-118: what cannot be delivered for three days is told to its player, and replayed.
    @Test func aHookThatFailsForDaysIsToldToItsPlayer() throws {
        var (owner, other) = (home.player, sibling)
        let hook = try add("/gone?key=1", in: home).hook.id
        try receiver.answer(500)
        try home.addSchool()
        func state(_ person: Person) throws -> Hook? {
            try home.call(ListHooks.self, EmptyRequest(), as: person).hooks.first
        }
        #expect(try Waiting.until { try state(owner)?.problem == "It answered 500" })
        let days = Duration.seconds(HookLimit.failingDays * 86_400)
        try system.setClocks(timeOfDay: days, machine: days)
        try system.renewPassport(of: &owner)
        try system.renewPassport(of: &other)
        _ = try home.call(AddSchool.self, .init(name: "Another"), as: owner)
        #expect(try Waiting.until { try state(owner)?.switchedOffAt != nil })
        func told(_ person: Person) throws -> UserNotification? {
            try system.call(ListNotifications.self, .init(), as: person).notifications
                .first { $0.type == .hookOff }
        }
        #expect(try Waiting.until { try told(owner) != nil })
        let row = try #require(try told(owner))
        #expect(row.relatedEntityID.text == hook.text)
        #expect(row.title == "The change hook to \(receiver.origin) is off")
        #expect(try told(other) == nil)
        #expect(!system.logTail(of: .hooks).contains("key=1"))
        try receiver.answer(204)
        _ = try home.call(ReplayHook.self, .init(id: hook, after: 0), as: owner)
        #expect(try Waiting.until { try state(owner)?.waiting == 0 && state(owner)?.failed == 0 })
        #expect(try arrived("/gone?key=1").suffix(2).map { try $0.message().number } == [1, 2])
    }
}
