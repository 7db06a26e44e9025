import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Support
import Synchronization
import Testing

/// Everything that reveals the state of a service's feed includes what the service has
/// acknowledged, however long its writer is held after responding.
@Suite(.onePerCore) struct FeedHeadTests {
    /// How long to wait for a command's response before the writer is released and the test tries
    /// again: the hold caught another group, of housekeeping or of a consumer.
    private static let answerLimit = Duration.seconds(5)
    private static let triesMax = 10
    /// How long a poll waits, in milliseconds.
    private static let parkedMilliseconds = 5_000

    private let system: SystemUnderTest
    private let home: Household
    private let parent: Person
    private let school: SchoolID
    private let passports: ServicePassportSource

    init() throws {
        system = try SystemUnderTest()
        home = try system.makeHousehold()
        parent = try home.makeMember("Parent", .parent)
        school = try home.addSchool()
        // A service that follows no feed in this test is admitted to all of them.
        passports = ServicePassportSource(
            subject: .service(.notifications),
            key: try KeyStore(folder: system.home.keysFolder).existingSigningKey(
                of: .service(.notifications)),
            clock: system.clock)
    }

    @Test(arguments: ServiceName.allCases)
    func whatIsToldIsNoOlderThanWhatWasAcknowledged(service: ServiceName) throws {
        let program = try #require(Program(rawValue: service.rawValue))
        for attempt in 1...Self.triesMax {
            try prepare(service, attempt)
            let before = try fetch(service, after: 0).headSequence
            let parked = try park(at: service, after: before)
            let hold = try Hold("answers-out", of: program, in: system)
            defer { hold.release() }
            guard isAcknowledged(service, attempt), !parked.hasEnded else { continue }
            // The writer is held right after the response.
            let head = try #require(
                try figures(service)["feed.head"], "\(service) has no figure of its feed")
            #expect(head > before)
            let told = try fetch(service, after: before)
            #expect(told.headSequence >= head && told.changes.first?.sequence == before + 1)
            // A poll that was waiting before also ends now, with the change.
            let ended = try parked.wait()
            #expect(ended.changes.first?.sequence == before + 1)
            return
        }
        Issue.record("\(service) acknowledged nothing in \(Self.triesMax) tries")
    }

    // MARK: Commands

    private func contact(_ text: String) throws {
        var form = KillFamily.form(text, at: school)
        form.direction = FormField(Direction.inbound.rawValue)
        form.otherCoachName = "Pat Doyle"
        _ = try home.call(CreateInteraction.self, form, budget: Self.answerLimit)
    }

    /// Creates what the command needs.
    private func prepare(_ service: ServiceName, _ attempt: Int) throws {
        guard service == .notifications else { return }
        try contact("alert \(attempt)")
        let isTold = try Waiting.until {
            try system.call(ListNotifications.self, .init(), as: parent).unread > 0
        }
        #expect(isTold)
    }

    /// Sends a command to the service. Returns false if it was not answered in time.
    private func isAcknowledged(_ service: ServiceName, _ attempt: Int) -> Bool {
        do {
            try send(to: service, attempt)
            return true
        } catch {
            return false
        }
    }

    private func send(to service: ServiceName, _ attempt: Int) throws {
        let limit = Self.answerLimit
        switch service {
        case .identity:
            _ = try system.call(
                UpdatePreferences.self, .init(inboundAlerts: attempt.isMultiple(of: 2)),
                as: home.player, budget: limit)
        case .coaches:
            _ = try home.call(AddSchool.self, .init(name: "School \(attempt)"), budget: limit)
        case .interactions:
            try contact("contact \(attempt)")
        case .events:
            _ = try home.call(
                AddEvent.self,
                EventForm(type: "camp", name: "Camp \(attempt)", startDate: "2026-02-10"),
                budget: limit)
        case .notifications:
            _ = try system.call(
                MarkNotificationsRead.self, .everything, as: parent, budget: limit)
        case .analytics:
            var form = PostForm(platform: "twitter", postDate: "2026-02-10T12:00:00Z")
            form.schoolID = FormField(school.text)
            form.postContent = FormField("Post \(attempt)")
            form.authorName = FormField("Pat Doyle")
            _ = try home.call(AddPost.self, form, budget: limit)
        case .hooks:
            _ = try home.call(
                AddHook.self, .init(address: "https://host.invalid/\(attempt)", records: nil),
                budget: limit)
        }
    }

    // MARK: The feed

    private func figures(_ service: ServiceName) throws -> [String: Int64] {
        try system.caller.call(
            ServiceStatistics.self, EmptyRequest(), at: service,
            options: .init(passport: try passports.passport())
        ).gauges
    }

    private func fetch(_ service: ServiceName, after: Int64) throws -> FetchChanges.Response {
        try system.caller.call(
            FetchChanges.self,
            .init(afterSequence: after, limit: FetchChanges.rowsMax, waitMilliseconds: 0),
            at: service, options: .init(passport: try passports.passport()))
    }

    /// A poll in progress.
    private final class Parked: Sendable {
        private let outcome = Mutex<Outcome?>(nil)
        private let arrived = DispatchSemaphore(value: 0)

        var hasEnded: Bool { outcome.withLock { $0 != nil } }

        func end(_ outcome: Outcome) {
            self.outcome.withLock { $0 = outcome }
            arrived.signal()
        }

        func wait() throws -> FetchChanges.Response {
            arrived.wait()
            guard case .success(let json, _) = outcome.withLock({ $0 }) else {
                throw SystemUnderTest.Failure(description: "the poll failed")
            }
            return try JSONCoding.decodeResponse(FetchChanges.Response.self, from: json)
        }
    }

    /// Sends a poll that finds nothing, and waits until the service has parked it.
    private func park(at service: ServiceName, after: Int64) throws -> Parked {
        let parked = Parked()
        let before = try figures(service)["feed.parked"] ?? 0
        let wait = Self.parkedMilliseconds
        try system.caller.send(
            FetchChanges.self, .init(afterSequence: after, limit: 1, waitMilliseconds: wait),
            at: service,
            options: .init(
                passport: try passports.passport(),
                budget: .milliseconds(wait) + SystemUnderTest.patience)
        ) { parked.end($0) }
        _ = try Waiting.until(.seconds(1)) {
            (try figures(service)["feed.parked"] ?? 0) > before
        }
        return parked
    }
}
