import Imports
import ServiceKit
import Testing

@testable import Gateway

@Suite struct ProjectFilesTests {
    // DOMAIN, Import files: the columns of the files that the project carries.
    @Test func filesOfTheProjectAreUnderstood() throws {
        func header(_ path: String) throws -> [String] {
            try ImportSource(path: Checkout.file(path), kind: .schools).header
        }
        let schools = try ImportColumns(
            header: header("deploy/catalogue/schools_us_athletics.csv"), kind: .schools,
            mapped: [])
        #expect(
            Set(schools.positions.keys)
                == [
                    "catalogue_id", "name", "city", "state", "website", "division", "conference",
                ])
        let coaches = try ImportColumns(
            header: header("deploy/demo/coaches.csv"), kind: .coaches, mapped: [])
        #expect(
            Set(coaches.positions.keys)
                == [
                    "coach_key", "catalogue_id", "role", "first_name", "last_name", "email",
                    "phone", "twitter_handle", "instagram_handle", "responsiveness_score",
                    "last_contact_date", "notes",
                ])
        #expect(coaches.ignored.isEmpty)
        let interactions = try ImportColumns(
            header: header("deploy/demo/interactions.csv"), kind: .interactions, mapped: [])
        #expect(
            Set(interactions.positions.keys)
                == [
                    "catalogue_id", "coach_key", "type", "direction", "subject", "content",
                    "sentiment", "occurred_at",
                ])
        #expect(interactions.ignored == ["interaction_key"])
        let events = try ImportColumns(
            header: header("deploy/demo/events.csv"), kind: .events, mapped: [])
        #expect(events.ignored == [])
        #expect(
            Set(events.positions.keys)
                == [
                    "event_key", "name", "type", "catalogue_id", "location", "address", "city",
                    "state", "start_date", "end_date", "start_time", "checkin_time", "cost",
                    "event_source", "url", "registered", "attended",
                ])
        let metrics = try ImportColumns(
            header: header("deploy/demo/metrics.csv"), kind: .metrics, mapped: [])
        #expect(metrics.ignored == ["metric_key"])
        #expect(
            Set(metrics.positions.keys)
                == [
                    "event_key", "metric_type", "value", "unit", "recorded_date", "verified",
                    "notes",
                ])
    }
}
