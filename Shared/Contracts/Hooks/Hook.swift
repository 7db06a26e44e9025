/// A kind of record whose changes a hook can deliver.
public enum HookRecord: String, LabelledWord, Codable, JSONWritable, JSONReadable, Hashable,
    Sendable,
    CaseIterable
{
    case school
    case coach
    case interaction
    case followUp = "follow_up"
    case contactWindow = "contact_window"
    case event
    case metric
    case profile
    case post
}

/// An address of a player's choice to which the system sends the family's changes. Its secret is
/// not a part of it.
@JSONObject(nulls: true)
public struct Hook: Hashable {
    public var id: HookID
    /// The player whose hook it is: it delivers what this player may see.
    public var userID: UserID
    /// The player's name; nil if it cannot be resolved.
    public var userName: String?
    /// The address without its query. Others than its player see only scheme and host, since a
    /// path can be a secret too.
    public var address: String
    /// The kinds of records whose changes it delivers.
    public var records: [HookRecord]
    public var createdAt: Instant
    /// The time at which it was switched off because nothing could be delivered; nil if it is on.
    public var switchedOffAt: Instant?
    /// The number of deliveries that wait.
    public var waiting: Int
    /// The number of deliveries that were given up.
    public var failed: Int
    /// The time of the last delivery.
    public var deliveredAt: Instant?
    /// Why the last attempt failed; nil after a delivery.
    public var problem: String?
}

/// What became of a delivery.
public enum HookDeliveryState: String, LabelledWord, Codable, JSONWritable, JSONReadable, Hashable,
    Sendable,
    CaseIterable
{
    /// It waits for its turn or its next attempt.
    case waiting
    case delivered
    /// It was attempted as often as allowed.
    case failed
}

/// A change on its way to a hook's address.
@JSONObject(nulls: true)
public struct HookDelivery: Hashable {
    /// The position among the deliveries of its hook, from 1.
    public var number: Int64
    public var id: HookDeliveryID
    /// What happened: `coach.changed`.
    public var type: String
    /// The kind of record, in the singular: `coach`.
    public var recordType: String
    public var recordID: String
    public var occurredAt: Instant
    public var state: HookDeliveryState
    /// The number of attempts that failed.
    public var attempts: Int
    /// Why the last attempt failed.
    public var problem: String?
    public var deliveredAt: Instant?
}

/// The message that a hook delivers, without the record itself: the member `data` follows.
@JSONObject(nulls: true)
public struct HookMessage: Hashable {
    /// The type of the message that a test sends.
    public static let testType = "hook.test"
    /// The kind of record that a test is about.
    public static let testRecord = "hook"

    /// What happened, in the past tense: `interaction.created`.
    public var type: String
    /// When it happened.
    public var timestamp: Instant
    public var hookID: HookID
    /// The position among the deliveries of the hook, from 1. A gap shows that deliveries were
    /// removed before they could be delivered.
    public var number: Int64
    /// The service with the record.
    public var service: ServiceName
    /// The position in the service's feed; 0 for a test.
    @Key("seq") public var sequence: Int64
    /// The change's id; nil for a test.
    public var changeID: ChangeID?
    public var familyUnitID: FamilyID
    /// The kind of record, in the singular: `coach`.
    public var recordType: String
    public var recordID: String
    public var version: Int64
    /// The user who made the change; nil for the service itself.
    public var actor: UserID?
    /// The user's role at the time.
    public var role: Role?
    /// Whether the record is left out because of its size (`HookLimit.dataBytesMax`).
    public var dataOmitted: Bool
}
