public import Contracts
public import ServiceKit
public import Storage

/// The atomic work of a command: its rows, its changes and its stored reply are committed together
/// or not at all. Valid for the duration of the handler's closure.
public final class UnitOfWork {
    /// The command's part of the write transaction.
    public let transaction: WriteTransaction
    /// The call; nil for the service's own work.
    public let context: CallContext?
    /// The time of day for the whole command.
    public let now: Instant
    /// The time by which this command's data expires. It advances only with elapsed time,
    /// independent of changes of the time of day (`HousekeepingClock`).
    public var housekeepingTime: Instant { feed.housekeeping.now() }
    /// The id under which this command can be undone.
    public private(set) lazy var operationID = OperationID.make(at: now)

    /// The producers whose feeds were read to the end for this command. A reference to a record of
    /// theirs that is still unknown is invalid.
    let caughtUp: Set<ServiceName>

    /// Returns whether the producer's feed was read to the end for this command, so that a
    /// reference to a record that is still unknown is invalid.
    public func hasCaughtUp(with producer: ServiceName) -> Bool { caughtUp.contains(producer) }

    /// The user behind this work: the caller, or the actor of the change that caused it; nil for
    /// the service's own work.
    public var actor: UserID? { context?.principal.user?.userID ?? cause?.actor }

    private let feed: ChangeFeed
    private let cause: Change?
    private var wakesFeed = false
    /// What the recorded changes concern.
    private var topics: [WaitingCalls.Topic] = []

    /// Creates a unit of work. `cause` is the change of another service that caused it.
    init(
        _ transaction: WriteTransaction, context: CallContext?, now: Instant, feed: ChangeFeed,
        cause: Change? = nil, caughtUp: Set<ServiceName> = []
    ) {
        self.caughtUp = caughtUp
        self.transaction = transaction
        self.context = context
        self.now = now
        self.feed = feed
        self.cause = cause
    }

    /// Appends a change to the service's feed and returns its position. Consumers receive it after
    /// COMMIT.
    @discardableResult
    public func record(_ change: NewChange) throws -> Int64 {
        let actor = change.actor ?? actor
        let role = context?.family?.role ?? cause?.role
        let id = feed.makeID(at: now)
        let trace = context?.traceID ?? cause?.traceID
        let payload = String(decoding: change.payload, as: UTF8.self)
        // Add the fields in the order in which `ChangeRow` reads them.
        var checksum = Checksum()
        checksum.add(id)
        checksum.add(change.aggregate)
        checksum.add(change.aggregateID)
        checksum.add(UInt64(bitPattern: change.aggregateVersion))
        checksum.add(change.type)
        checksum.add(UInt64(bitPattern: Int64(change.schemaVersion)))
        checksum.add(UInt64(bitPattern: now.milliseconds))
        checksum.add(trace)
        checksum.add(actor)
        checksum.add(role?.rawValue)
        checksum.add(change.familyUnitID)
        checksum.add(payload)
        try transaction.execute(
            """
            INSERT INTO changes (event_id, aggregate, aggregate_id, aggregate_version, type,
                schema_version, occurred_at, trace_id, actor, role, family_unit_id, payload,
                checksum)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
            """,
            id, change.aggregate, change.aggregateID, change.aggregateVersion, change.type,
            change.schemaVersion, now, trace, actor, role?.rawValue, change.familyUnitID, payload,
            Int64(bitPattern: checksum.value))
        let sequence = transaction.lastInsertedRowID
        // Registered with the command, so that a rollback does not advance the feed.
        transaction.beforeAnswers { [feed] in feed.advance(to: sequence) }
        if !wakesFeed {
            wakesFeed = true
            transaction.afterCommit { [feed] in feed.wake() }
        }
        wakeCalls(waitingFor: change.familyUnitID, or: actor)
        return sequence
    }

    private func wakeCalls(waitingFor family: FamilyID?, or user: UserID?) {
        let topic = family.map(WaitingCalls.Topic.family) ?? user.map(WaitingCalls.Topic.user)
        guard let topic, !topics.contains(topic) else { return }
        topics.append(topic)
        transaction.afterCommit { [feed] in feed.waitingCalls.wake(topic) }
    }
}

/// A change to record. Actor, role, trace and time come from the unit of work.
public struct NewChange: Sendable {
    /// The kind of record, singular: `coach`.
    public var aggregate: String
    /// The record's id as text.
    public var aggregateID: String
    /// The record's version after the change.
    public var aggregateVersion: Int64
    /// The type of the change, in the past tense: `coach.changed`.
    public var type: String
    /// The version of the payload's format.
    public var schemaVersion: Int
    /// The family of the record.
    public var familyUnitID: FamilyID?
    /// The actor, if it is not the caller.
    public var actor: UserID?
    /// The JSON payload for consumers and the audit.
    public var payload: [UInt8]

    /// Creates a change with an encoded payload.
    public init<Tag>(
        _ type: String, of aggregate: String, _ id: Identifier<Tag>, version: Int64 = 1,
        family: FamilyID?, schemaVersion: Int = 1, actor: UserID? = nil, json payload: [UInt8]
    ) {
        self.type = type
        self.aggregate = aggregate
        aggregateID = id.text
        aggregateVersion = version
        familyUnitID = family
        self.schemaVersion = schemaVersion
        self.actor = actor
        self.payload = payload
    }

    /// Creates a change with a payload of the contracts.
    public init<Tag>(
        _ type: String, of aggregate: String, _ id: Identifier<Tag>, version: Int64 = 1,
        family: FamilyID?, schemaVersion: Int = 1, actor: UserID? = nil,
        payload: some Encodable
    ) throws {
        self.init(
            type, of: aggregate, id, version: version, family: family,
            schemaVersion: schemaVersion, actor: actor, json: try JSONCoding.encode(payload))
    }

    /// Creates a change of a record. The payload is the whole record, because the feed is also the
    /// audit trail; consumers read the fields they need.
    public init<Record: FormRecord & Encodable>(_ type: String, of record: Record) throws {
        try self.init(
            type, of: Record.Tag.noun, record.id, version: Int64(record.version),
            family: record.familyUnitID, payload: record)
    }
}
