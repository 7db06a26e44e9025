import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Support

@testable import Interactions

/// A member of a family, as a caller.
struct Viewer {
    let userID: UserID
    let family: FamilyID
    let role: Role
    let name: String

    init(_ number: UInt64, _ family: FamilyID, _ role: Role, _ name: String) {
        userID = UserID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0000 | number)
        self.family = family
        self.role = role
        self.name = name
    }

    var scope: FamilyScope {
        get throws {
            try FamilyScope(
                .user(
                    UserPrincipal(
                        userID: userID, sessionID: SessionID(high: 1, low: userID.low),
                        families: [family: role])), in: family)
        }
    }
}

/// The service over a database of its own, called as its clients call it: two families, the first
/// with two players and two parents.
final class Harness {
    static let now = Instant(text: "2026-02-10T12:00:00.000Z") ?? .earliest
    static let family = FamilyID(high: 0xFA, low: 1)
    static let otherFamily = FamilyID(high: 0xFA, low: 2)
    static let player = Viewer(1, family, .player, "Ann Player")
    static let sibling = Viewer(2, family, .player, "Ben Player")
    static let parent = Viewer(3, family, .parent, "Pat Parent")
    static let otherParent = Viewer(4, family, .parent, "Quinn Parent")
    static let stranger = Viewer(5, otherFamily, .player, "Sam Stranger")
    static let members = [player, sibling, parent, otherParent, stranger]

    static let school = SchoolID(high: 0x5C, low: 1)
    static let secondSchool = SchoolID(high: 0x5C, low: 2)
    static let foreignSchool = SchoolID(high: 0x5C, low: 3)
    static let coach = CoachID(high: 0xC0, low: 1)
    static let secondCoach = CoachID(high: 0xC0, low: 2)
    static let foreignCoach = CoachID(high: 0xC0, low: 3)
    static let schoolNames = [school: "Duke University", secondSchool: "Élon University"]
    static let coachNames = [coach: "Carl Coach", secondCoach: "Dora O'Brien"]

    let service: DataService
    let files: AttachmentFiles
    let host: ServiceHost
    let coaches = ListedSource()
    let events = ListedSource()
    private let identity = ListedSource()
    let folder: TemporaryFolder
    private let keys: KeyStore
    private let clock: ProcessClock
    private let isFollowing: Bool

    /// `isFollowing` starts the consumers; without it the replicas hold what is put in here.
    /// `prepare` can make an older database at a path and publish changes of the coaches service.
    init(
        now: Instant = Harness.now, clock: ProcessClock? = nil, isFollowing: Bool = false,
        dependents: InteractionDependents = .present,
        prepare: (_ path: String, _ coaches: ListedSource) throws -> Void = { _, _ in }
    ) throws {
        self.isFollowing = isFollowing
        folder = try TemporaryFolder()
        try prepare(folder.path("interactions.sqlite"), coaches)
        keys = KeyStore(folder: folder.path(""))
        let clock = clock ?? MovedClock(now).clock
        self.clock = clock
        let logger = Logger(service: "interactions", clock: clock, write: { _ in })
        let revocations = RevocationList()
        host = ServiceHost(
            name: "interactions", clock: clock,
            verifier: PassportVerifier(keys: keys, revocations: revocations), logger: logger)
        let schema = InteractionsService.schema
        var configuration = DataService.Configuration(
            service: .interactions,
            database: DatabaseConfiguration(
                path: folder.path("interactions.sqlite"), applicationID: schema.applicationID),
            migrations: schema.migrations, clock: clock)
        configuration.replicaTracks = schema.replicaTracks
        service = try DataService(configuration, host: host, logger: logger)
        try service.follow(
            .identity, from: identity,
            into: [
                IdentityReplica(revocations: revocations), ReminderWishes(),
                KeptImportsOfLeavers(),
            ])
        try service.follow(
            .coaches, from: coaches, into: InteractionsService.coachesReplicas)
        try service.follow(.events, from: events, into: [EventsReplica()])
        files = try AttachmentFiles(path: folder.path("attachments"))
        InteractionsService.serve(on: service, files, dependents: dependents)
        try service.database.write { try Harness.fillReplicas($0) }
        if isFollowing {
            try service.start()
        }
    }

