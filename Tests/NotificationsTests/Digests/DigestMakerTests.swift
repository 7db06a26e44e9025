import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage
import Support
import Synchronization
import Testing

@testable import Notifications

@Suite("Digests that are made and sent (N-120, N-121)")
struct DigestMakerTests {
    /// Digests of every week, unless its services are away.
    private final class Source: DigestSource {
        private let asked = Mutex<[String]>([])
        private let isAway = Mutex(false)

        var weeks: [String] { asked.withLock { $0 } }

        func setAway(_ isAway: Bool) { self.isAway.withLock { $0 = isAway } }

        func digest(of week: ISOWeek, for wish: DigestWish, at now: Instant) throws -> MadeDigest? {
            if isAway.withLock({ $0 }) { throw ServiceError(.unavailable, "away") }
            asked.withLock { $0.append(week.text) }
            return MadeDigest(
                title: "Weekly digest: Rivera", subtitle: week.text,
                message: Array("To: \(wish.user.text)".utf8))
        }
    }

    /// A mail program in memory.
    private final class Mailbox: Sendable {
        private let taken = Mutex<[String]>([])
        private let problem = Mutex<String?>(nil)

        var messages: [String] { taken.withLock { $0 } }

        func answer(_ text: String?) { problem.withLock { $0 = text } }

        func take(_ message: [UInt8]) -> String? {
            taken.withLock { $0.append(String(decoding: message, as: UTF8.self)) }
            return problem.withLock { $0 }
        }
    }

    private let harness: NotificationsHarness
    private let source = Source()
    private let mailbox = Mailbox()

    init() throws { harness = try NotificationsHarness() }

    /// A maker; each stands for another start of the service.
    private func maker(at now: String, mails: Bool = true) throws -> DigestMaker {
        let instant = try #require(Instant(text: now))
        let clock = ProcessClock(fixed: instant)
        let mail: DigestMaker.Mail = { [mailbox] in mailbox.take($0) }
        return DigestMaker(
            harness.fixture.service, source, mail: mails ? mail : nil,
            clock: clock, logger: Logger(service: "notifications", clock: clock, write: { _ in }))
    }

    private func wish(
        _ isWished: Bool, _ person: ServiceFixture.Person, at milliseconds: Int64 = 0
    ) throws {
        try harness.identity.append(
            IdentityFeed.memberChanged,
            IdentityFeed.MemberPayload(
                familyUnitID: harness.family.id, userID: person.userID, fullName: "Somebody",
                role: .parent, inboundAlerts: false, weeklyDigest: isWished),
            at: Household.time(milliseconds))
        try harness.settle()
    }

    // N-120: once for each member and week, however often it looks and starts.
    @Test func aDigestIsMadeOnce() throws {
        try wish(true, harness.parent)
        for hour in ["06:00", "06:01", "23:00"] {
            try maker(at: "2026-02-16T\(hour):00Z").look()
        }
        #expect(source.weeks == ["2026-W07"])
        #expect(mailbox.messages == ["To: \(harness.parent.userID.text)"])
        let page = try harness.list(harness.parent)
        let row = try #require(page.notifications.first)
        #expect(page.total == 1 && row.type == .weeklyDigest && row.message == "2026-W07")
        try maker(at: "2026-02-23T06:00:00Z").look()
        #expect(source.weeks == ["2026-W07", "2026-W08"] && mailbox.messages.count == 2)
        for person in [harness.player, harness.sibling, harness.secondParent, harness.stranger] {
            #expect(try harness.counts(person).total == 0)
        }
    }

    // N-120
    @Test func nobodyGetsOneWithoutAsking() throws {
        try maker(at: "2026-02-16T06:00:00Z").look()
        try wish(true, harness.parent)
        try wish(false, harness.parent)
        try maker(at: "2026-02-16T06:00:00Z").look()
        #expect(source.weeks.isEmpty && mailbox.messages.isEmpty)
        try wish(true, harness.parent)
        try harness.family.leave(harness.parent.userID, at: 9)
        try harness.settle()
        try maker(at: "2026-02-16T06:00:00Z").look()
        #expect(source.weeks.isEmpty)
    }

