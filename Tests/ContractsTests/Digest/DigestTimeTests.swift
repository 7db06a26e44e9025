import Contracts
import Foundation
import Testing

@Suite("When a digest is due (N-120)")
struct DigestTimeTests {
    private func week(
        at now: String, _ zone: String = "UTC", since: String = "2026-01-01T00:00:00Z"
    ) throws -> String? {
        DigestTime.dueWeek(
            at: try #require(Instant(text: now)), in: try #require(TimeZone(identifier: zone)),
            wishedSince: try #require(Instant(text: since)))?.text
    }

    // N-120: from Monday at six, for a week; the millisecond before still is the week before.
    @Test(arguments: [
        ("2026-02-16T05:59:59.999Z", "2026-W06"), ("2026-02-16T06:00:00Z", "2026-W07"),
        ("2026-02-22T23:59:59Z", "2026-W07"), ("2026-02-23T05:59:59Z", "2026-W07"),
        ("2026-02-23T06:00:00Z", "2026-W08"), ("2026-01-05T06:00:00Z", "2026-W01"),
    ])
    func fromMondayAtSix(now: String, expected: String) throws {
        #expect(try week(at: now) == expected)
    }

    // N-120: a digest that was made late is still that of its week, as its notification is.
    @Test(arguments: [
        ("2026-02-16T06:00:00Z", "2026-W07"), ("2026-02-20T00:00:00Z", "2026-W07"),
        ("2026-02-23T05:59:59.999Z", "2026-W07"), ("2026-02-23T06:00:00Z", "2026-W08"),
    ])
    func theTimeOfADigestTellsItsWeek(madeAt: String, expected: String) throws {
        let instant = try #require(Instant(text: madeAt))
        #expect(DigestTime.week(at: instant, in: .gmt).text == expected)
    }

    // N-120: in the family's zone, in summer time too.
    @Test(arguments: [
        "America/New_York": [
            "2026-02-16T11:00:00Z": "2026-W07", "2026-02-16T10:59:59Z": "2026-W06",
            "2026-03-09T10:00:00Z": "2026-W10", "2026-03-09T09:59:59Z": "2026-W09",
        ],
        "Asia/Tokyo": ["2026-02-15T21:00:00Z": "2026-W07"],
    ])
    func inTheFamilysZone(zone: String, weeks: [String: String]) throws {
        for (now, expected) in weeks { #expect(try week(at: now, zone) == expected) }
    }

    // N-120: whoever wishes on a Tuesday gets the first one on the next Monday.
    @Test(arguments: [
        ("2026-02-16T06:00:00Z", true), ("2026-02-16T06:00:00.001Z", false),
        ("2026-02-17T12:00:00Z", false),
    ])
    func notFromBeforeTheWish(since: String, isDue: Bool) throws {
        #expect(try (week(at: "2026-02-18T12:00:00Z", since: since) != nil) == isDue)
        #expect(try week(at: "2026-02-23T06:00:00Z", since: since) == "2026-W08")
    }
}