    deinit {
        identity.close()
        coaches.close()
        events.close()
        // Consumers that never started would be waited for until the end of the time.
        service.stop(by: ContinuousClock.now + (isFollowing ? .seconds(5) : .zero))
        files.jobs.close()
    }

    // MARK: Replicas

    private static func fillReplicas(_ transaction: WriteTransaction) throws {
        let identity = IdentityReplica(revocations: RevocationList())
        for member in members {
            try identity.apply(
                change(
                    IdentityFeed.memberChanged,
                    IdentityFeed.MemberPayload(
                        familyUnitID: member.family, userID: member.userID,
                        fullName: member.name, role: member.role, inboundAlerts: true)),
                in: transaction)
        }
        try identity.apply(
            change(
                IdentityFeed.familyChanged,
                IdentityFeed.FamilyPayload(
                    familyUnitID: family, name: "Player", timeZone: "America/New_York")),
            in: transaction)
        let replica = CoachesReplica()
        let schools = [
            (family, school), (family, secondSchool), (otherFamily, foreignSchool),
        ]
        for (family, id) in schools {
            try replica.apply(
                change(
                    CoachesFeed.schoolChanged, schoolPayload(family, id, schoolNames[id] ?? "?")),
                in: transaction)
        }
        let coaches = [
            (family, coach, school, "Carl", "Coach"),
            (family, secondCoach, secondSchool, "Dora", "O'Brien"),
            (otherFamily, foreignCoach, foreignSchool, "Fay", "Far"),
        ]
        for (family, id, school, first, last) in coaches {
            try replica.apply(
                change(
                    CoachesFeed.coachChanged, coachPayload(family, id, school, first, last)),
                in: transaction)
        }
    }

    /// Applies the family's choice, as its consumer would.
    func letParentsLog(_ choice: Bool?) throws {
        let change = try Harness.change(
            IdentityFeed.familyChanged,
            IdentityFeed.FamilyPayload(
                familyUnitID: Harness.family, name: "Player", timeZone: "America/New_York",
                parentsLog: choice))
        try service.database.write {
            try IdentityReplica(revocations: RevocationList()).apply(change, in: $0)
        }
    }

    /// Applies that a member left the family.
    func remove(_ member: Viewer) throws {
        let change = try Harness.change(
            IdentityFeed.memberRemoved,
            IdentityFeed.MemberPayload(
                familyUnitID: member.family, userID: member.userID, fullName: member.name,
                role: member.role, inboundAlerts: true))
        try service.database.write {
            try IdentityReplica(revocations: RevocationList()).apply(change, in: $0)
        }
    }

    static func schoolPayload(
        _ family: FamilyID, _ id: SchoolID, _ name: String
    ) -> CoachesFeed.SchoolPayload {
        CoachesFeed.SchoolPayload(familyUnitID: family, id: id, name: name)
    }

    static func coachPayload(
        _ family: FamilyID, _ id: CoachID, _ school: SchoolID?, _ first: String, _ last: String
    ) -> CoachesFeed.CoachPayload {
        CoachesFeed.CoachPayload(
            familyUnitID: family, id: id, schoolID: school, role: .head, firstName: first,
            lastName: last)
    }

    static func change(_ type: String, _ payload: some Encodable) throws -> Change {
        Change(
            sequence: 1, eventID: ChangeID(high: 1, low: 1), aggregate: "record",
            aggregateID: "", aggregateVersion: 1, type: type, schemaVersion: 1, occurredAt: now,
            traceID: nil, actor: nil, role: nil, familyUnitID: nil,
            payload: try JSONCoding.encodedText(payload))
    }

