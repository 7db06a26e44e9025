import Contracts
import Support

/// The filters to test: each value alone, and combinations of two to four.
enum FilterChoices {
    static func alone(
        for person: Person, of family: ListFamily, _ oracle: ListOracle
    ) -> [ListFilters] {
        let searches = [
            "camp", "CAMP", "café", "CAFE\u{301}", "École", "STRASSE", "ß", "🔥", "👩‍👩‍👧‍👦", "👩",
            "%", "_", "'", "\\", "\"", "<john", "5<6", "&", "unlisted", "Ünlisted", "日本", "roster",
            "[coach interest level: high]", "no such text", " ", "\n", "é", "e",
        ]
        var choices = searches.map { ListFilters(search: $0) }
        choices += InteractionType.allCases.map { ListFilters(type: $0.rawValue) }
        choices += Direction.allCases.map { ListFilters(direction: $0.rawValue) }
        choices += Sentiment.allCases.map { ListFilters(sentiment: $0.rawValue) }
        for days in [7, 14, 30, 90] {
            choices += [nil, "UTC", "Pacific/Auckland"].map { ListFilters(days: days, zone: $0) }
        }
        let week = oracle.now - 7 * 86_400_000
        choices += [week, week + 1, oracle.now, oracle.now + 1].map { ListFilters(since: $0) }
        choices += [week, week - 1, oracle.now].map { ListFilters(until: $0) }
        choices += [
            ListFilters(since: week, until: week), ListFilters(since: week + 1, until: week),
        ]
        let loggers = person.role == .player ? [person] : family.players + family.parents
        choices += loggers.map { ListFilters(loggedBy: $0.userID) }
        choices += family.schools.prefix(3).map { ListFilters(school: $0.id) }
        choices += family.coaches.prefix(3).map { ListFilters(coach: $0.id) }
        choices += [1, 7, 50, 100_000].map { ListFilters(limit: $0) }
        return choices
    }

    /// Combines two to four of the filters.
    static func combined(
        _ alone: [ListFilters], using random: inout SeededNumbers
    ) -> ListFilters {
        var filters = ListFilters()
        for _ in 0..<Int.random(in: 2...4, using: &random) {
            filters = filters.merging(alone.randomElement(using: &random) ?? ListFilters())
        }
        return filters
    }
}
