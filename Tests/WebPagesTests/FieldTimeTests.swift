import Contracts
import Foundation
import Testing

@testable import WebPages

/// The days and times of form fields (IA-57).
@Suite
struct FieldTimeTests {
    @Test(arguments: ["America/New_York", "Pacific/Auckland", "Asia/Kathmandu", "UTC"])
    func whatAFieldShowsIsReadBack(name: String) throws {
        let zone = ReaderZone(try #require(TimeZone(identifier: name)))
        for hour in 0..<(366 * 3) {
            let instant = Samples.instant("2026-01-01T00:00:00Z").advanced(
                by: .seconds(Int64(hour) * 8 * 3_600))
            let text = zone.fieldText(instant)
            let back = try #require(zone.instant(typed: text, now: instant))
            // The hour that an autumn night has twice means the first one.
            #expect(back == instant || zone.fieldText(back) == text)
        }
    }

    @Test(
        arguments: [
            "", "T", "2026-02-30T14:15", "2026-02-03T24:00", "2026-02-03T14:15T", "someday",
            "2026-02-03T9",
        ])
    func anythingElseIsRefused(text: String) {
        #expect(
            Samples.zone.instant(typed: text, now: Samples.instant("2026-03-09T12:00:00Z")) == nil)
    }
}
