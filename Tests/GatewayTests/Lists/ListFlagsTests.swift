import CommandKit
import Contracts
import Testing

@testable import Gateway

/// CO-43: a list's flags follow from the declaration of its filters.
@Suite struct ListFlagsTests {
    private enum StaffFilter: String, ListFilter {
        case search, role, since
        case contactedWithin = "contacted_within"
        case schoolID = "school_id"
        case addedBy = "added_by"

        var rule: FilterRule {
            switch self {
            case .search: .search("Name")
            case .role: .words(CoachRole.self, \.shortLabel, "Only these roles")
            case .since: .since
            case .contactedWithin: .days([7, 60], "Contacted in the last N days")
            case .schoolID: .school
            case .addedBy: .member("Only added by: me, a name or an id")
            }
        }
    }

    @Test func eachFilterHasItsFlagAndAListItsLimit() {
        let flags = StaffFilter.flags
        #expect(
            flags.map(\.name) == [
                "search", "role", "since", "contacted-within", "school", "added-by", "limit",
            ])
        #expect(
            flags.compactMap { $0.type?.placeholder } == [
                "TEXT", "ROLE,…", "TIME", "N", "SCHOOL", "MEMBER", "N",
            ])
        #expect(flags.allSatisfy { !$0.summary.isEmpty && !$0.isRepeatable })
    }

    @Test func wordsAreAClosedListAndPeriodsSuggestions() {
        let choices = StaffFilter.flags.map { $0.type?.choices ?? [] }
        let periods = StaffFilter.flags[3].type?.suggestions ?? []
        #expect(choices[1].map(\.word) == ["head", "assistant", "recruiting"])
        #expect(choices[1].map(\.label) == ["Head Coach", "Assistant", "Recruiting"])
        #expect(choices[3].isEmpty && periods.map(\.word) == ["7", "60"])
        #expect(periods.map(\.label) == ["Last 7 days", "Last 60 days"])
    }

    @Test func recordsAreCompletedByName() {
        #expect(
            StaffFilter.flags.compactMap { $0.type?.completes } == ["school", "logger"])
    }
}
