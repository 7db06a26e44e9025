/// A list request: its filters, the reader's zone, the order and the maximum number of rows.
public struct ListRequest<Filter: ListFilter>: OperationRequest {
    /// The filters' fields in the order of the cases. Numbers and truth values are kept as text.
    private var fields: [FormField<String>]
    /// The reader's IANA zone, for calendar days; the family's by default.
    public var timeZone: FormField<String>
    /// The order of the rows, for lists that offer several; the list's standard order by default.
    public var sort: FormField<String>
    /// The maximum number of rows; all by default.
    public var limit: FormField<Int>

    public static var fieldNames: [String] {
        let zone = Filter.takesTimeZone ? [FieldKey.timeZone.stringValue] : []
        let order = Filter.takesOrder ? [FieldKey.sort.stringValue] : []
        return Filter.allCases.map(\.rawValue) + zone + order + [FieldKey.limit.stringValue]
    }

    public static var commaSeparatedFields: [String] {
        Filter.allCases.filter { if case .words = $0.rule.kind { true } else { false } }
            .map(\.rawValue)
    }

    /// Checks names one by one: lists are the most frequent requests, so no set of names is built.
    public static func unknownFields(of names: [String]) -> [String] {
        names.filter { name in
            switch name {
            case FieldKey.limit.stringValue: false
            case FieldKey.timeZone.stringValue: !Filter.takesTimeZone
            case FieldKey.sort.stringValue: !Filter.takesOrder
            default: Filter(rawValue: name) == nil
            }
        }
    }

    public init() {
        fields = Filter.allCases.map { _ in FormField(nil) }
        timeZone = FormField(nil)
        sort = FormField(nil)
        limit = FormField(nil)
    }

    /// The filters that are set, with their values as sent, in the order of the cases.
    public var values: [(filter: Filter, value: String)] {
        // Most lists have no filter, and each page asks several times.
        guard fields.contains(where: { $0.value?.isEmpty == false }) else { return [] }
        return zip(Filter.allCases, fields).compactMap { filter, field in
            guard let value = field.value, !value.isEmpty else { return nil }
            return (filter, value)
        }
    }

    /// The value of a filter as sent, numbers as digits; nil if the filter is not set.
    public subscript(filter: Filter) -> String? {
        get {
            Filter.allCases.firstIndex(of: filter).flatMap { fields[$0].value }
        }
        set {
            guard let place = Filter.allCases.firstIndex(of: filter) else { return }
            fields[place] = FormField(newValue)
        }
    }

    public func validated() throws(ServiceError) -> ListInput<Filter> {
        var errors = FieldErrors()
        var input = ListInput<Filter>()
        for (filter, field) in zip(Filter.allCases, fields) {
            if let value = errors.filterValue(field, of: filter) { input.put(filter, value) }
        }
        input.timeZone = errors.timeZone(timeZone, named: FieldKey.timeZone.stringValue)
        if Filter.takesOrder {
            input.order = errors.order(sort, named: FieldKey.sort.stringValue)
        }
        input.limit = errors.optionalNumber(
            limit, named: FieldKey.limit.stringValue, title: "Limit", from: 1)
        try errors.throwIfAny()
        return input
    }
}

extension ListRequest {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FieldKey.self)
        self.init()
        for (place, filter) in Filter.allCases.enumerated() {
            let key = FieldKey(filter.rawValue)
            switch filter.rule.kind {
            case .days:
                fields[place] = try container.decode(FormField<Int>.self, forKey: key).digits
            case .flag:
                fields[place] = try container.decode(FormField<Bool>.self, forKey: key).word
            default:
                fields[place] = try container.decode(FormField<String>.self, forKey: key)
            }
        }
        if Filter.takesTimeZone {
            timeZone = try container.decode(FormField<String>.self, forKey: .timeZone)
        }
        if Filter.takesOrder {
            sort = try container.decode(FormField<String>.self, forKey: .sort)
        }
        limit = try container.decode(FormField<Int>.self, forKey: .limit)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldKey.self)
        for (key, value) in members { try container.encode(value, forKey: key) }
    }

    /// The fields that are set, with the values that they have on the wire.
    private var members: [(key: FieldKey, value: any Encodable & JSONWritable)] {
        var members: [(key: FieldKey, value: any Encodable & JSONWritable)] = []
        // Most lists have no filter.
        for (place, field) in fields.enumerated() {
            guard let value = field.value else { continue }
            let filter = Filter.allCases[place]
            let key = FieldKey(filter.rawValue)
            // What is not a number stays a text, so that it is refused and not left out.
            switch filter.rule.kind {
            case .days where Int(value) != nil: members.append((key, Int(value)))
            case .flag where Bool(value) != nil: members.append((key, Bool(value)))
            default: members.append((key, value))
            }
        }
        if Filter.takesTimeZone, let zone = timeZone.value { members.append((.timeZone, zone)) }
        if Filter.takesOrder, let order = sort.value { members.append((.sort, order)) }
        if let limit = limit.value { members.append((.limit, limit)) }
        return members
    }
}

