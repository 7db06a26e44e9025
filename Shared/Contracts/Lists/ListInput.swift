/// The validated filters of a list request: those that are active, with their values.
public struct ListInput<Filter: ListFilter>: Sendable {
    /// The active filters in the order of the page. Usually there are few or none, so a linear
    /// search is cheapest.
    private var entries: [(filter: Filter, value: FilterValue)] = []
    /// The reader's zone, if given.
    public internal(set) var timeZone: String?
    public internal(set) var order = Filter.Order.standard
    /// The maximum number of rows; nil means all.
    public internal(set) var limit: Int?

    init() {}

    /// Activates a filter. Call it at most once for each filter, in the order of the page.
    mutating func put(_ filter: Filter, _ value: FilterValue) {
        entries.append((filter, value))
    }

    /// Whether any filter is active (IL-27).
    public var isFiltered: Bool { !entries.isEmpty }

    /// The value of a filter; nil if it is not active.
    public subscript(filter: Filter) -> FilterValue? {
        entries.first { $0.filter == filter }?.value
    }

    /// Returns the id that a record filter selects; nil if the filter is not active.
    public func id<Tag>(_ filter: Filter) -> Identifier<Tag>? {
        guard case .record(let id) = self[filter] else { return nil }
        return Identifier(id)
    }

    /// The active filters, in the order of the page (IL-27).
    public var active: [Filter] { entries.map { $0.filter } }

    /// Returns the active filters as chips (IL-26). `name` resolves a record's name; a record that
    /// cannot be resolved is labelled as unknown.
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
    /// Creates a typed id from the id of a record whose kind the caller knows.
    public init(_ record: RecordID) { self.init(high: record.high, low: record.low) }
}

extension RecordID {
    /// Creates the id of a record whose kind is given separately.
    public init<Kind>(_ id: Identifier<Kind>) { self.init(high: id.high, low: id.low) }
}

/// The value of an active filter.
public enum FilterValue: Hashable, Sendable {
    /// A text to search for, as typed.
    case text(String)
    case word(FilterWord)
    /// One or more words, each once, in the order of the filter's list.
    case words([FilterWord])
    /// On, with the label of the chip.
    case flag(String)
    /// A number of calendar days.
    case days(Int)
    /// The start or end of a time window.
    case instant(Instant)
    case record(RecordID)

    /// The value as sent.
    public var text: String {
        switch self {
        case .text(let text): text
        case .word(let word): word.word
        case .words(let words):
            words.map(\.word).joined(separator: String(FilterWord.separator))
        case .flag: "true"
        case .days(let days): String(days)
        case .instant(let instant): instant.text
        case .record(let id): id.text
        }
    }

    /// The value as people read it; for instants and records, the value as sent.
    public var label: String {
        switch self {
        case .word(let word): word.label
        case .words(let words): words.map(\.label).joined(separator: " or ")
        case .flag(let label): label
        case .days(let days): days == 1 ? "Last day" : "Last \(days) days"
        case .text, .instant, .record: text
        }
    }
}

/// An active filter as its chip shows it.
@JSONObject
public struct ActiveFilter: JSONReadable, Hashable {
    /// The filter's name, which is also the request's field.
    public var name: String
    /// The value as sent.
    public var value: String
    /// The value as people read it.
    public var label: String
}
