import Contracts
import Testing

@testable import Interactions

@Suite("ActiveFilters")
struct ActiveFiltersTests {
    private let nobody = ActiveFilters.Names(
        member: { _ in nil }, school: { _ in nil }, coach: { _ in nil })

    private func chips(
        _ names: ActiveFilters.Names, _ narrow: (inout ListInteractions.Request) -> Void
    ) throws -> [ActiveFilter] {
        var request = ListInteractions.Request()
        narrow(&request)
        return try ActiveFilters.chips(of: try request.validated(), names: names)
    }

    private func setAll(_ request: inout ListInteractions.Request) {
        request.search = "visit"
        request.type = "dm"
        request.direction = "inbound"
        request.sentiment = "very_positive"
        request.days = FormField(7)
        request.since = "2026-02-01T00:00:00Z"
        request.until = "2026-02-10T00:00:00Z"
        request.loggedBy = FormField(Harness.player.userID.text)
        request.schoolID = FormField(Harness.school.text)
        request.coachID = FormField(Harness.coach.text)
        request.limit = FormField(5)
        request.timeZone = "Europe/Vienna"
    }

    // IL-27
    @Test
    func noFilterMeansNoChip() throws {
        #expect(try chips(nobody) { _ in } == [])
        #expect(
            try chips(nobody) {
                $0.limit = FormField(5)
                $0.timeZone = "UTC"
            } == [])
    }

    // IL-26
    @Test
    func chipsStandInThePagesOrderWithReadableLabels() throws {
        let names = ActiveFilters.Names(
            member: { _ in "Ann Player" }, school: { _ in "Duke University" },
            coach: { _ in "Carl Coach" })
        let chips = try chips(names, setAll)
        #expect(
            chips.map(\.name) == [
                "search", "type", "direction", "sentiment", "days", "since", "until",
                "logged_by", "school_id", "coach_id",
            ])
        #expect(
            chips.map(\.label) == [
                "visit", "Direct Message", "Inbound", "Very Positive", "Last 7 days",
                "Since 2026-02-01T00:00:00.000Z", "Until 2026-02-10T00:00:00.000Z", "Ann Player",
                "Duke University", "Carl Coach",
            ])
        #expect(
            chips.map(\.value) == [
                "visit", "dm", "inbound", "very_positive", "7", "2026-02-01T00:00:00.000Z",
                "2026-02-10T00:00:00.000Z", Harness.player.userID.text, Harness.school.text,
                Harness.coach.text,
            ])
    }

    //
    @Test
    func namesThatCannotBeResolvedReadUnknown() throws {
        #expect(
            try chips(nobody, setAll).map(\.label).suffix(3) == [
                "Unknown", "Unknown School", "Unknown Coach",
            ])
    }
}
