import Contracts

/// The filters of a list.
struct ListFilters: Hashable, Sendable {
    var search: String?
    var type: String?
    var direction: String?
    var sentiment: String?
    var days: Int?
    var since: Int64?
    var until: Int64?
    var loggedBy: UserID?
    var school: SchoolID?
    var coach: CoachID?
    var zone: String?
    var limit: Int?

    /// As a request of the contracts.
    var request: ListInteractions.Request {
        var request = ListInteractions.Request()
        request[.search] = search
        request[.type] = type
        request[.direction] = direction
        request[.sentiment] = sentiment
        request[.days] = days.map { String($0) }
        request[.since] = since.map(ExpectedInteraction.text)
        request[.until] = until.map(ExpectedInteraction.text)
        request[.loggedBy] = loggedBy?.text
        request[.schoolID] = school?.text
        request[.coachID] = coach?.text
        request.timeZone = FormField(zone)
        request.limit = FormField(limit)
        return request
    }

    /// As arguments of the command line.
    var words: [String] {
        var words: [String] = []
        func add(_ flag: String, _ value: String?) {
            if let value { words += [flag, value] }
        }
        add("--search", search)
        add("--type", type)
        add("--direction", direction)
        add("--sentiment", sentiment)
        add("--days", days.map(String.init))
        add("--since", since.map(ExpectedInteraction.text))
        add("--until", until.map(ExpectedInteraction.text))
        add("--logged-by", loggedBy?.text)
        add("--school", school?.text)
        add("--coach", coach?.text)
        add("--tz", zone)
        add("--limit", limit.map(String.init))
        return words
    }

    /// Combines two sets of filters; those of `other` take precedence.
    func merging(_ other: ListFilters) -> ListFilters {
        ListFilters(
            search: other.search ?? search, type: other.type ?? type,
            direction: other.direction ?? direction, sentiment: other.sentiment ?? sentiment,
            days: other.days ?? days, since: other.since ?? since, until: other.until ?? until,
            loggedBy: other.loggedBy ?? loggedBy, school: other.school ?? school,
            coach: other.coach ?? coach, zone: other.zone ?? zone, limit: other.limit ?? limit)
    }
}
