import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// What people type for a time, seen in what is asked of the services.
@Suite struct LocalZoneTests {
    private static let now = "2026-03-09T12:00:00.000Z"

    /// What a list would be asked for, which is what the zone made of the text.
    private func since(_ text: String, zone: String, until: Bool = false) throws -> String? {
        let harness = try CompassHarness.signedIn()
        harness.environment["COMPASS_NOW"] = Self.now
        let flag = until ? "--until" : "--since"
        _ = harness.run(words: ["interactions", "list", "--tz", zone, flag, text, "--json"])
        guard let call = harness.transport.seen.last, call.operation == "interactions.list" else {
            return nil
        }
        let payload = String(decoding: call.payload, as: UTF8.self)
        let parts = payload.split(separator: "\"").map(String.init)
        return parts.firstIndex(of: until ? "until" : "since").map { parts[$0 + 2] }
    }

    @Test(arguments: [
        "UTC": [
            "2026-02-03 14:15": "2026-02-03T14:15:00.000Z",
            "2026-02-03T14:15:00.5+01:00": "2026-02-03T13:15:00.500Z",
            "now": now, "12h": "2026-03-09T00:00:00.000Z", "45m": "2026-03-09T11:15:00.000Z",
            "2d": "2026-03-07T12:00:00.000Z", "yesterday 2:15pm": "2026-03-08T14:15:00.000Z",
            "1969-12-31 23:59:59": "1969-12-31T23:59:59.000Z",
        ],
        "America/New_York": [
            "2026-02-03 14:15": "2026-02-03T19:15:00.000Z",
            "2026-07-03T14:15:30": "2026-07-03T18:15:30.000Z",
            "2026-02-03": "2026-02-03T05:00:00.000Z", "2/3/26": "2026-02-03T05:00:00.000Z",
            "2026-02-03T14:15:00Z": "2026-02-03T14:15:00.000Z",
            // T-14: two calendar days over the March clock change are 47 hours.
            "2d": "2026-03-07T13:00:00.000Z",
        ],
        "Europe/Berlin": ["1w": "2026-03-02T12:00:00.000Z"],
    ])
    func timesAreReadInTheZone(zone: String, instants: [String: String]) throws {
        for (text, instant) in instants { #expect(try since(text, zone: zone) == instant) }
    }

    @Test func aDayAsTheEndMeansItsLastMillisecond() throws {
        #expect(
            try since("2026-02-03", zone: "America/New_York", until: true)
                == "2026-02-04T04:59:59.999Z")
    }

    @Test(arguments: [
        "", "someday", "2026-02-30", "10-11-12", "mon", "2026-02-03 25:00", "0d", "-3d",
        "99999d", "d", "2026-02-03 14:15 PM", "9999999999999999999h", "2026-02-03T", "+3d",
    ])
    func otherTextsAreRefused(text: String) throws {
        #expect(try since(text, zone: "UTC") == nil)
    }

    @Test(arguments: [
        "America/New_York", "UTC", "GMT", "Europe/Berlin", "Etc/GMT+5", "US/Eastern",
    ])
    func knownZonesAreTaken(name: String) {
        #expect(LocalZone.isKnown(name))
    }

    @Test(arguments: [
        "", "Mars/Olympus", "../../etc/passwd", "/etc/localtime", "America", "America/New York",
        "UTC\0", String(repeating: "a", count: 65), "CST", "EST", "CET", "posixrules",
    ])
    func otherZonesAreRefused(name: String) {
        #expect(!LocalZone.isKnown(name))
    }

    @Test func anUnknownZoneIsAUsageError() throws {
        let harness = try CompassHarness()
        let ran = harness.run("interactions list --tz Mars/Olympus")
        #expect(ran.code == .usage)
        #expect(ran.err.hasPrefix("compass: \"Mars/Olympus\" is not a time zone\n"))
    }
}
