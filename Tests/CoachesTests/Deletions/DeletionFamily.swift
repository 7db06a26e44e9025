import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Synchronization
import Testing

@testable import Coaches
@testable import DataServiceKit

/// A participant as the coaches service sees it: it reads coaches' feed and answers in its own, as
/// long as it is there. That of interactions keeps records.
final class FakeParticipant: ChangeSource, Sendable {
    private struct State {
        var records: [InteractionID: Interaction] = [:]
        var deletedBy: [InteractionID: OperationID] = [:]
        var answered: Int64 = 0
        var isSilent = false
        var lost: [LostReference]?
    }

    /// How long one look takes at most.
    private static let look = Duration.milliseconds(20)

    let told = ListedSource()
    private let state = Mutex(State())
    private let feed: @Sendable (_ after: Int64) throws -> [Change]

    /// A participant that reads this service's feed.
    init(reading fixture: ServiceFixture) {
        feed = { [weak fixture] in try fixture?.changes(after: $0) ?? [] }
    }

    /// Logs an interaction.
    func log(_ record: Interaction) throws {
        state.withLock { $0.records[record.id] = record }
        try told.append(InteractionsFeed.created, record)
    }

    /// Answers nothing any more, though it can be read; or answers what came meanwhile.
    func setSilent(_ isSilent: Bool) { state.withLock { $0.isSilent = isSilent } }

    /// Tells these references with what comes back from now on.
    func setLost(_ lost: [LostReference]) { state.withLock { $0.lost = lost } }

    func fetch(
        after sequence: Int64, limit: Int, wait: Duration
    ) throws -> FetchChanges.Response {
        let end = ContinuousClock.now + wait
        while true {
            try answer()
            let left = end - .now
            let found = try told.fetch(
                after: sequence, limit: limit, wait: max(.zero, min(left, Self.look)))
            if !found.changes.isEmpty || left <= .zero { return found }
        }
    }

    private func answer() throws {
        for change in try feed(state.withLock { $0.answered }) {
            // Silence counts from the moment it is asked for, also for what was read before it.
            let isNews = state.withLock { state in
                guard !state.isSilent else { return false }
                defer { state.answered = max(state.answered, change.sequence) }
                return change.sequence > state.answered
            }
            if isNews { try answer(change) }
        }
    }

    private func answer(_ change: Change) throws {
        switch change.type {
        case DeletionFeed.requested:
            let request: DeletionFeed.RequestedPayload = try change.decodedPayload()
            let gone = state.withLock { state in
                let gone = state.records.values.filter { record in
                    state.deletedBy[record.id] == nil
                        && (record.schoolID.map { RecordID(high: $0.high, low: $0.low) }
                            == request.id
                            || record.coachID.map(request.coachIDs.contains) == true)
                }
                for record in gone { state.deletedBy[record.id] = request.operationID }
                return gone
            }
            for record in gone { try told.append(InteractionsFeed.deleted, record) }
            try tell(
                DeletionFeed.applied, request.operationID, request.familyUnitID, gone.count)
        case DeletionFeed.undone, DeletionFeed.purged:
            let operation: DeletionFeed.OperationPayload = try change.decodedPayload()
            let back = state.withLock { state in
                let ids = state.deletedBy.filter { $0.value == operation.operationID }.keys
                for id in ids { state.deletedBy[id] = nil }
                return ids.compactMap { state.records[$0] }
            }
            let isBack = change.type == DeletionFeed.undone
            if isBack {
                for record in back { try told.append(InteractionsFeed.restored, record) }
            }
            try tell(
                isBack ? DeletionFeed.restored : DeletionFeed.erased, operation.operationID,
                operation.familyUnitID, back.count,
                lost: isBack ? state.withLock { $0.lost } : nil)
        default: break
        }
    }

    private func tell(
        _ type: String, _ id: OperationID, _ family: FamilyID, _ count: Int,
        lost: [LostReference]? = nil
    ) throws {
        try told.append(
            type,
            DeletionFeed.CountsPayload(
                operationID: id, familyUnitID: family,
                counts: count > 0 ? ["interactions": count] : [:], lost: lost))
    }
}

/// A family whose coaches and schools are deleted across services.
final class DeletionFamily {
    /// 2026-02-10T12:00:00Z at first.
    let clock = MovedClock(Instant(milliseconds: 1_770_724_800_000))
    let home: CoachFamily
    let interactions: FakeParticipant
    let events: FakeParticipant
    let notifications: FakeParticipant
    let analytics: FakeParticipant
    private var count: UInt64 = 0

