import Contracts
import Foundation
import HTTP
import ServiceKit
import Support
import Synchronization
import Testing

@testable import Web

@Suite("Metrics and health") struct MetricsSiteTests {
    /// Answers with what it is told, or that the time is over.
    private struct Answers: CallTransport {
        var silent: Set<String> = []
        var refusing: Set<String> = []
        var passports = Kept<[String: [UInt8]]>([:])

        func send(_ call: OutgoingCall, deliver: @escaping @Sendable (Outcome) -> Void) {
            let isBroker = call.service.hasPrefix("$srv")
            let name = isBroker ? "broker" : call.service
            passports.update { $0[name] = call.passport }
            if silent.contains(name) {
                return deliver(
                    .failure(ServiceError(.timeout, "No answer"), executed: .unknown))
            }
            if refusing.contains(name) {
                return deliver(.failure(ServiceError(.forbidden, "No"), executed: .no))
            }
            deliver(.success(Array((isBroker ? Self.broker : Self.service).utf8), replayed: false))
        }

        static let broker = """
            {"name":"compass-broker","uptime_ms":2500,"requests":7,"connections":3,"later":1,
            "services":[{"name":"coaches","queued":4,"queued_bytes":100,"dispatched":9,
            "waited_ms":1500,"workers":[{"id":1,"silent_ms":200},{"id":2,"silent_ms":750}]},
            {"name":"made by a client","queued":1,"queued_bytes":1,"dispatched":0,"waited_ms":0,
            "workers":[]}]}
            """
        static let service = """
            {"name":"x","id":"1","version":"0.1.0","started_at":"2026-02-10T12:00:00Z","in_flight":2,
            "operations":[{"name":"coaches.list","requests":10,"errors":{"busy":3},"replayed":1,
            "p50_us":500,"p95_us":900,"p99_us":1000,"max_us":2000000,"work_p50_us":1,"work_p99_us":2,
            "total_us":6000,"queue_us":1000,"work_us":4000}],
            "gauges":{"disk.used_percent":25,"feed.identity.lag":5,"db.commands":12,"later.made":1,
            "memory.anonymous_bytes":4096}}
            """
    }

    /// A value that several threads change.
    private final class Kept<Value: Sendable>: Sendable {
        private let kept: Mutex<Value>
        init(_ value: Value) { kept = Mutex(value) }
        var value: Value { kept.withLock { $0 } }
        func update(_ change: (inout Value) -> Void) { kept.withLock { change(&$0) } }
    }

    private let folder: TemporaryFolder
    private let clock = MovedClock(Instant(milliseconds: 1_770_724_800_000)).clock

    init() throws { folder = try TemporaryFolder() }

    private func site(_ answers: Answers, counts: RequestCounts = RequestCounts()) -> MetricsSite {
        MetricsSite(
            poll: ServicePoll(transport: answers, clock: clock), passport: { [1, 2, 3] },
            backupFolder: folder.url.path, counts: counts, startedAt: clock.now())
    }

