import Testing

@testable import Contracts

@Suite struct TypedTimeReaderTests {
    /// A Friday.
    private let today = CivilDay(text: "2026-11-20")

    private func meanings(
        _ text: String, _ outlook: TypedTimeReader.Outlook = .past
    ) -> [String] {
        switch TypedTimeReader(today: today, outlook: outlook).moment(text) {
        case .one(let moment): ["\(moment)"]
        case .several(let moments): moments.map { "\($0)" }
        case .none: []
        }
    }

    /// N-01.
    @Test(arguments: [
        ("2026-03-04", "2026-03-04"), ("2026-3-4", "2026-03-04"), ("2026/3/4", "2026-03-04"),
        ("3/4/2026", "2026-03-04"), ("3/4/26", "2026-03-04"), ("3/4/69", "2069-03-04"),
        ("3/4/70", "1970-03-04"), ("3-4-2026", "2026-03-04"), ("13.4.2026", "2026-04-13"),
        ("Mar 4, 2026", "2026-03-04"), ("march 4th '26", "2026-03-04"),
        ("4 Sept. 2025", "2025-09-04"), ("Wed, Mar 4, 2026", "2026-03-04"),
        ("3/4", "2026-03-04"), ("12/20", "2025-12-20"), ("Feb 29", "2024-02-29"),
        ("today", "2026-11-20"), ("Yesterday", "2026-11-19"), ("tomorrow", "2026-11-21"),
        ("2 days ago", "2026-11-18"), ("a week ago", "2026-11-13"), ("last Friday", "2026-11-13"),
        ("thu", "2026-11-19"), ("sat", "2026-11-14"), ("next fri", "2026-11-27"),
    ])
    func daysAreReadAsPeopleTypeThem(text: String, day: String) {
        #expect(meanings(text) == [day])
    }

    @Test(arguments: [
        ("2026-03-04T14:15", "2026-03-04 14:15"), ("3/4/26 2:15pm", "2026-03-04 14:15"),
        ("yesterday at 9am", "2026-11-19 09:00"), ("Feb 3, 2026, 2:15 PM", "2026-02-03 14:15"),
        ("2:15 p.m.", "2026-11-20 14:15"), ("12am", "2026-11-20 00:00"),
        ("thu noon", "2026-11-19 12:00"), ("today midnight", "2026-11-20 00:00"),
    ])
    func timesAreReadAsPeopleTypeThem(text: String, time: String) {
        #expect(meanings(text) == [time])
    }

