public import Contracts
import HTML

/// What the form of a list's filters looks like.
public struct FilterControls<Filter: ListFilter>: Sendable {
    /// The page of the list.
    let path: String
    let placeholder: String
    /// The selects, in the order of the page: a filter, its label, and the choice for none.
    var selects: [(filter: Filter, label: String, none: String)]
    /// The choices of a filter that takes a record.
    var records: [Filter: [Choice]] = [:]
}

/// The filters of a list as a form that puts them into the address, with the names of the command
/// line's flags.
struct FilterForm<Filter: ListFilter>: Sendable {
    let request: ListRequest<Filter>
    /// The filters that are set.
    private let values: [(filter: Filter, value: String)]
    let controls: FilterControls<Filter>

    init(_ request: ListRequest<Filter>, _ controls: FilterControls<Filter>) {
        self.request = request
        self.controls = controls
        values = request.values
    }

    /// The page of the list.
    var path: String { controls.path }

    /// Whether the list can be sorted.
    var hasOrder: Bool { Filter.Order.allCases.count > 1 }

    /// The filters that are set, other than the search.
    private var activeCount: Int {
        values.count { !isSearch($0.filter) }
    }

    private func isSearch(_ filter: Filter) -> Bool {
        if case .search = filter.rule.kind { true } else { false }
    }

    /// The items of the address that show this list, without those of `dropped`.
    func query(without dropped: Filter? = nil) -> [WebAddress.QueryItem] {
        var items = values.filter { $0.filter != dropped }.map {
            WebAddress.QueryItem($0.filter.flagName, $0.value)
        }
        if hasOrder, let sort = request.sort.value, sort != Filter.Order.standard.rawValue {
            items.append(.init("sort", sort))
        }
        return items
    }

    /// The words of the command that shows this list.
    func command(_ words: [String]) -> String {
        CommandLine.text(words + query().flatMap { ["--\($0.name)", $0.value] })
    }

    /// Writes the form. Without filters, and without choices of a family's own records, it is the
    /// same for all readers.
    func write(in zone: ReaderZone, to html: inout HTMLWriter) {
        func writeFields(to html: inout HTMLWriter) { self.writeFields(zone, to: &html) }
        guard values.isEmpty, controls.records.isEmpty, request.sort.value == nil else {
            return writeFields(to: &html)
        }
        let unset = UnsetFilters(
            path: path, placeholder: controls.placeholder,
            words: controls.selects.flatMap { [$0.label, $0.none] })
        html(UnsetFilters.written, unset, writeFields)
    }

    /// With many filters the search has a line of its own.
    private func writeFields(_ zone: ReaderZone, to html: inout HTMLWriter) {
        let isLong = controls.selects.count + (hasOrder ? 1 : 0) > 4
        html(
            .form, .class(isLong ? "filter lines" : "filter"), .role(.search), .method(.get),
            .action(WebAddress(path))
        ) { html in
            if let search = Filter.allCases.first(where: isSearch) {
                html(.div, .class("find")) { html in
                    html.icon(.search)
                    html(
                        .input, .type(.search), .name(search.flagName), .value(request[search]),
                        .placeholder(controls.placeholder), .ariaLabel("Search"),
                        .maxlength(FilterRule.searchMax), .enterKeyHint(.search),
                        .ariaKeyShortcuts("/"))
                }
            }
            html(.details, .open(activeCount > 0)) { html in
                html(.summary, .class("btn")) { html in
                    html.icon(.filter)
                    html.text(activeCount == 0 ? "Filters" : "Filters (\(activeCount))")
                }
                html(.div, .class("more")) { writeSelects(zone, to: &$0) }
            }
        }
    }

    private func writeSelects(_ zone: ReaderZone, to html: inout HTMLWriter) {
        for select in controls.selects {
            writeSelect(
                select.filter.flagName, select.label, choices(of: select.filter),
                none: select.none, chosen: chosen(select.filter), to: &html)
        }
        if hasOrder {
            let orders = Filter.Order.allCases.map { Choice(value: $0.rawValue, label: $0.label) }
            writeSelect(
                "sort", "Sort", orders, none: nil,
                chosen: request.sort.value ?? Filter.Order.standard.rawValue, to: &html)
        }
        let days = Filter.allCases.filter { isDay($0, in: zone) }
        for filter in days { writeDay(filter, zone, to: &html) }
        // A filter that has no control stays as it is.
        for (filter, value) in values
        where !isSearch(filter) && !days.contains(filter)
            && !controls.selects.contains(where: { $0.filter == filter })
        {
            html(.input, .type(.hidden), .name(filter.flagName), .value(value))
        }
        html.submit("Apply", .plain)
    }

