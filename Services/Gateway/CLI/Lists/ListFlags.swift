import CommandKit
import Contracts
import ServiceKit

/// The flags of a list, derived from its filters.
extension ListFilter {
    /// A flag for each filter, `--sort` if there is a choice, `--view` if filters can be saved, and
    /// `--limit`.
    static var flags: [Flag] {
        allCases.map(\.flag) + orderFlags + viewFlags + [
            .value("limit", Values.limit, default: "all", "Maximum number of rows")
        ]
    }

    private var flag: Flag {
        if case .flag = rule.kind { return .toggle(flagName, rule.summary) }
        return .value(flagName, valueType, field: rawValue, takesNone: true, rule.summary)
    }

    private static var orderFlags: [Flag] {
        guard Order.allCases.count > 1 else { return [] }
        let words = Order.allCases.map { ValueType.Choice($0.rawValue, $0.label) }
        return [
            .value(
                "sort", .choice(words, placeholder: "ORDER"), default: Order.standard.rawValue,
                "Sort order")
        ]
    }

    private var valueType: ValueType {
        switch rule.kind {
        case .search, .flag: .text()
        case .word(let words):
            .word(
                words.map { .init($0.word, $0.label) }, placeholder: flagName.uppercased())
        case .words(let words):
            .words(
                words.map { .init($0.word, $0.label) }, placeholder: "\(flagName.uppercased()),…")
        case .days(let numbers):
            .integer(
                in: FilterRule.daysRange,
                suggestions: numbers.map(FilterValue.days).map { .init($0.text, $0.label) })
        case .since, .until: Values.time
        case .record(.member): Values.logger
        case .record(.school): Values.school
        case .record(.coach): Values.coach
        case .record(.event): Values.event
        }
    }
}

extension CommandRun {
    /// The cursor of a page, if one is given. Throws if `read` does not understand it.
    func cursor<Cursor>(_ read: (String) -> Cursor?) throws -> String? {
        guard let cursor = invocation.text("cursor") else { return nil }
        guard read(cursor) != nil else {
            throw CommandFailure(
                UsageError(
                    .badValue, "--cursor: \(QuotedText.of(cursor)) is not a cursor",
                    reason: "Give the cursor printed at the end of the previous page.",
                    field: "cursor"))
        }
        return cursor
    }

    /// Reads a list with the filters of its flags, which `--save` saves. `adding` sets what those
    /// flags do not say.
    func list<Op: Contracts.Operation, Filter: ListFilter>(
        _ operation: Op.Type, adding: (inout ListRequest<Filter>) -> Void = { _ in }
    ) throws -> Caller.Answer where Op.Request == ListRequest<Filter> {
        var request = try listRequest(by: Filter.self)
        adding(&request)
        let answer = try read(operation, request)
        try saveView(request)
        return answer
    }

    /// The request made from a list's flags, over the saved filters that `--view` names. Names are
    /// resolved to ids, a coach's name within the given school; days and times are in this run's
    /// zone.
    func listRequest<Filter: ListFilter>(by filter: Filter.Type) throws -> ListRequest<Filter> {
        var request = try viewed(by: filter) ?? ListRequest<Filter>()
        var school: SchoolID?
        for filter in Filter.allCases {
            if case .flag = filter.rule.kind {
                if invocation.isOn(filter.flagName) { request[filter] = "true" }
                continue
            }
            guard let typed = invocation.text(filter.flagName) else {
                if case .record(.school) = filter.rule.kind {
                    school = request[filter].flatMap { SchoolID(text: $0) }
                }
                continue
            }
            guard !typed.isEmpty else {
                request[filter] = nil
                continue
            }
            switch filter.rule.kind {
            case .search, .word, .words, .flag, .days: request[filter] = typed
            case .since: request[filter] = try time(filter.flagName)?.text
            case .until: request[filter] = try time(filter.flagName, endOfDay: true)?.text
            case .record(.member):
                request[filter] = try memberID(typed, field: filter.rawValue).text
            case .record(.school):
                school = try schoolID(typed)
                request[filter] = school?.text
            case .record(.coach): request[filter] = try coachID(typed, school: school).text
            case .record(.event): request[filter] = try eventID(typed).text
            }
        }
        // The zone matters only for calendar days.
        if request.countsDays || invocation.text("tz") != nil {
            request.timeZone = FormField(zone.name)
        }
        if Filter.Order.allCases.count > 1, let sort = invocation.text("sort") {
            request.sort = FormField(sort)
        }
        request.limit = FormField(invocation.integer("limit"))
        return request
    }

    /// The instant that a flag gives, in this run's zone.
    func time(_ flag: String, endOfDay: Bool = false) throws -> Instant? {
        try read(flag) { zone.instant(typed: $0, now: clock.now(), endOfDay: endOfDay) }
    }

    /// The time of a contact that a flag gives; nil if it is not given.
    func contactTime(_ flag: String) throws -> ContactTime? {
        try read(flag) { zone.contactTime(typed: $0, now: clock.now()) }
    }

    private func read<Time>(_ flag: String, _ parse: (String) -> Time?) throws -> Time? {
        guard let text = invocation.some(flag) else { return nil }
        guard let time = parse(text) else {
            throw CommandFailure(
                UsageError(
                    .badValue,
                    "--\(flag): \(QuotedText.of(text)) \(zone.problem(text, now: clock.now()))",
                    field: invocation.command.flags.first { $0.name == flag }?.field ?? flag))
        }
        return time
    }
}

extension ListRequest {
    /// Whether an active filter counts calendar days.
    fileprivate var countsDays: Bool {
        values.contains { if case .days = $0.filter.rule.kind { true } else { false } }
    }
}
