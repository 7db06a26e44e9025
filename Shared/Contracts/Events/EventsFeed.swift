/// The types of changes that events publishes. A change of one record carries the whole record; a
/// change of an import carries a part of its rows.
public enum EventsFeed {
    /// An event or its coaches were added or changed: `Event`.
    public static let eventChanged = "event.changed"
    /// An event was deleted: `Event`.
    public static let eventDeleted = "event.deleted"
    /// A deleted event was restored: `Event`.
    public static let eventRestored = "event.restored"
    /// An import added events: `EventsPayload`.
    public static let eventsImported = "events.imported"
    /// An import of events was undone: `RemovedPayload`.
    public static let eventsRemoved = "events.removed"
    /// A metric was recorded: `Metric`.
    public static let metricAdded = "metric.added"
    /// A metric was edited: `Metric`.
    public static let metricChanged = "metric.changed"
    /// A metric was deleted: `Metric`.
    public static let metricDeleted = "metric.deleted"
    /// A deleted metric was restored: `Metric`.
    public static let metricRestored = "metric.restored"
    /// An import added metrics: `MetricsPayload`.
    public static let metricsImported = "metrics.imported"
    /// An import of metrics was undone: `RemovedPayload`.
    public static let metricsRemoved = "metrics.removed"
    /// A player changed their profile: `PlayerProfile` with the fields that are for the family.
    public static let profileChanged = "profile.changed"

    /// The parts of an event that consumers need.
    @JSONObject
    public struct EventPayload: Hashable {
        public var familyUnitID: FamilyID
        public var id: EventID
        public var name: String
        public var schoolID: SchoolID?
    }

    /// Events that were added together. The feed holds whole records; consumers decode only what
    /// they need.
    @JSONObject
    public struct EventsPayload: Hashable {
        public var events: [EventPayload]
    }

    /// Metrics that were added together.
    @JSONObject
    public struct MetricsPayload: Hashable {
        public var metrics: [Metric]
    }

    public typealias RemovedPayload = CoachesFeed.RemovedPayload
}