    /// N-02.
    @Test func anAmbiguousTextHasAllItsMeanings() {
        #expect(meanings("fri") == ["2026-11-20", "2026-11-13"])
        #expect(meanings("mon", .either) == ["2026-11-16", "2026-11-23"])
        #expect(meanings("3/4", .either) == ["2026-03-04", "2027-03-04"])
        #expect(meanings("fri", .ahead) == ["2026-11-20", "2026-11-27"])
        #expect(meanings("10-11-12") == ["2012-10-11", "2010-11-12"])
        #expect(meanings("3.4.2026") == ["2026-03-04", "2026-04-03"])
        #expect(meanings("3/4/26 9") == ["2026-03-04 09:00", "2026-03-04 21:00"])
        #expect(
            TypedTimeReader(today: today).day("fri").ambiguity
                == "can mean 2026-11-20 or 2026-11-13")
    }

    /// N-02: what lies ahead has no meaning before today.
    @Test(arguments: [
        ("12/3", "2026-12-03"), ("3/4", "2027-03-04"), ("11/20", "2026-11-20"),
        ("Feb 29", "2028-02-29"), ("mon", "2026-11-23"), ("last mon", "2026-11-16"),
        ("2026-03-04", "2026-03-04"),
    ])
    func aDayThatLiesAheadIsTheNextOne(text: String, day: String) {
        #expect(meanings(text, .ahead) == [day])
    }

    @Test(arguments: [
        "", " ", "someday", "13/4/2026", "2/30/2026", "2026-02-03T", "Feb", "Tue, Mar 4, 2026",
        "last", "14 pm", "0am", "25:00", "2:5pm", "2026-02-03 24:00", "36601 days ago", "1/2/3/4",
        "--", "\u{663}/4/26", "99/99", "-1 days ago",
    ])
    func otherTextsHaveNoMeaning(text: String) {
        #expect(meanings(text).isEmpty)
    }

    @Test func numbersAndLengthsHaveLimits() {
        #expect(meanings("\(TypedTimeReader.unitsAgoMax) days ago").count == 1)
        #expect(meanings("\(TypedTimeReader.unitsAgoMax + 1) days ago").isEmpty)
        let longest = String(repeating: " ", count: TypedTimeReader.bytesMax - 5) + "today"
        #expect(meanings(longest).count == 1)
        #expect(meanings(" " + longest).isEmpty)
    }

    /// A file has no today.
    @Test(arguments: [
        ("3-Feb-26", "2026-02-03"), ("03-Feb-2026", "2026-02-03"), ("Feb-3-2026", "2026-02-03"),
        ("3/Feb/2026", "2026-02-03"), ("3. Feb 2026", "2026-02-03"), ("03FEB26", "2026-02-03"),
        ("2/3/26 @ 2:15 PM", "2026-02-03 14:15"), ("2/3/26 @2:15pm", "2026-02-03 14:15"),
        ("2/3/2026, 2:15:00\u{202f}PM", "2026-02-03 14:15"),
        ("Feb 2026", "2026-02"), ("2026-02", "2026-02"), ("February, 2026", "2026-02"),
        ("2/2026", "2026-02"), ("Feb '26", "2026-02"), ("Feb-26", "2026-02"),
        ("2026-02-03 14:15 UTC", "2026-02-03 14:15 UTC"),
        ("2/3/26 2pm EST", "2026-02-03 14:00 UTC-05:00"),
        ("7/3/26 2pm EDT", "2026-07-03 14:00 UTC-04:00"),
        ("2/3/26 2pm CT", "2026-02-03 14:00 America/Chicago"),
        ("2026-02-03 14:15 +0000", "2026-02-03 14:15 UTC"),
        ("2026-02-03 14:15-05", "2026-02-03 14:15 UTC-05:00"),
        ("2026-02-03T14:15:00.000+0530", "2026-02-03 14:15 UTC+05:30"),
        ("Tue, 3 Feb 2026 14:15:00 -0500 (EST)", "2026-02-03 14:15 UTC-05:00"),
        ("2026-02-03 1415", "2026-02-03 14:15"), ("2026-02-03 14.15", "2026-02-03 14:15"),
        ("2026-02-03 0.59375", "2026-02-03 14:15"), ("2026-02-03 .75", "2026-02-03 18:00"),
        ("2/3/26 2:15 - 2:45 PM", "2026-02-03 14:15"),
        ("2/3/26 9am\u{2013}3pm", "2026-02-03 09:00"),
        ("2/3/26 11:30 to 12:30 PM", "2026-02-03 11:30"), ("2/3/26 9-3pm", "2026-02-03 09:00"),
        ("2026-02-03 09:00-09:30", "2026-02-03 09:00"),
    ])
    func filesHaveDaysAndTimesInManyForms(text: String, moment: String) {
        #expect(TypedTimeReader(today: nil).moment(text).value.map { "\($0)" } == moment)
    }

    /// What is not certain has several meanings or none.
    @Test(arguments: [
        ("7/3/26 2pm EST", "2026-07-03 14:00 UTC-05:00 or 2026-07-03 14:00 America/New_York"),
        ("2/3/26 2:15", "2026-02-03 02:15 or 2026-02-03 14:15"),
        ("2026-02-03 915", "2026-02-03 09:15 or 2026-02-03 21:15"),
        ("2026-02-03 afternoon", nil), ("mid-February 2026", nil), ("2026-02-03 9.5", nil),
        ("2026-02-03 0.9999999", nil), ("Feb 3 1415", nil), ("2026-02-03 14:15 +1500", nil),
        ("2026-13", nil), ("13/2026", nil), ("March 2026 - April 2026", nil), ("26-Feb", nil),
    ])
    func whatIsUncertainIsNotRead(text: String, meanings: String?) {
        let reading = TypedTimeReader(today: nil).moment(text)
        #expect(reading.value == nil)
        #expect(reading.ambiguity == meanings.map { "can mean \($0)" })
    }

    @Test func aFractionOfADayHasALimitOfDigits() {
        let reader = TypedTimeReader(today: nil)
        let longest = "0.5" + String(repeating: "0", count: TypedClock.fractionDigitsMax - 1)
        #expect(reader.moment("2026-02-03 \(longest)").value?.time == .noon)
        #expect(reader.moment("2026-02-03 \(longest)0") == .none)
    }

    @Test func numbersAreReadInTheGivenOrder() {
        let reader = TypedTimeReader(today: nil, dayOrder: .dayFirst)
        #expect(reader.day("25/03/2026").value?.text == "2026-03-25")
        #expect(reader.day("3.4.2026").value?.text == "2026-04-03")
        #expect(reader.day("3-4-2026").value?.text == "2026-04-03")
        #expect(reader.day("2026-03-04").value?.text == "2026-03-04")
        #expect(TypedTimeReader(today: nil, dayOrder: .monthFirst).day("25/03/2026") == .none)
    }

    /// A month is the whole of it where a span of time is asked for, and never a day.
    @Test func aMonthIsNoDay() {
        let reader = TypedTimeReader(today: today)
        #expect(reader.moment("Feb 2026").value?.precision == .month)
        #expect(reader.moment("2/3/26").value?.precision == .day)
        #expect(reader.moment("2/3/26 9am").value?.precision == nil)
        #expect(reader.day("Feb 2026") == .none)
    }

    @Test func withoutTodayNothingIsRelativeToIt() {
        let reader = TypedTimeReader(today: nil)
        for text in ["today", "yesterday", "fri", "last fri", "3/4", "Mar 4", "9am", "a day ago"] {
            #expect(reader.moment(text) == .none, "\(text)")
        }
        #expect(reader.day("Wed, 3/4/26").value?.text == "2026-03-04")
    }

    @Test(arguments: [
        ("14:15", "14:15"), ("2:15 PM", "14:15"), ("12:00am", "00:00"), ("9:00", "09:00"),
        ("9am", "09:00"), ("noon", "12:00"), ("24:00", nil), ("9", nil), ("", nil),
    ])
    func timesOfDayAreRead(text: String, time: String?) {
        #expect(TypedTimeReader.time(text).value?.text == time)
    }
}
