import Contracts
import Foundation
import Glibc
import ServiceKit
import Support
import Testing

/// Health and metrics of a real system, and of what the example dashboard and alerts make of them.
@Suite struct MetricsTests {
    private static let programs = Program.allCases.map(\.rawValue)

    private let system: SystemUnderTest

    init() throws { system = try SystemUnderTest() }

    private struct Answer {
        let status: Int
        let head: String
        let text: String
    }

    /// What the server of an address, in a file of the home, answers.
    private func get(_ path: String, from file: String) throws -> Answer {
        let address = try String(contentsOfFile: file, encoding: .utf8)
        let port = try #require(UInt16(address.split(separator: ":").last?.dropLast(2) ?? ""))
        let descriptor = try LoopbackSocket.connect(
            to: port, patience: Int(SystemUnderTest.patience.seconds))
        defer { close(descriptor) }
        let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        _ = LoopbackSocket.send(Array(request.utf8), to: descriptor)
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe recv(descriptor, &piece, piece.count, 0)
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        let parts = String(decoding: bytes, as: UTF8.self).split(
            separator: "\r\n\r\n", maxSplits: 1
        ).map(String.init)
        let status = Int(parts.first?.split(separator: " ").dropFirst().first ?? "")
        return Answer(
            status: try #require(status), head: parts[0], text: parts.count > 1 ? parts[1] : "")
    }

    private func metrics() throws -> String {
        try get("/metrics", from: system.home.metricsAddressFile).text
    }

    /// Metrics in which these programs, and no others, are up. A busy machine may need several
    /// scrapes.
    private func metrics(up: [String]) throws -> String {
        var text = ""
        let isSo = try Waiting.until {
            text = try metrics()
            return Self.programs.allSatisfy {
                text.contains("compass_up{service=\"\($0)\"} \(up.contains($0) ? 1 : 0)\n")
            }
        }
        #expect(isSo, "\(text.split(separator: "\n").filter { $0.hasPrefix("compass_up") })")
        return text
    }

    /// The names of the samples.
    private func names(_ text: String) -> Set<Substring> {
        Set(
            text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
                $0.prefix { $0 != "{" && $0 != " " }
            })
    }

    @Test func everyFigureOfEveryServiceIsServed() throws {
        let household = try system.makeHousehold("Maya Metrics", family: "Metrics family")
        _ = try household.call(ListInteractions.self, .init())
        let backups = system.home.backupFolder
        try FileManager.default.createDirectory(
            atPath: backups, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: backups + "/compass-20260210T030000Z.tar"))
        _ = try get("/", from: system.home.webAddressFile)
        let text = try metrics(up: Self.programs)
        let head = try get("/metrics", from: system.home.metricsAddressFile).head
        #expect(head.contains("Content-Type: text/plain; version=0.0.4; charset=utf-8"))

        let key = try KeyStore(folder: system.home.keysFolder).existingSigningKey(of: .operator)
        let passport = try ServicePassportSource(
            subject: .operator, key: key, clock: system.clock
        ).passport()
        for service in ServiceName.allCases {
            let statistics = try system.caller.call(
                ServiceStatistics.self, .init(), at: service,
                options: .init(passport: passport, budget: SystemUnderTest.patience))
            for name in statistics.gauges.keys {
                let gauge = try #require(ServiceGauge.found(name)?.gauge, "\(service): \(name)")
                #expect(text.contains("\ncompass_\(gauge.metric){service=\"\(service.rawValue)\""))
            }
        }
        // Nothing of people: neither what they typed nor ids of their records.
        for typed in ["Maya", "Metrics family", household.player.email] {
            #expect(!text.contains(typed))
        }
        #expect(text.firstMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{32}/) == nil)
        try expectExamplesUse(names(text))
    }

    /// The dashboard and the alerts name metrics that are served, and no others.
    private func expectExamplesUse(_ served: Set<Substring>) throws {
        for file in ["grafana.json", "alerts.yml"] {
            let path = Checkout.file("deploy/observability/\(file)")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let used = Set(text.matches(of: /compass_[a-z0-9_]+/).map(\.output))
            #expect(used.count > 5 && used.isSubset(of: served), "\(used.subtracting(served))")
        }
    }

    @Test func healthNamesWhoIsDown() throws {
        func waitForHealth(_ status: Int, _ text: String) throws {
            var answer: Answer?
            let isSo = try Waiting.until {
                answer = try get("/healthz", from: system.home.metricsAddressFile)
                return answer?.status == status && answer?.text == text
            }
            #expect(isSo, "\(answer?.status ?? 0) \(answer?.text ?? "")")
        }
        try waitForHealth(200, "ok\n")
        system.stop(.coaches)
        try waitForHealth(503, "coaches down\n")
        let text = try metrics(up: Self.programs.filter { $0 != "coaches" })
        #expect(!text.contains("compass_requests_in_flight{service=\"coaches\"}"))
        system.start(.coaches)
        try waitForHealth(200, "ok\n")
    }

    /// The port of the pages, which strangers may reach, has neither.
    @Test(arguments: ["/metrics", "/healthz"])
    func thePagesServeNoMetrics(path: String) throws {
        let answer = try get(path, from: system.home.webAddressFile)
        #expect(answer.status == 404)
        #expect(!answer.text.contains("compass_") && !answer.text.contains("ok\n"))
    }
}