    private func text(_ response: HTTPResponse) -> String {
        guard case .bytes(let bytes) = response.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func whatServicesCountIsExposed() async throws {
        let answers = Answers()
        let response = await site(answers).metrics()
        #expect(response.status == .ok)
        #expect(response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        let read = try ReadExposition(text(response))
        let (service, operation) = (["service": "coaches"], "coaches.list")
        let labels = ["service": "coaches", "operation": operation]
        func expect(_ name: String, _ more: [String: String], _ value: Double) {
            let all = labels.merging(more) { $1 }
            #expect(read[name, all] == value, "\(name) \(more)")
        }
        expect("compass_requests_total", ["outcome": "ok"], 7)
        expect("compass_requests_total", ["outcome": "busy"], 3)
        expect("compass_requests_replayed_total", [:], 1)
        expect("compass_request_duration_seconds", ["quantile": "0.99"], 0.001)
        expect("compass_request_duration_seconds_sum", [:], 0.006)
        expect("compass_request_duration_seconds_count", [:], 10)
        expect("compass_request_duration_max_seconds", [:], 2)
        expect("compass_request_waiting_seconds_total", [:], 0.001)
        expect("compass_request_handling_seconds_total", [:], 0.004)
        #expect(read["compass_build_info", ["service": "coaches", "version": "0.1.0"]] == 1)
        #expect(read["compass_requests_in_flight", service] == 2)
        #expect(read["compass_disk_used_ratio", service] == 0.25)
        #expect(read["compass_database_commands_total", service] == 12)
        #expect(read["compass_feed_lag", ["service": "coaches", "producer": "identity"]] == 5)
        #expect(read["compass_queue_requests", service] == 4)
        #expect(read["compass_queue_wait_seconds_total", service] == 1.5)
        #expect(read["compass_workers", service] == 2)
        #expect(read["compass_workers_silent_seconds", service] == 0.75)
        #expect(read["compass_broker_requests_total", [:]] == 7)
        #expect(read["compass_broker_uptime_seconds", [:]] == 2.5)
        #expect(read["compass_process_start_time_seconds", service] == 1_770_724_800)
        for name in ServicePoll.names + ["web"] {
            #expect(read["compass_up", ["service": name]] == 1, "\(name)")
        }
        // What clients and later versions name is left out.
        #expect(!text(response).contains("made by") && !text(response).contains("later"))
        #expect(answers.passports.value["coaches"] == [1, 2, 3])
        #expect(answers.passports.value["broker"] == [])
    }

    /// A name ends as its type demands, and everything has a text.
    @Test func namesFollowTheConventions() async throws {
        let read = try ReadExposition(text(await site(Answers()).metrics()))
        for (name, kind) in read.kinds {
            #expect(name.hasSuffix("_total") == (kind == "counter"), "\(name)")
            #expect(name.hasPrefix("compass_") && read.helps[name]?.hasSuffix(".") == true)
        }
        for gauge in ServiceGauge.all {
            #expect(gauge.metric.hasSuffix("_total") == (gauge.kind == .count), "\(gauge.name)")
        }
        #expect(Set(ServiceGauge.all.map(\.metric)).count == ServiceGauge.all.count)
        #expect(
            Set(read.samples.flatMap(\.labels.keys)) == [
                "operation", "outcome", "producer", "quantile", "service", "version",
            ])
    }

    @Test func whoDoesNotAnswerIsDown() async throws {
        let some = site(Answers(silent: ["events", "broker"], refusing: ["hooks"]))
        let read = try ReadExposition(text(await some.metrics()))
        for (name, isUp) in [("events", 0.0), ("broker", 0), ("hooks", 0), ("coaches", 1)] {
            #expect(read["compass_up", ["service": name]] == isUp, "\(name)")
        }
        #expect(read["compass_requests_in_flight", ["service": "events"]] == nil)
        let health = await some.health()
        #expect(health.status == .serviceUnavailable)
        #expect(text(health) == "broker down\nevents down\nhooks down\n")
        let whole = await site(Answers()).health()
        #expect(whole.status == .ok && text(whole) == "ok\n")
    }

    @Test func theNewestBackupIsTold() async throws {
        func read() async throws -> ReadExposition {
            try ReadExposition(text(await site(Answers()).metrics()))
        }
        let none = try await read()
        #expect(none["compass_backups", [:]] == 0)
        #expect(none["compass_backup_newest_timestamp_seconds", [:]] == nil)
        for name in [
            "compass-20260209T030000Z.tar", "compass-20260210T030000Z-2.tar.enc",
            "compass-20260210T030000Z.tar", ".compass-20260301T030000Z.tar", "notes.txt",
            "compass-20261399T030000Z.tar",
        ] {
            try Data().write(to: URL(fileURLWithPath: folder.path(name)))
        }
        let some = try await read()
        #expect(some["compass_backups", [:]] == 3)
        #expect(some["compass_backup_newest_timestamp_seconds", [:]] == 1_770_692_400)
    }

    @Test func answersOfThePagesAreCounted() async throws {
        let counts = RequestCounts()
        for (route, status, time) in [("/today", 200, 2), ("/today", 404, 1), ("/live", 200, 900)] {
            counts.note(route: route, status: status, duration: .seconds(time))
        }
        let read = try ReadExposition(text(await site(Answers(), counts: counts).metrics()))
        #expect(read["compass_web_requests_total", ["status": "200"]] == 2)
        #expect(read["compass_web_requests_total", ["status": "404"]] == 1)
        #expect(read["compass_web_request_duration_seconds_sum", [:]] == 3)
        #expect(read["compass_web_request_duration_seconds_count", [:]] == 2)
    }

    @Test func onlyTheseTwoPathsExist() {
        #expect(
            Router(site(Answers())).routes.map(\.pattern.description) == ["/healthz", "/metrics"])
    }
}
