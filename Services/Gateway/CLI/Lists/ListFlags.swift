import CommandKit
import Contracts
import ServiceKit

/// The flags of a list, derived from its filters.
extension ListFilter {
    /// A flag for each filter, `--sort` if there is a choice, and `--limit`.
    static var flags: [Flag] {
        allCases.map(\.flag) + orderFlags + [
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
            .choice(
                words.map { .init($0.word, $0.label) }, placeholder: flagName.uppercased())
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
    /// The request made from a list's flags. Names are resolved to ids, a coach's name within the
    /// given school; days and times are in this run's zone.
    func listRequest<Filter: ListFilter>(by filter: Filter.Type) throws -> ListRequest<Filter> {
        var request = ListRequest<Filter>()
        var school: SchoolID?
        var countsDays = false
        for filter in Filter.allCases {
            if case .flag = filter.rule.kind {
                if invocation.isOn(filter.flagName) { request[filter] = "true" }
                continue
            }
            guard let typed = invocation.some(filter.flagName) else { continue }
            switch filter.rule.kind {
            case .search, .word, .flag: request[filter] = typed
            case .days:
                request[filter] = typed
                countsDays = true
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
        if countsDays || invocation.text("tz") != nil { request.timeZone = FormField(zone.name) }
        if Filter.Order.allCases.count > 1 { request.sort = FormField(invocation.text("sort")) }
        request.limit = FormField(invocation.integer("limit"))
        return request
    }

    /// The instant that a flag gives, in this run's zone.
    func time(_ flag: String, endOfDay: Bool = false) throws -> Instant? {
        guard let text = invocation.some(flag) else { return nil }
        guard let instant = zone.instant(text, now: clock.now(), endOfDay: endOfDay) else {
            throw CommandFailure(
                UsageError(
                    .badValue,
                    "--\(flag): \(QuotedText.of(text)) \(zone.problem(text, now: clock.now()))",
                    field: invocation.command.flags.first { $0.name == flag }?.field ?? flag))
        }
        return instant
    }
}
