import Testing

@testable import Contracts

@Suite struct ContactTimeTests {
    @Test(
        arguments: [
            ("2026-02-03T14:15:00Z", "2026-02-03T14:15:00.000Z", "2026-02-03T14:15:00.000Z", nil),
            ("2026-02-03", "2026-02-03", "2026-02-03T12:00:00.000Z", "Feb 3, 2026"),
            ("2026-02", "2026-02", "2026-02-01T12:00:00.000Z", "Feb 2026"),
            ("0001-01", "0001-01", "0001-01-01T12:00:00.000Z", "Jan 1"),
            ("9999-12-31", "9999-12-31", "9999-12-31T12:00:00.000Z", "Dec 31, 9999"),
        ] as [(String, String, String, String?)])
    func itIsReadAsItIsWritten(text: String, again: String, instant: String, label: String?) {
        let time = ContactTime(text: text)
        #expect(time?.text == again)
        #expect(time?.instant.text == instant)
        #expect(time?.dayLabel == label)
        #expect(time.map { ContactTime($0.instant, knownTo: $0.precision) } == time)
    }

    @Test(arguments: ["", "2026", "2026-2", "2026-13", "2026-02-30", "2026-02-03 14:15", "02-2026"])
    func otherTextsAreNone(text: String) { #expect(ContactTime(text: text) == nil) }

    @Test func theRestOfAnInstantIsLeftOut() throws {
        let late = try #require(Instant(text: "2026-02-13T23:59:59.999Z"))
        #expect(ContactTime(late, knownTo: .day).text == "2026-02-13")
        #expect(ContactTime(late, knownTo: .month) == ContactTime(text: "2026-02"))
        #expect(ContactTime(late, knownTo: nil).instant == late)
    }
}
