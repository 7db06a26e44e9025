import Contracts
import Testing

@testable import Imports

@Suite struct ImportTimeTests {
    private func moment(
        _ day: String, _ time: String? = nil, order: DayOrder? = nil, year: Int64? = nil
    ) -> Result<ContactTime, ImportTime.Problem> {
        ImportTime.moment(day: day, time: time, in: PlainZone(), dayOrder: order, year: year)
    }

    @Test(
        arguments: [
            ("2026-02-03", "2:15:00 PM", "2026-02-03T14:15:00.000Z"),
            ("2026-02-03", "14.15", "2026-02-03T14:15:00.000Z"),
            ("2026-02-03", "2pm EST", "2026-02-03T19:00:00.000Z"),
            ("2026-02-03", "1415", "2026-02-03T14:15:00.000Z"),
            ("2026-02-03", "2:15 - 2:45 PM", "2026-02-03T14:15:00.000Z"),
            ("2026-02-03 00:00:00", "2:15 PM", "2026-02-03T14:15:00.000Z"),
            ("2026-02-03", "0.59375", "2026-02-03T14:15:00.000Z"),
            ("2026-02-03 00:00", "14:15", "2026-02-03T14:15:00.000Z"),
            ("2026-02-03T00:00:00", "9 to 11 am", "2026-02-03T09:00:00.000Z"),
            ("2/3/2026", "1899-12-30 14:15:00", "2026-02-03T14:15:00.000Z"),
            ("2/3/2026", "2/3/2026 2:15 PM", "2026-02-03T14:15:00.000Z"),
            ("2/3/2026 2:15 PM", "14:15", "2026-02-03T14:15:00.000Z"),
            ("2026-02-03T14:15:00Z", nil, "2026-02-03T14:15:00.000Z"),
            ("2/3/2026 12:00 AM", nil, "2026-02-03T00:00:00.000Z"),
            ("2026-02-03", nil, "2026-02-03"), ("2026-02-03", " ", "2026-02-03"),
            ("2026-02-03 00:00:00", nil, "2026-02-03"), ("2026-02-03 00:00", "", "2026-02-03"),
            ("Feb 2026", nil, "2026-02"), ("2026-02", "", "2026-02"),
        ] as [(String, String?, String)])
    func dayAndTimeMayStandInTwoColumns(day: String, time: String?, text: String) throws {
        #expect(try moment(day, time).get().text == text)
    }

    @Test(
        arguments: [
            (
                "2026-02-03", "afternoon", "time",
                "Time of day looks like 14:15 or 2:15 PM, or is empty"
            ),
            ("2026-02-03", "after practice", "time", "or is empty"),
            ("2026-02-03", "9", "time", "can mean 2026-02-03 09:00 or 2026-02-03 21:00; write one"),
            ("2026-02-03", "2:15", "time", "can mean 2026-02-03 02:15 or 2026-02-03 14:15"),
            ("2026-02-03 14:15", "4 PM", "time", "is another one than that of the date"),
            ("2026-02-30", "2:15 PM", "occurred_at", "looks like 2026-02-03 14:15"),
            ("Feb 2026", "2:15 PM", "occurred_at", "has a month only"),
            ("yesterday", nil, "occurred_at", "means another day on every day; write the day"),
            ("last Friday", nil, "occurred_at", "means another day on every day"),
            ("2/3", nil, "occurred_at", "has no year"),
            ("26-Feb", nil, "occurred_at", "has no year"),
            (
                "10-11-12", nil, "occurred_at",
                "can mean 2012-10-11 or 2010-11-12; write one of them"
            ),
        ] as [(String, String?, String, String)])
    func theProblemNamesTheColumnAtFault(day: String, time: String?, field: String, text: String) {
        guard case .failure(let problem) = moment(day, time) else {
            Issue.record("\(day) \(time ?? "") was read")
            return
        }
        #expect(problem.field == field)
        #expect(problem.text.contains(text), "\(problem.text)")
    }

    @Test func orderAndYearAreParameters() throws {
        #expect(try moment("3/4/2026", order: .dayFirst).get().text == "2026-04-03")
        #expect(try moment("2/3", "2:15 PM", year: 2026).get().text == "2026-02-03T14:15:00.000Z")
    }
}