    init() throws {
        home = try CoachFamily(clock: clock.clock)
        let fixture = home.fixture
        interactions = FakeParticipant(reading: fixture)
        events = FakeParticipant(reading: fixture)
        notifications = FakeParticipant(reading: fixture)
        analytics = FakeParticipant(reading: fixture)
        let sources: [(ServiceName, FakeParticipant)] = [
            (.interactions, interactions), (.events, events), (.notifications, notifications),
            (.analytics, analytics),
        ]
        for (name, source) in sources {
            try fixture.service.follow(
                name, from: source,
                into: CoachesService.replicas(of: name, home.waiters, clock: clock.clock))
        }
        try fixture.service.start()
    }

    deinit {
        // Who is away ends every poll at once, and is not asked again at once.
        for participant in [interactions, events, notifications, analytics] {
            participant.told.setAway(true)
        }
        home.waiters.stop(by: .now)
    }

    /// A family with a school and its coach.
    static func withCoach() throws -> (DeletionFamily, School, Coach) {
        let family = try DeletionFamily()
        let duke = try family.home.addSchool("Duke")
        return (family, duke, try family.home.addCoach("Pat", "Doyle", at: duke))
    }

    /// Logs interactions with a coach.
    func log(_ number: Int, with coach: Coach) throws {
        for _ in 0..<number {
            count += 1
            try interactions.log(
                ContactFeedSource.interaction(
                    with: coach, number: count,
                    at: coach.createdAt.advanced(by: .seconds(-Int64(count) * 86_400))))
        }
    }

    func call<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, as person: ServiceFixture.Person? = nil,
        key: IdempotencyKey? = nil, isDryRun: Bool = false, budget: Duration = .seconds(60)
    ) throws -> Op.Response {
        try JSONCoding.decodeResponse(
            Op.Response.self,
            from: home.fixture.answer(
                operation, request, as: person ?? home.player, in: home.family, key: key,
                isDryRun: isDryRun, budget: budget
            ).json)
    }

    func refusal<Op: Contracts.Operation>(
        of operation: Op.Type, _ request: Op.Request, as person: ServiceFixture.Person? = nil
    ) -> ServiceError? {
        home.fixture.refusal(of: operation, request, as: person ?? home.player, in: home.family)
    }

    /// Everything that the family sees of a coach and of the lists, as bytes.
    func pages(_ coach: Coach) throws -> [[UInt8]] {
        try home.fixture.service.catchUp(
            with: [.interactions, .events, .notifications, .analytics], by: .now + .seconds(60))
        return [
            try home.fixture.answer(
                ShowCoach.self, .init(id: coach.id), as: home.player, in: home.family
            ).json,
            try home.fixture.answer(
                ListCoaches.self, .init(), as: home.player, in: home.family
            ).json,
            try home.fixture.answer(
                ListSchools.self, .init(), as: home.player, in: home.family
            ).json,
        ]
    }

    /// The player's history of a record.
    func history(of record: String) throws -> [HistoryEntry] {
        try ListHistory.allEntries(of: .init(record: record)) { try call(ListHistory.self, $0) }
    }

    func undo(_ id: OperationID) throws -> UndoOperation.Response {
        try call(UndoOperation.self, .init(operationID: id))
    }
}

/// What holds for merges of coaches and of schools.
extension DeletionFamily {
    /// Expects that strangers' records are not found on either side of a merge, and that parents
    /// do not merge the family's own.
    func expectNoMerge<Op: Contracts.Operation, Tag: NamedTag>(
        _ operation: Op.Type, of foreign: Identifier<Tag>, with own: Identifier<Tag>,
        twin: Identifier<Tag>
    ) where Op.Request == MergeRequest<Tag> {
        for (kept, other) in [(own, foreign), (foreign, own)] {
            let request = MergeRequest(id: kept, otherID: other)
            #expect(refusal(of: operation, request)?.code == .notFound)
            let theirs = home.fixture.refusal(
                of: operation, request, as: home.stranger, in: home.otherFamily)
            #expect(theirs?.code == .notFound)
        }
        let parent = refusal(of: operation, .init(id: own, otherID: twin), as: home.parent)
        #expect(parent?.code == .forbidden)
    }

    /// Expects that the later of two operations is undone first, and undoes both.
    func expectUndo(of later: OperationID, before earlier: OperationID) throws {
        let refusal = refusal(of: UndoOperation.self, .init(operationID: earlier))
        #expect(refusal?.code == .conflict)
        #expect(refusal?.message.contains(later.text) == true)
        _ = try undo(later)
        _ = try undo(earlier)
    }
}
