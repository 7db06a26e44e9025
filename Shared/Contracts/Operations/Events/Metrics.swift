/// Lists the metrics of the family.
public enum ListMetrics: Operation {
    public static let name = "metrics.list"
    public static let service: ServiceName? = .events
    public static let isReadOnly = true
    public static let access = Access.members
    public static let summary = "List the metrics of the family"

    public typealias Request = ListRequest<MetricFilter>

    /// The metrics.
    public struct Response: Codable, Sendable {
        /// The filters in force.
        public var activeFilters: [ActiveFilter]
        /// Whether a filter is in force.
        public var hasActiveFilters: Bool
        /// The rows in the order that was asked for.
        public var metrics: [Metric]
        /// The order of the rows.
        public var sort: MetricOrder
        /// How many rows the filters leave, also beyond the limit.
        public var total: Int

        enum CodingKeys: String, CodingKey {
            case metrics, sort, total
            case activeFilters = "active_filters"
            case hasActiveFilters = "has_active_filters"
        }

        /// An answer with these parts; without a total the rows are all there are.
        public init(
            activeFilters: [ActiveFilter] = [], metrics: [Metric], sort: MetricOrder = .standard,
            total: Int? = nil
        ) {
            self.activeFilters = activeFilters
            self.hasActiveFilters = !activeFilters.isEmpty
            self.metrics = metrics
            self.sort = sort
            self.total = total ?? metrics.count
        }
    }
}

/// The filters of the list of metrics.
public enum MetricFilter: String, ListFilter {
    case search
    case eventID = "event_id"
    case verification

    /// Rows can be asked for in two orders.
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

/// Whether somebody vouches for a metric.
public enum MetricVerification: String, Codable, Sendable, CaseIterable, Hashable {
    case verified
    case unverified

    /// The label that people read.
    public var label: String {
        switch self {
        case .verified: "Verified"
        case .unverified: "Not verified"
        }
    }
}

extension ListRequest<MetricFilter> {
    /// The metrics of this event, oldest first as an export has them, or all.
    public init(eventID: EventID?) {
        self.init()
        self[.eventID] = eventID?.text
        sort = FormField(MetricOrder.oldest.rawValue)
    }
}

/// Shows the best of each kind of metric.
public enum ShowPersonalBests: Operation {
    public static let name = "metrics.bests"
    public static let service: ServiceName? = .events
    public static let isReadOnly = true
    public static let access = Access.members
    public static let summary = "Show the personal bests by type"

    public typealias Request = EmptyRequest

    /// The bests.
    public struct Response: Codable, Sendable {
        /// One for each type and unit.
        public var bests: [PersonalBest]

        /// The answer with these rows.
        public init(bests: [PersonalBest]) {
            self.bests = bests
        }
    }
}

/// What a form says about a metric.
public struct MetricForm: OperationRequest {
    /// The event where it was measured.
    public var eventID: FormField<String>
    /// What was measured.
    public var metricType: FormField<String>
    /// The value.
    public var value: FormField<Double>
    /// What it is measured in; the type's usual unit by default (D-40).
    public var unit: FormField<String>
    /// The day; the event's first by default (D-41), today without one.
    public var recordedDate: FormField<String>
    /// The family's notes.
    public var notes: FormField<String>
    /// Whether somebody vouches for it; not by default.
    public var verified: FormField<Bool>

    enum CodingKeys: String, CodingKey, CaseIterable {
        case value, unit, notes, verified
        case eventID = "event_id"
        case metricType = "metric_type"
        case recordedDate = "recorded_date"
    }

    public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

    /// A form with these entries, the others absent.
    public init(metricType: String? = nil, value: Double? = nil, eventID: EventID? = nil) {
        self.metricType = FormField(metricType)
        self.value = FormField(value)
        self.eventID = FormField(eventID?.text)
        unit = FormField(nil)
        recordedDate = FormField(nil)
        notes = FormField(nil)
        verified = FormField(nil)
    }

    /// What a value is refused with (EV-36).
    public static let invalidValue = "Please enter a valid number"
    /// What a missing or too long type is refused with.
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

/// A right form about a metric.
public struct MetricInput: Sendable {
    /// The event.
    public let eventID: EventID?
    /// What was measured.
    public let metricType: String
    /// The value, a finite number.
    public let value: Double
    /// What it is measured in.
    public let unit: String
    /// The day; `nil` for the default.
    public let recordedDate: CivilDay?
    /// The family's notes, as plain text.
    public let notes: String?
    /// Whether somebody vouches for it.
    public let verified: Bool
}

/// Records a metric, at an event or without one.
public enum AddMetric: Operation {
    public static let name = "metrics.add"
    public static let service: ServiceName? = .events
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can add metrics")
    public static let summary = "Record a metric"

    public typealias Request = MetricForm

    /// The metric as stored.
    public struct Response: Codable, Sendable {
        /// The metric.
        public var metric: Metric

        /// The answer for this metric.
        public init(metric: Metric) {
            self.metric = metric
        }
    }
}

/// Deletes a metric; it can be restored by the operation's id (D-39).
public enum DeleteMetric: Operation {
    public static let name = "metrics.delete"
    public static let service: ServiceName? = .events
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can delete metrics")
    public static let summary = "Delete a metric; it can be undone"

    /// Which one.
    public struct Request: OperationRequest {
        /// The metric.
        public var id: MetricID

        enum CodingKeys: String, CodingKey, CaseIterable {
            case id
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request for this metric.
        public init(id: MetricID) {
            self.id = id
        }
    }

    public typealias Response = DeleteInteraction.Response
}
