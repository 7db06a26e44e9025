/// Lists the metrics of the family.
public enum ListMetrics: Operation {
    public static let definition = OperationDefinition(
        "metrics.list", of: .events, .read, .members, "List the metrics of the family",
        http: .get("/metrics"))

    public typealias Request = ListRequest<MetricFilter>

    /// The matching metrics with the active filters.
    @JSONObject
    public struct Response: Codable, JSONReadable, Sendable {
        /// The active filters.
        public var activeFilters: [ActiveFilter] = []
        /// Whether any filter is active.
        @Written public var hasActiveFilters: Bool { !activeFilters.isEmpty }
        /// The metrics in the requested order.
        public var metrics: [Metric]
        public var sort: MetricOrder = .standard
        /// The number of matching metrics, including those beyond the limit.
        public var total: Int
    }
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

    public typealias Request = EmptyRequest

    /// The personal bests.
    @JSONObject
    public struct Response: Codable, Sendable {
        /// One entry for each type and unit.
        public var bests: [PersonalBest]
    }
}

/// The form for adding a metric.
@JSONObject
public struct MetricForm: OperationRequest {
    /// The event at which it was measured.
    public var eventID: FormField<String>
    public var metricType: FormField<String>
    public var value: FormField<Double>
    /// The unit; by default the type's usual unit (D-40).
    public var unit: FormField<String>
    /// The day; by default the event's first day (D-41), or today without an event.
    public var recordedDate: FormField<String>
    public var notes: FormField<String>
    /// Whether someone vouches for it; false by default.
    public var verified: FormField<Bool>

    /// Creates a form whose other fields are absent.
    public init(metricType: String? = nil, value: Double? = nil, eventID: EventID? = nil) {
        self.metricType = FormField(metricType)
        self.value = FormField(value)
        self.eventID = FormField(eventID?.text)
        unit = FormField(nil)
        recordedDate = FormField(nil)
        notes = FormField(nil)
        verified = FormField(nil)
    }

    /// The error text for an invalid value (EV-36).
    public static let invalidValue = FieldErrors.numberRefusal
    /// The error text for a missing or overlong type.
    public static let invalidType = "Please select a metric type (50 characters or less)"

    public func validated() throws(ServiceError) -> MetricInput {
        var errors = FieldErrors()
        let eventID: EventID? = errors.optionalIdentifier(
            eventID, named: "event_id", EventRefusal.event)
        let type = errors.requiredText(
            metricType, named: "metric_type", length: EventLimit.metricTypeLength,
            Self.invalidType)
        let number = value.value.flatMap { $0.isFinite ? $0 : nil }
        if number == nil { errors.refuse("value", Self.invalidValue) }
        let unit = errors.optionalTrimmedText(
            unit, named: "unit", max: EventLimit.unitMax, "Unit must be 20 characters or less")
        let day = errors.day(recordedDate, named: "recorded_date", isOptional: true)
        let notes = errors.optionalPlainText(notes, named: "notes", "Notes")
        let verified = errors.optionalMark(verified, named: "verified")
        try errors.throwIfAny()
        guard let number else { throw .invalid("value", Self.invalidValue) }
        return MetricInput(
            eventID: eventID, metricType: type, value: number,
            unit: unit ?? MetricKind.unit(of: type), recordedDate: day, notes: notes,
            verified: verified ?? false)
    }
}

/// A validated metric form.
public struct MetricInput: Sendable {
    public let eventID: EventID?
    public let metricType: String
    /// The value, a finite number.
    public let value: Double
    public let unit: String
    /// The day; nil for the default.
    public let recordedDate: CivilDay?
    /// The family's notes as plain text.
    public let notes: String?
    /// Whether someone vouches for it.
    public let verified: Bool
}

/// Records a metric, with or without an event.
public enum AddMetric: Operation {
    public static let definition = OperationDefinition(
        "metrics.add", of: .events, .write,
        .family([.player], refusal: "Only players can add metrics"), "Record a metric",
        http: .create("/metrics"))

    public typealias Request = MetricForm

    /// The metric as stored.
    @JSONObject
    public struct Response: Codable, Sendable {
        public var metric: Metric
    }
}

/// Deletes a metric; it can be restored by the operation's id (D-39).
public enum DeleteMetric: Operation {
    public static let definition = OperationDefinition(
        "metrics.delete", of: .events, .write,
        .family([.player], refusal: "Only players can delete metrics"),
        "Delete a metric; it can be undone", http: .delete("/metrics/{id}"))

    public typealias Request = RecordRequest<MetricTag>
    public typealias Response = DeleteInteraction.Response
}
