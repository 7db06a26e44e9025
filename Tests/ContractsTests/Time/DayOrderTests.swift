import Testing

@testable import Contracts

/// The order of day and month of a whole column.
@Suite struct DayOrderTests {
    @Test(arguments: [
        (["2/3/2026", "2/25/2026"], DayOrder.monthFirst, true),
        (["2/3/2026", "25/03/2026"], .dayFirst, true),
        (["3.4.26", "13.4.26"], .dayFirst, true),
        (["2/3/2026", "3/4/2026 2pm"], .monthFirst, false),
        (["25/3/2026", "3/25/2026"], .monthFirst, false),
        (["Tue 2/3/2026", "2/4/2026"], .monthFirst, true),
        (["2026-02-03", "Feb 3, 2026", "someday", "5/5/2026"], .monthFirst, true),
        (["1/2", "25/2"], .dayFirst, true),
        ([], .monthFirst, true),
    ])
    func aColumnTellsItsOrder(texts: [String], order: DayOrder, isCertain: Bool) {
        let guess = DayOrder.likely(in: texts)
        #expect(guess.order == order)
        #expect(guess.isCertain == isCertain)
    }

    @Test func someOfTheTextsAreExamples() {
        let texts = (1...9).map { "\($0)/10/2026" }
        let most = DayOrder.Guess.examplesMax
        #expect(DayOrder.likely(in: texts).examples == Array(texts.prefix(most)))
        #expect(DayOrder.likely(in: texts.prefix(most - 1)).examples.count == most - 1)
    }
}

/// Days without a year are of that of their neighbours.
@Suite struct YearContextTests {
    private func years(_ texts: [String?]) -> [Int64?] {
        let context = YearContext(texts)
        return texts.indices.map(context.year)
    }

    @Test func aDayIsOfTheYearInWhichItIsNearest() {
        #expect(
            years(["12/28/2025", "1/3", nil, "2/14 2pm", "hello", "Mar 3", "6/1/2026"])
                == [nil, 2026, nil, 2026, nil, 2026, nil])
        #expect(years(["11/20", "12/30", "1/4/2026"]) == [2025, 2025, nil])
        #expect(years(["3/4/2026", "1/3", "12/20", "10/1"]) == [nil, 2026, 2025, 2025])
        #expect(years(["2/28/2024", "Feb 29", "3-Mar"]) == [nil, 2024, 2024])
    }

    @Test func withoutAnyYearNothingIsInferred() {
        #expect(years(["2/3", "Feb 4", nil]) == [nil, nil, nil])
        #expect(years([]) == [])
    }

    @Test func theReaderTakesTheYear() {
        let reader = TypedTimeReader(today: nil, year: 2026)
        #expect(reader.moment("2/3 2pm").value.map { "\($0)" } == "2026-02-03 14:00")
        #expect(reader.moment("Feb 29") == .none)
    }
}
