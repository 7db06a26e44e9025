import Foundation
import Support
import Testing

@testable import Contracts

@Suite struct InstantTests {
    private static let noon: Int64 = 1_770_724_800_000

    // X-18: UTC, ISO 8601, three fraction digits.
    @Test func textHasMillisecondsAndZ() {
        #expect(Instant(milliseconds: Self.noon).text == "2026-02-10T12:00:00.000Z")
        #expect("\(Instant(milliseconds: -1))" == "1969-12-31T23:59:59.999Z")
    }

    @Test(arguments: [
        "2026-02-10T12:00:00Z", "2026-02-10T12:00:00.000Z", "2026-02-10t12:00:00z",
        "2026-02-10 12:00:00Z", "2026-02-10T12:00:00.0009999Z", "2026-02-10T13:00:00+01:00",
        "2026-02-10T07:00:00-05:00", "2026-02-11T02:00:00.0+14:00", "2026-02-10T12:00:00-00:00",
        "2026-02-09T12:01:00-23:59", "2026-02-10T17:45:00.000000000+05:45",
    ])
    func formsOfTheSameInstantAreTaken(text: String) {
        #expect(Instant(text: text)?.milliseconds == Self.noon)
    }

    @Test(arguments: [("5", 500), ("05", 50), ("123", 123), ("1239", 123), ("999999999", 999)])
    func fractionsAreCutToMilliseconds(digits: String, milliseconds: Int64) {
        #expect(
            Instant(text: "2026-02-10T12:00:00.\(digits)Z")?.milliseconds
                == Self.noon + milliseconds)
    }

    @Test(arguments: [
        "", "2026-02-10", "2026-02-10T12:00Z", "2026-02-10T12:00:00", "2026-02-10T12:00:00.Z",
        "2026-02-10T12:00:00.0000000000Z", "2026-02-30T12:00:00Z", "2026-02-29T12:00:00Z",
        "2026-13-01T12:00:00Z", "2026-00-01T12:00:00Z", "2026-01-00T12:00:00Z",
        "2026-02-10T24:00:00Z", "2026-02-10T12:60:00Z", "2016-12-31T23:59:60Z",
        "2026-02-10T12:00:00+24:00", "2026-02-10T12:00:00+01:60", "2026-02-10T12:00:00+0100",
        "2026-02-10T12:00:00Zx", " 2026-02-10T12:00:00Z", "+2026-02-10T12:00:00Z",
        "-001-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z",
        "2026-2-10T12:00:00Z", "２０２６-02-10T12:00:00Z", "1770724800000", "now",
    ])
    func otherTextIsNoInstant(text: String) {
        #expect(Instant(text: text) == nil)
    }

    @Test func endsOfTheRangeReadBack() {
        #expect(Instant.earliest.text == "0001-01-01T00:00:00.000Z")
        #expect(Instant.latest.text == "9999-12-31T23:59:59.999Z")
        #expect(Instant(text: Instant.earliest.text) == .earliest)
        #expect(Instant(text: Instant.latest.text) == .latest)
    }

    @Test func instantsPastTheEndsAreRefusedOrMoved() {
        #expect(Instant(text: "0001-01-01T00:00:00+00:01") == nil)
        #expect(Instant(text: "9999-12-31T23:59:59.999-00:01") == nil)
        #expect(Instant(milliseconds: .min) == .earliest)
        #expect(Instant(milliseconds: .max) == .latest)
        #expect(Instant(milliseconds: Instant.earliest.milliseconds - 1) == .earliest)
        #expect(Instant(milliseconds: Instant.latest.milliseconds + 1) == .latest)
    }

    @Test func textReadsBackForManyInstants() {
        var generator = SeededNumbers(seed: 3)
        let range = Instant.earliest.milliseconds...Instant.latest.milliseconds
        for _ in 0..<5_000 {
            let instant = Instant(milliseconds: Int64.random(in: range, using: &generator))
            #expect(Instant(text: instant.text) == instant)
            let bytes = instant.textBytes
            #expect(bytes.indices.map { bytes[$0] } == Array(instant.text.utf8))
        }
    }

    @Test func agreesWithFoundationForManyInstants() throws {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        var generator = SeededNumbers(seed: 4)
        for _ in 0..<2_000 {
            // 1600 to 2400, in quarters of a second, which a date holds exactly.
            let quarters = Int64.random(in: -46_600_000_000...54_200_000_000, using: &generator)
            let instant = Instant(milliseconds: quarters * 250)
            #expect(try Date(instant.text, strategy: style) == instant.date)
            #expect(instant.date.formatted(style) == instant.text)
        }
    }

    @Test func datesReadBackToTheMillisecond() {
        var generator = SeededNumbers(seed: 5)
        let range = Instant.earliest.milliseconds...Instant.latest.milliseconds
        for _ in 0..<5_000 {
            let instant = Instant(milliseconds: Int64.random(in: range, using: &generator))
            #expect(Instant(instant.date) == instant)
        }
    }

    @Test func datesOutOfRangeMoveToTheEnds() {
        #expect(Instant(Date(timeIntervalSince1970: .infinity)) == .latest)
        #expect(Instant(Date(timeIntervalSince1970: -.infinity)) == .earliest)
        #expect(Instant(Date(timeIntervalSince1970: 1e300)) == .latest)
    }

    @Test func movesByDurationsAndStopsAtTheEnds() {
        let noon = Instant(milliseconds: Self.noon)
        #expect(noon.advanced(by: .milliseconds(1)).milliseconds == Self.noon + 1)
        #expect(noon.advanced(by: .milliseconds(-1)).milliseconds == Self.noon - 1)
        #expect(noon.advanced(by: .microseconds(999)) == noon)
        #expect(Instant.latest.advanced(by: .milliseconds(1)) == .latest)
        #expect(Instant.earliest.advanced(by: .milliseconds(-1)) == .earliest)
        #expect(noon.advanced(by: .seconds(Int64.max)) == .latest)
        #expect(noon.advanced(by: .seconds(Int64.min)) == .earliest)
        #expect(Instant.latest.advanced(by: .seconds(Int64.max / 1_000)) == .latest)
        #expect(Instant.earliest.advanced(by: .seconds(Int64.min / 1_000)) == .earliest)
    }

    @Test func comparesByTime() {
        #expect(Instant(milliseconds: -1) < Instant(milliseconds: 0))
        #expect(!(Instant(milliseconds: 0) < Instant(milliseconds: 0)))
    }

    @Test func jsonIsTheText() throws {
        let json = try JSONCoding.encode([Instant(milliseconds: Self.noon)])
        #expect(String(decoding: json, as: UTF8.self) == #"["2026-02-10T12:00:00.000Z"]"#)
        #expect(throws: ServiceError.self) {
            try JSONCoding.decodeResponse([Instant].self, from: Array("[1770724800000]".utf8))
        }
    }
}
