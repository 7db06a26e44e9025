/// Lists the metrics of the family.
public enum ListMetrics: Operation {
    public static let definition = OperationDefinition.list("metrics", of: .events)

    public typealias Request = ListRequest<MetricFilter>
    public typealias Response = ListReply<MetricFilter>
}

/// The filters of the list of metrics.
public enum MetricFilter: String, ListFilter {
    case search
    case eventID = "event_id"
    case verification

    public typealias Order = MetricOrder

    public var rule: FilterRule {
        switch self {
        case .search: .search("Text in the type, its label or the notes")
        case .eventID: .event
        case .verification:
            .word(MetricVerification.self, \.label, "Only verified or only unverified ones")
        }
    }
}

/// Whether someone vouches for a metric.
public enum MetricVerification: String, Codable, Sendable, CaseIterable, Hashable {
    case verified
    case unverified

    public var label: String {
        switch self {
        case .verified: "Verified"
        case .unverified: "Not verified"
        }
    }
}

extension ListRequest<MetricFilter> {
    /// Requests the metrics of an event or all metrics, oldest first as in exports.
    public init(eventID: EventID?) {
        self.init()
        self[.eventID] = eventID?.text
        sort = FormField(MetricOrder.oldest.rawValue)
    }
}

/// Returns the personal bests by type and unit.
public enum ShowPersonalBests: Operation {
    public static let definition = OperationDefinition(
        "metrics.bests", of: .events, .read, .members, "Show the personal bests by type",
        http: .get("/metrics/bests"))

    /// The personal bests.
    @JSONObject
    public struct Response {
        /// One entry for each type and unit.
        public var bests: [PersonalBest]
    }
}

/// The form for adding or editing a metric. The unit is the type's usual one by default (D-40), and
/// the day of a new metric the event's first day (D-41), or today without an event.
public typealias MetricForm = RecordForm<Metric>

public typealias MetricInput = RecordInput<Metric>

extension RecordForm<Metric> {
    /// Creates a form whose other fields are absent.
    public init(metricType: String? = nil, value: Double? = nil, eventID: EventID? = nil) {
        self.init([\.metricType: metricType, \.eventID: eventID?.text])
        self.value = FormField(value)
    }

    /// The error text for an invalid value (EV-36).
    public static var invalidValue: String { FieldErrors.numberRefusal }
    /// The error text for a missing or overlong type.
    public static var invalidType: String {
        "Please select a metric type (50 characters or less)"
    }
}

/// Records a metric, with or without an event.
public enum AddMetric: Operation {
    public static let definition = OperationDefinition.add(
        "metrics", of: .events, "Record a metric")

    public typealias Request = MetricForm
    public typealias Response = AddedRecord<Metric>
}

/// Changes a metric; fails if its version has changed in the meantime.
public enum EditMetric: Operation {
    public static let definition = OperationDefinition.edit(
        "metrics", of: .events, "Change a metric")

    public typealias Request = MetricForm

    /// The metric as stored, with the changed fields.
    @JSONObject
    public struct Response {
        public var metric: Metric
        /// The fields whose values changed, in the order of the form. If there are none, the metric
        /// keeps its version.
        public var changes: [FieldChange]
        /// What is probably a mistake in the fields that changed.
        public var warnings: [String] = []
    }
}

/// Deletes a metric; it can be restored by the operation's id (D-39).
public enum DeleteMetric: Operation {
    public static let definition = OperationDefinition.delete(
        "metrics", of: .events, "Delete a metric; it can be undone")

    public typealias Request = RecordRequest<MetricTag>
    public typealias Response = DeleteInteraction.Response
}
