/// The filters of a list after their check: those in force with their values.
public struct ListInput<Filter: ListFilter>: Sendable {
    /// The filters in force with their values, in the order of the page. Few are, most often
    /// none: asking for one of them costs next to nothing then.
    private var entries: [(filter: Filter, value: FilterValue)] = []
    /// The reader's zone, where it was given.
    public internal(set) var timeZone: String?
    /// The order of the rows.
    public internal(set) var order = Filter.Order.standard
    /// How many rows at most; all if it is missing.
    public internal(set) var limit: Int?

    init() {}

    /// Puts a filter in force; each once, in the order of the page.
    mutating func put(_ filter: Filter, _ value: FilterValue) {
        entries.append((filter, value))
    }

    /// Whether any filter is in force (IL-27).
    public var isFiltered: Bool { !entries.isEmpty }

    /// The value of a filter; `nil` if it is not in force.
    public subscript(filter: Filter) -> FilterValue? {
        entries.first { $0.filter == filter }?.value
    }

    /// The id that a filter names; `nil` if it is not in force.
    public func id<Tag>(_ filter: Filter) -> Identifier<Tag>? {
        guard case .record(let id) = self[filter] else { return nil }
        return Identifier(id)
    }

    /// The filters in force, in the order of the page (IL-27).
    public var active: [Filter] { entries.map { $0.filter } }

    /// The filters in force as chips (IL-26). `name` resolves a record's name; one that cannot be
    /// resolved is called unknown.
    public func chips(
        naming name: (FilterRecord, RecordID) throws -> String?
    ) rethrows -> [ActiveFilter] {
        try entries.map { filter, value in
            var label = value.label
            switch (filter.rule.kind, value) {
            case (.since, _): label = "Since \(label)"
            case (.until, _): label = "Until \(label)"
            case (.record(let kind), .record(let id)):
                label = try name(kind, id) ?? kind.unknownLabel
            default: break
            }
            return ActiveFilter(name: filter.rawValue, value: value.text, label: label)
        }
    }
}

extension Identifier {
    /// The id of a record whose kind the caller knows.
    public init(_ record: RecordID) { self.init(high: record.high, low: record.low) }
}

/// What a filter was set to.
public enum FilterValue: Hashable, Sendable {
    /// A text to search for, as typed.
    case text(String)
    /// A word of the filter's list.
    case word(FilterWord)
    /// On, with the label of the chip.
    case flag(String)
    /// So many calendar days.
    case days(Int)
    /// An end of a window.
    case instant(Instant)
    case record(RecordID)

    /// The value as sent.
    public var text: String {
        switch self {
        case .text(let text): text
        case .word(let word): word.word
        case .flag: "true"
        case .days(let days): String(days)
        case .instant(let instant): instant.text
        case .record(let id): id.text
        }
    }

    /// The value as people read it; for instants and records the value as sent.
    public var label: String {
        switch self {
        case .word(let word): word.label
        case .flag(let label): label
        case .days(let days): "Last \(days) days"
        case .text, .instant, .record: text
        }
    }
}

/// A filter in force, as a chip shows it.
public struct ActiveFilter: Codable, Hashable, Sendable {
    /// The filter's name: the request's field.
    public var name: String
    /// The value as sent.
    public var value: String
    /// The value as people read it.
    public var label: String

    /// A chip with these texts.
    public init(name: String, value: String, label: String) {
        self.name = name
        self.value = value
        self.label = label
    }
}
