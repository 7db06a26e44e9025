import Contracts
import Testing

@testable import Imports

/// Names of schools and coaches as families write them (N-111).
@Suite struct LogNamesTests {
    @Test(arguments: [
        ("St. John's Univ.", ["st", "johns", "university"]),
        ("The Ohio State University", ["ohio", "state", "university"]),
        ("Texas A&M", ["texas", "a", "and", "m"]),
        ("  DUKE ", ["duke"]), ("", []),
    ]) func namesHaveWords(name: String, words: [String]) {
        #expect(LogNames.words(name) == words)
    }

    @Test(
        arguments: [
            ("Duke University", ["duke"]), ("University of Florida", ["florida"]),
            ("Boston College", ["boston"]), ("Duke", nil), ("Ohio State", nil),
        ] as [(String, [String]?)]) func shortNamesLeaveOutWhatASchoolIs(
            name: String, short: [String]?
        )
    {
        #expect(LogNames.shortened(LogNames.words(name)) == short)
    }

    @Test(
        arguments: [
            ("Pat Sample", .named(first: "Pat", last: "Sample"), nil),
            ("Coach Pat Sample", .named(first: "Pat", last: "Sample"), nil),
            ("Sample, Pat", .named(first: "Pat", last: "Sample"), nil),
            ("Pat Sample, Head Coach", .named(first: "Pat", last: "Sample"), "Head Coach"),
            ("Pat Sample (assistant)", .named(first: "Pat", last: "Sample"), "assistant"),
            ("Coach Sample", .lastName("Sample"), nil), ("Sample", .lastName("Sample"), nil),
            ("Pat Sample & Lee Doe", .other("Pat Sample & Lee Doe"), nil),
            ("Pat and Lee", .other("Pat and Lee"), nil),
            ("pat@example.edu", .other("pat@example.edu"), nil),
            ("", .none, nil), (nil, .none, nil),
        ] as [(String?, LogCoach, String?)]) func coachesAreNamedInManyWays(
            text: String?, coach: LogCoach, title: String?
        )
    {
        let read = LogNames.coach(text)
        #expect(read.coach == coach)
        #expect(read.title == title)
    }
}
