import Contracts
import Imports
import ServiceKit
import Testing

@testable import Gateway

@Suite struct ProjectFilesTests {
    // DOMAIN, Import files: the columns of the files that the project carries.
    @Test func filesOfTheProjectAreUnderstood() throws {
        func columns(_ path: String, _ kind: ImportKind) throws -> ImportColumns {
            let source = try ImportSource(path: Checkout.file(path), kind: kind)
            return try ImportColumns(header: source.header, kind: kind, mapped: [])
        }
        let schools = try columns("deploy/catalogue/schools_us_athletics.csv", .schools)
        #expect(
            Set(schools.positions.keys)
                == [
                    "catalogue_id", "name", "city", "state", "website", "division", "conference",
                ])
        let coaches = try columns("deploy/demo/coaches.csv", .coaches)
        #expect(
            Set(coaches.positions.keys)
                == [
                    "coach_key", "catalogue_id", "role", "first_name", "last_name", "email",
                    "phone", "twitter_handle", "instagram_handle", "responsiveness_score",
                    "last_contact_date", "notes",
                ])
        #expect(coaches.ignored.isEmpty)
        let interactions = try columns("deploy/demo/interactions.csv", .interactions)
        #expect(
            Set(interactions.positions.keys)
                == [
                    "catalogue_id", "coach_key", "type", "direction", "subject", "content",
                    "sentiment", "occurred_at",
                ])
        #expect(interactions.ignored == ["interaction_key"])
        let events = try columns("deploy/demo/events.csv", .events)
        #expect(events.ignored == [])
        #expect(
            Set(events.positions.keys)
                == [
                    "event_key", "name", "type", "catalogue_id", "location", "address", "city",
                    "state", "start_date", "end_date", "start_time", "checkin_time", "cost",
                    "event_source", "url", "registered", "attended",
                ])
        let metrics = try columns("deploy/demo/metrics.csv", .metrics)
        #expect(metrics.ignored == ["metric_key"])
        #expect(
            Set(metrics.positions.keys)
                == [
                    "event_key", "metric_type", "value", "unit", "recorded_date", "verified",
                    "notes",
                ])
    }
}
