/// A list whose filters can be saved under a name.
public enum ViewedList: String, Codable, JSONWritable, JSONReadable, Hashable, Sendable,
    CaseIterable
{
    case interactions
    case coaches
    case schools
    case events
    case posts
}

/// Limits of saved filters.
public enum SavedViewLimit {
    /// The most saved filters of one member in a family, over all lists.
    public static let perMember = 100
    /// The length of a name, in characters.
    public static let nameLength = 1...60
}

/// A filter or the order of a list, as a flag of the command line and an item of the page's address
/// write it.
@JSONObject
public struct SavedFilter: Hashable {
    /// The name of the flag without dashes: `logged-by`, `sort`.
    public var flag: String
    /// The value: a word, a number, a time or an id.
    public var value: String
}

/// The filters of a list that a member saved under a name.
@JSONObject(nulls: true)
public struct SavedView: Hashable {
    public var id: SavedViewID
    public var list: ViewedList
    /// The name, unique among those of its owner for the list as `folded`.
    public var name: String
    /// The filters in the order of the list.
    public var filters: [SavedFilter]
    /// Whether all members of the family may use it.
    public var isShared: Bool
    public var ownerID: UserID
    /// The owner's name; nil if it cannot be resolved.
    public var ownerName: String?
}

extension SavedView {
    /// The form of a name in which case, accents and punctuation do not count, unless it has
    /// nothing else.
    public static func folded(_ name: String) -> String {
        let folded = NameFolding.fold(name)
        return folded.isEmpty ? name.trimmed.lowercased() : folded
    }

    /// The list's request with the saved filters. Throws `validation_failed` with the view's name
    /// if a filter is no longer known or no longer takes its value.
    public func request<Filter: ListFilter>(
        of list: Filter.Type
    ) throws(ServiceError) -> ListRequest<Filter> {
        do {
            return try ListRequest<Filter>(saved: filters)
        } catch {
            throw ServiceError(
                .validationFailed,
                "The saved filter \"\(name)\" can no longer be used: \(error.message)")
        }
    }

    /// Why the filters can no longer be used; nil if they can.
    public var problem: String? { list.problem(of: filters) }
}

extension ViewedList {
    /// The filters of the list.
    var filter: any ListFilter.Type {
        switch self {
        case .interactions: InteractionFilter.self
        case .coaches: CoachFilter.self
        case .schools: SchoolFilter.self
        case .events: EventFilter.self
        case .posts: PostFilter.self
        }
    }

    /// The filters as the list knows them: in its order, without a standard order. Throws
    /// `validation_failed` for `filters` if the list does not take them.
    func normalized(_ filters: [SavedFilter]) throws(ServiceError) -> [SavedFilter] {
        try filter.normalized(filters)
    }

    /// The filters for people, such as "Type: Email" and "Last 30 days"; as flags if they can no
    /// longer be used. Records are not named.
    public func words(for filters: [SavedFilter]) -> [String] {
        do throws(ServiceError) {
            return try filter.words(for: filters)
        } catch {
            return filters.map { "--\($0.flag) \($0.value)" }
        }
    }

    /// Why the list does not take these filters; nil if it does.
    public func problem(of filters: [SavedFilter]) -> String? {
        do throws(ServiceError) {
            _ = try normalized(filters)
            return nil
        } catch {
            return error.message
        }
    }
}

extension ListFilter {
    fileprivate static func normalized(
        _ filters: [SavedFilter]
    ) throws(ServiceError) -> [SavedFilter] {
        try ListRequest<Self>(saved: filters).saved
    }

    fileprivate static func words(for filters: [SavedFilter]) throws(ServiceError) -> [String] {
        try ListRequest<Self>(saved: filters).words()
    }
}

extension ListRequest {
    /// The name of the order's flag.
    private static var orderFlag: String { "sort" }

    /// The filters and the order as flags write them, each word of several once; the standard
    /// order is left out.
    public var saved: [SavedFilter] {
        var filters = values.map { filter, typed in
            var value = typed
            if case .words = filter.rule.kind { value = filter.value(of: typed)?.text ?? typed }
            return SavedFilter(flag: filter.flagName, value: value)
        }
        if Filter.takesOrder, let sort = sort.value, !sort.isEmpty,
            sort != Filter.Order.standard.rawValue
        {
            filters.append(SavedFilter(flag: Self.orderFlag, value: sort))
        }
        return filters
    }

    /// The filters and the order for people.
    fileprivate func words() throws(ServiceError) -> [String] {
        let input = try validated()
        let words = input.active.map { filter in
            switch (filter.rule.kind, input[filter]) {
            case (_, .days(let days)): FilterValue.days(days).label
            case (_, .flag(let label)): label
            case (.record(let kind), _): "One \(kind)"
            case (_, let value): "\(filter.title): \(value?.label ?? "")"
            }
        }
        return input.order == .standard ? words : words + ["Sort: \(input.order.label)"]
    }

    /// Creates the request with these filters. Throws `validation_failed` for an unknown flag, for
    /// one that stands twice, and for a value that the filter does not accept.
    public init(saved filters: [SavedFilter]) throws(ServiceError) {
        self.init()
        var flags: Set<String> = []
        for saved in filters {
            guard flags.insert(saved.flag).inserted else {
                throw .invalid("filters", "--\(saved.flag) stands there twice")
            }
            guard !saved.value.isEmpty else {
                throw .invalid("filters", "--\(saved.flag) has no value")
            }
            if Filter.takesOrder, saved.flag == Self.orderFlag {
                sort = FormField(saved.value)
            } else if let filter = Filter.allCases.first(where: { $0.flagName == saved.flag }) {
                self[filter] = saved.value
            } else {
                throw .invalid("filters", "There is no filter --\(saved.flag)")
            }
        }
        do {
            _ = try validated()
        } catch {
            throw .invalid("filters", error.message)
        }
    }
}