    /// Whether a filter has a day as its control: one of time, unless the address names a time of
    /// day, which stays as it is.
    private func isDay(_ filter: Filter, in zone: ReaderZone) -> Bool {
        switch filter.rule.kind {
        case .since, .until:
            request[filter].map { zone.wholeDay($0, of: filter.flagName) != nil } ?? true
        default: false
        }
    }

    private func writeDay(_ filter: Filter, _ zone: ReaderZone, to html: inout HTMLWriter) {
        let name = filter.flagName
        html(.div) { html in
            html(.label, .for("filter-\(name)"), text: filter.title)
            html(
                .input, .type(.date), .id("filter-\(name)"), .name(name),
                .value(request[filter].flatMap { zone.wholeDay($0, of: name)?.text }))
        }
    }

    private func writeSelect(
        _ name: String, _ label: String, _ choices: [Choice], none: String?, chosen: String?,
        to html: inout HTMLWriter
    ) {
        html(.div) { html in
            html(.label, .for("filter-\(name)"), text: label)
            html(.select, .id("filter-\(name)"), .name(name)) { html in
                if let none { html(.option, .value(""), text: none) }
                html.options(choices, chosen: chosen)
            }
        }
    }

    /// The value of a filter as its select has it.
    private func chosen(_ filter: Filter) -> String? {
        request[filter].map { filter.value(of: $0)?.text ?? $0 }
    }

    private func choices(of filter: Filter) -> [Choice] {
        switch filter.rule.kind {
        case .word(let words): words.map { Choice(value: $0.word, label: $0.label) }
        case .words(let words):
            words.map { Choice(value: $0.word, label: $0.label) } + severalWords(of: filter)
        case .days(let offered):
            // An address may have any other number.
            Set(offered + [request[filter].flatMap { Int($0) }].compactMap { $0 }).sorted().map {
                Choice(value: String($0), label: FilterValue.days($0).label)
            }
        default: controls.records[filter] ?? []
        }
    }

    /// Several words of the address as one more choice; a single word is a choice already.
    private func severalWords(of filter: Filter) -> [Choice] {
        guard let value = request[filter].flatMap({ filter.value(of: $0) }),
            case .words(let words) = value, words.count > 1
        else { return [] }
        return [Choice(value: value.text, label: value.label)]
    }

    /// Writes the active filters (IL-26): each chip is a link to the list without it.
    func writeChips(_ active: [ActiveFilter], zone: ReaderZone, to html: inout HTMLWriter) {
        guard !active.isEmpty else { return }
        html(.section, .class("chips"), .ariaLabel("Active filters")) { html in
            for chip in active {
                guard let filter = Filter(rawValue: chip.name) else { continue }
                let (name, value) = words(of: filter, chip, zone)
                html(
                    .a, .class("chip"), .href(WebAddress(path, query: query(without: filter))),
                    .ariaLabel("Remove filter \(name): \(value)")
                ) { html in
                    html(.span, text: name)
                    html(.b) { $0(.bdi, text: value) }
                    html.icon(.close)
                }
            }
            let sort = query().filter { $0.name == "sort" }
            html.linkButton("Clear all", to: WebAddress(path, query: sort), .quiet)
        }
    }

    private func words(
        of filter: Filter, _ chip: ActiveFilter, _ zone: ReaderZone
    ) -> (name: String, value: String) {
        let label = controls.selects.first { $0.filter == filter }?.label
        switch filter.rule.kind {
        case .since: return ("Since", Instant(text: chip.value).map(zone.text) ?? chip.label)
        case .until: return ("Until", Instant(text: chip.value).map(zone.text) ?? chip.label)
        case .days: return ("Time", chip.label)
        default: return (label ?? filter.title, chip.label)
        }
    }
}

/// What the form of a list without filters depends on.
private struct UnsetFilters: Hashable {
    let path: String
    let placeholder: String
    /// The labels of the selects, each with the choice for none.
    let words: [String]

    static let written = FragmentCache<UnsetFilters>(bytesMax: 65_536)
}