    // MARK: Calls

    private func options(
        _ viewer: Viewer, family: FamilyID?, key: IdempotencyKey?, isDryRun: Bool
    ) throws -> Caller.Options {
        let passport = Passport(
            subject: .user(
                viewer.userID, SessionID(high: 1, low: viewer.userID.low),
                [viewer.family: viewer.role]),
            issuedAt: clock.machineTime())
        let bytes = try passport.signed(with: try keys.signingKey(of: .identity))
        return Caller.Options(
            passport: bytes, family: family ?? viewer.family, idempotencyKey: key,
            budget: .seconds(60), isDryRun: isDryRun)
    }

    func call<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, as viewer: Viewer, in family: FamilyID? = nil,
        key: IdempotencyKey? = nil, isDryRun: Bool = false
    ) throws(ServiceError) -> Op.Response {
        let json = try answer(
            operation, request, as: viewer, in: family, key: key, isDryRun: isDryRun)
        return try JSONCoding.decodeResponse(Op.Response.self, from: json)
    }

    /// A member's history, of one record or of all.
    func history(of record: String? = nil, as viewer: Viewer) throws -> [HistoryEntry] {
        try ListHistory.allEntries(of: .init(record: record)) {
            try call(ListHistory.self, $0, as: viewer)
        }
    }

    func answer<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, as viewer: Viewer, in family: FamilyID? = nil,
        key: IdempotencyKey? = nil, isDryRun: Bool = false
    ) throws(ServiceError) -> [UInt8] {
        do {
            let caller = Caller(transport: LocalTransport([host]), clock: clock)
            return try caller.answer(
                operation, request, at: .interactions,
                options: try options(viewer, family: family, key: key, isDryRun: isDryRun)
            ).json
        } catch let failure as Caller.Failure {
            throw failure.error
        } catch {
            throw ServiceError(.internal, "\(error)")
        }
    }

    /// A form that is right.
    static func form(
        _ type: InteractionType = .email, _ direction: Direction = .outbound,
        at occurredAt: Instant = now
    ) -> CreateInteraction.Request {
        var form = CreateInteraction.Request(
            type: type.rawValue, direction: direction.rawValue, occurredAt: occurredAt.text)
        form.schoolID = FormField(school.text)
        return form
    }

    /// A service with one interaction of the player.
    static func withRecord() throws -> (harness: Harness, record: Interaction) {
        let harness = try Harness()
        return (harness, try harness.log())
    }

    @discardableResult
    func log(
        _ form: CreateInteraction.Request = Harness.form(), as viewer: Viewer = Harness.player
    ) throws -> Interaction {
        try call(CreateInteraction.self, form, as: viewer).interaction
    }

    func list(
        as viewer: Viewer = Harness.player,
        _ narrow: (inout ListInteractions.Request) -> Void = { _ in }
    ) throws -> ListInteractions.Response {
        var request = ListInteractions.Request()
        narrow(&request)
        return try call(ListInteractions.self, request, as: viewer)
    }

    /// Stores a row as an import would: whoever logged it, dated or not.
    func store(_ interaction: Interaction) throws {
        let viewer = Harness.members.first { $0.family == interaction.familyUnitID }
        let scope = try (viewer ?? Harness.player).scope
        try service.database.write { try InteractionWriter(scope, $0).insert(interaction) }
    }

    /// What the feed tells, oldest first.
    func changes() throws -> [(type: String, version: Int64, record: Interaction)] {
        try service.database.read { transaction in
            try transaction.rows(
                "SELECT type, aggregate_version, payload FROM changes ORDER BY seq"
            ) { row in
                let payload = Array(try row.text(2).utf8)
                return (
                    try row.text(0), try row.int64(1),
                    try JSONCoding.decodeResponse(Interaction.self, from: payload)
                )
            }
        }
    }
}