extension ListRequest: JSONWritable {
    /// Writes what `encode(to:)` does.
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        for (key, value) in members.sorted(by: { $0.key.stringValue < $1.key.stringValue }) {
            json.key(dynamic: key.stringValue)
            value.write(to: &json)
        }
        json.endObject()
    }
}

extension ListRequest: FlatFormRequest {
    init(_ form: FlatForm) {
        self.init()
        for (place, filter) in Filter.allCases.enumerated() where form.has(filter.rawValue) {
            switch filter.rule.kind {
            case .days: fields[place] = form.integer(filter.rawValue).digits
            case .flag: fields[place] = form.truth(filter.rawValue).word
            default: fields[place] = form.text(filter.rawValue)
            }
        }
        if form.has(FieldKey.timeZone.stringValue), Filter.takesTimeZone {
            timeZone = form.text(FieldKey.timeZone.stringValue)
        }
        if form.has(FieldKey.sort.stringValue), Filter.takesOrder {
            sort = form.text(FieldKey.sort.stringValue)
        }
        limit = form.integer(FieldKey.limit.stringValue)
    }
}

extension FormField<Int> {
    /// The same field with the number as text.
    fileprivate var digits: FormField<String> {
        isMalformed ? .malformed : FormField<String>(value.map { String($0) })
    }
}

extension FormField<Bool> {
    /// The same field with the value as text; `false` means no filter.
    fileprivate var word: FormField<String> {
        isMalformed ? .malformed : FormField<String>(value == true ? "true" : nil)
    }
}

extension FieldErrors {
    /// Validates a filter's value; empty means no filter.
    fileprivate mutating func filterValue(
        _ field: FormField<String>, of filter: some ListFilter
    ) -> FilterValue? {
        guard field.isMalformed || field.value?.isEmpty == false else { return nil }
        if let value = field.value.flatMap({ filter.value(of: $0) }) { return value }
        refuse(filter.rawValue, filter.refusal(of: field.value))
        return nil
    }
}

extension ListFilter {
    /// Returns the value that a text denotes; nil if the filter does not accept it.
    public func value(of text: String) -> FilterValue? {
        switch rule.kind {
        case .search:
            let isShort =
                text.count <= FilterRule.searchMax
                && TextLimit.fits(text, 0...FilterRule.searchMax)
            return isShort ? .text(text) : nil
        case .word(let words):
            return words.first { $0.word == text }.map(FilterValue.word)
        case .words(let words):
            let typed = FilterWord.typed(in: text)
            guard words.firstUnknown(of: typed) == nil else { return nil }
            return .words(words.filter { word in typed.contains { $0 == word.word } })
        case .flag(let label):
            return text == "true" ? .flag(label) : nil
        case .days:
            return Int(text).flatMap { FilterRule.daysRange.contains($0) ? .days($0) : nil }
        case .since, .until: return Instant(text: text).map(FilterValue.instant)
        case .record: return RecordID(text: text).map(FilterValue.record)
        }
    }
}

extension ListFilter {
    /// The error text for a value that the filter does not accept; `text` is nil if the value is
    /// not a text.
    fileprivate func refusal(of text: String?) -> String {
        switch rule.kind {
        case .search: "\(title) must be \(FilterRule.searchMax) characters or less"
        case .word(let words):
            "\(title) must be one of " + words.map(\.word).joined(separator: ", ")
        case .words(let words):
            "\(title) must be one or more of " + words.map(\.word).joined(separator: ", ")
                + words.unknownText(in: text)
        case .flag: "\(title) must be true or false"
        case .days:
            "\(title) must be a whole number from \(FilterRule.daysRange.lowerBound) to "
                + "\(FilterRule.daysRange.upperBound)"
        case .since, .until: "Please give a date and time such as 2026-02-10T12:00:00Z"
        case .record(.member): "\(title) is not known; give a member's id"
        case .record(.school): "\(title) is not known; give a school's id"
        case .record(.coach): "\(title) is not known; give a coach's id"
        case .record(.event): "\(title) is not known; give an event's id"
        }
    }
}

extension FilterWord {
    /// The words that a text lists.
    fileprivate static func typed(in text: String) -> [Substring] {
        text.split(separator: separator, omittingEmptySubsequences: false)
    }
}

extension [FilterWord] {
    fileprivate func firstUnknown(of typed: [Substring]) -> Substring? {
        typed.first { item in !contains { $0.word == item } }
    }

    /// Names the first word of a list that is none of these; empty if there is none.
    fileprivate func unknownText(in text: String?) -> String {
        guard let unknown = text.flatMap({ firstUnknown(of: FilterWord.typed(in: $0)) }) else {
            return ""
        }
        return ", not \"\(String(unknown).shortened(to: FilterRule.unknownShownMax))\""
    }
}