    // N-120: a part that is away makes it late, not short.
    @Test func aServiceThatIsAwayMakesItLate() throws {
        try wish(true, harness.parent)
        source.setAway(true)
        try maker(at: "2026-02-16T06:00:00Z").look()
        #expect(try harness.counts(harness.parent).total == 0 && mailbox.messages.isEmpty)
        source.setAway(false)
        try maker(at: "2026-02-18T06:00:00Z").look()
        #expect(source.weeks == ["2026-W07"] && mailbox.messages.count == 1)
    }

    // N-121: without a program it is notified only, and no message is kept for later.
    @Test func withoutAProgramItIsNotified() throws {
        try wish(true, harness.parent)
        try maker(at: "2026-02-16T06:00:00Z", mails: false).look()
        #expect(try harness.counts(harness.parent).total == 1)
        try maker(at: "2026-02-16T06:01:00Z").look()
        #expect(mailbox.messages.isEmpty)
    }

    // N-121: tried again at each look, up to the limit.
    @Test func aProgramThatFailsIsTriedAgain() throws {
        try wish(true, harness.parent)
        mailbox.answer("The mail program ended with 75")
        for _ in 1...(DigestLimit.attemptsMax - 1) {
            try maker(at: "2026-02-16T06:00:00Z").look()
        }
        #expect(mailbox.messages.count == DigestLimit.attemptsMax - 1)
        #expect(Set(mailbox.messages).count == 1)
        for _ in 1...3 { try maker(at: "2026-02-16T06:00:00Z").look() }
        #expect(mailbox.messages.count == DigestLimit.attemptsMax)
        #expect(source.weeks == ["2026-W07"])
    }

    // N-120, N-121: what waits is not sent to a member who has left or wants none any more, and a
    // later wish does not bring it back.
    @Test(arguments: [true, false])
    func whatWaitsIsNotSentToWhoWantsNone(hasLeft: Bool) throws {
        try wish(true, harness.parent)
        mailbox.answer("The mail program ended with 75")
        try maker(at: "2026-02-16T06:00:00Z").look()
        #expect(mailbox.messages.count == 1)
        mailbox.answer(nil)
        if hasLeft {
            try harness.family.leave(harness.parent.userID, at: 9)
            try harness.settle()
        } else {
            try wish(false, harness.parent, at: 9)
        }
        try maker(at: "2026-02-16T06:01:00Z").look()
        #expect(mailbox.messages.count == 1)
        // The next one is sent, although this one is before it.
        try wish(true, harness.secondParent)
        try maker(at: "2026-02-16T06:02:00Z").look()
        #expect(mailbox.messages.last == "To: \(harness.secondParent.userID.text)")
        #expect(mailbox.messages.count == 2)
        try wish(true, harness.parent, at: 10)
        try maker(at: "2026-02-16T06:03:00Z").look()
        #expect(mailbox.messages.count == 2)
    }

    // N-120: a feed that is read again loses nothing that waits.
    @Test func readingTheFeedAgainKeepsWhatWaits() throws {
        try wish(true, harness.parent)
        mailbox.answer("The mail program ended with 75")
        try maker(at: "2026-02-16T06:00:00Z").look()
        mailbox.answer(nil)
        harness.identity.beginAnew()
        try harness.settle()
        try maker(at: "2026-02-16T06:01:00Z").look()
        #expect(mailbox.messages.count == 2 && Set(mailbox.messages).count == 1)
        #expect(source.weeks == ["2026-W07"])
    }

    // N-120: a feed that is read again keeps what was made.
    @Test func readingTheFeedAgainMakesNoneAgain() throws {
        try wish(true, harness.parent)
        try maker(at: "2026-02-16T06:00:00Z").look()
        harness.identity.beginAnew()
        try harness.settle()
        try maker(at: "2026-02-16T06:01:00Z").look()
        #expect(source.weeks == ["2026-W07"] && mailbox.messages.count == 1)
    }
}
