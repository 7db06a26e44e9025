import CommandKit
import Contracts
import Foundation
import ServiceKit
import Synchronization

/// Checks the broker and the services.
struct ServiceSurvey {
    /// The time limit of each call, unless `--timeout` is given.
    static let patience = Duration.milliseconds(1_000)
    /// The largest file with the reason for refusing writes, or about a loss, in bytes.
    static let refusalBytesMax = 16_384

    /// How long after an accepted loss the service has a warning.
    static let lossShownFor = Duration.seconds(7 * 86_400)

    /// The result of checking the broker or a service.
    struct Finding {
        let name: String
        var isUp = false
        var isRefusing = false
        var version = ""
        var microseconds = 0
        var queued = 0
        var inFlight = 0
        var problem = ""
        var diskUsedPercent: Int64 = 0
        var isDiskFull = false

        var state: String { isUp ? isRefusing ? "refusing" : "ready" : "down" }
    }

    /// The broker's registry of services.
    private struct Registry: Decodable {
        struct Service: Decodable {
            @JSONObject
            struct Worker: Decodable {
                let inFlight: Int
            }

            let name: String
            let queued: Int
            let workers: [Worker]
        }

        let services: [Service]
    }

    private let run: CommandRun

    init(_ run: CommandRun) { self.run = run }

    /// An operator's passport. Throws unless the operator key can be read, which only the home's
    /// owner can.
    func operatorPassport() throws -> [UInt8] {
        do {
            let key = try KeyStore(folder: run.home.keysFolder).existingSigningKey(of: .operator)
            return try ServicePassportSource(subject: .operator, key: key, clock: run.clock)
                .passport()
        } catch {
            throw CommandFailure(
                .forbidden, "Only the system's operator can do that",
                reason: "There is no readable operator key in \(run.home.keysFolder).")
        }
    }

    /// The answer to an operation without a request type.
    func raw(_ operation: String, at service: String) throws -> [UInt8] {
        let call = OutgoingCall(
            service: service, operation: operation, requestID: .make(at: run.clock.now()),
            payload: Array("{}".utf8), budget: run.budget ?? Self.patience, isReadOnly: true)
        switch try CallWaiter.wait(for: call, through: try run.transport()) {
        case .success(let json, _): return json
        case .failure(let error, _): throw CommandFailure(error.code, error.message)
        }
    }

    /// Measures round trips to services.
    func ping(_ services: [ServiceName]) throws -> CommandResult {
        let findings = services.map { find($0) }
        if let down = findings.first(where: { !$0.isUp }), findings.count == 1 {
            throw CommandFailure(
                .unavailable, "\(down.name) does not answer: \(down.problem)",
                remedy: "Try: compass service status")
        }
        return result(findings)
    }

    /// Checks the broker and all services. A service without a worker is reported as down without a
    /// call, as are all services if there is no broker.
    func status() throws -> CommandResult {
        let start = ContinuousClock.now
        let registry: Registry
        do {
            guard SocketProbe.isListening(at: run.endpoint) else {
                throw CommandFailure(.unavailable, "no broker listens at \(run.endpoint)")
            }
            let json = try raw("$srv.info", at: "$srv.info")
            registry = try JSONCoding.decodeResponse(Registry.self, from: json)
        } catch {
            let problem = (error as? CommandFailure)?.message ?? "\(error)"
            return result(
                [down("broker", problem)]
                    + ServiceName.allCases.map { down($0.rawValue, "no broker") })
        }
        var findings = [Finding(name: "broker", isUp: true, microseconds: elapsed(start))]
        // With the operator's key, the services' gauges are included.
        let passport = try? operatorPassport()
        for service in ServiceName.allCases {
            let known = registry.services.first { $0.name == service.rawValue }
            guard let known, !known.workers.isEmpty else {
                let problem = refusal(of: service).map { "records nothing: \($0)" }
                findings.append(down(service.rawValue, problem ?? "no worker is registered"))
                continue
            }
            var finding = find(service)
            finding.queued = known.queued
            finding.inFlight = known.workers.reduce(0) { $0 + $1.inFlight }
            if finding.isUp, let passport, let gauges = gauges(of: service, passport) {
                finding.isRefusing = ServiceProblems.isRefusing(gauges)
                finding.problem = ServiceProblems.text(gauges, refusal: refusal(of: service))
                finding.diskUsedPercent = gauges["disk.used_percent"] ?? 0
                finding.isDiskFull = ServiceProblems.isDiskFull(gauges)
            }
            if finding.isUp, let loss = loss(of: service) {
                finding.problem += finding.problem.isEmpty ? loss : "; \(loss)"
            }
            findings.append(finding)
        }
        return result(findings)
    }

    private func refusal(of service: ServiceName) -> String? {
        Self.refusal(of: service, in: run.home)
    }

    /// Why a service refuses writes, or did not start for that reason, and what to do about it; nil
    /// if it does not, or if its home is on another machine.
    static func refusal(of service: ServiceName, in home: CompassHome) -> String? {
        firstLine(of: home.refusal(of: service.rawValue))
    }

    /// What became of a loss that was accepted in the last days; nil if there was none.
    private func loss(of service: ServiceName) -> String? {
        let path = run.home.loss(of: service.rawValue)
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let date = attributes?[.modificationDate] as? Date,
            Duration.seconds(run.clock.now().date.timeIntervalSince(date)) < Self.lossShownFor
        else { return nil }
        return Self.firstLine(of: path)
    }

    private static func firstLine(of path: String) -> String? {
        guard let bytes = try? PrivateFile.read(path, sizeMax: refusalBytesMax) else {
            return nil
        }
        return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }

    /// The service's gauges; nil if they are unavailable.
    private func gauges(of service: ServiceName, _ passport: [UInt8]) -> [String: Int64]? {
        let answer = try? run.callAsAnybody(
            ServiceStatistics.self, EmptyRequest(), at: service, passport: passport)
        guard let answer,
            let figures = try? run.decoded(ServiceStatistics.Response.self, answer)
        else { return nil }
        return figures.gauges
    }

    private func find(_ service: ServiceName) -> Finding {
        let start = ContinuousClock.now
        do {
            let json = try raw(PingService.name, at: service.rawValue)
            let response = try JSONCoding.decodeResponse(PingService.Response.self, from: json)
            return Finding(
                name: service.rawValue, isUp: true, version: response.version,
                microseconds: elapsed(start))
        } catch {
            return down(service.rawValue, (error as? CommandFailure)?.message ?? "\(error)")
        }
    }

    private func down(_ name: String, _ problem: String) -> Finding {
        Finding(name: name, problem: problem)
    }

    private func elapsed(_ start: ContinuousClock.Instant) -> Int {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    }

    // MARK: Forms

    private func result(_ findings: [Finding]) -> CommandResult {
        let json = JSONValue.object([
            (
                "services",
                .array(
                    findings.map { finding in
                        .object([
                            ("name", .string(finding.name)),
                            ("state", .string(finding.state)),
                            ("version", .string(finding.version)),
                            ("round_trip_us", .integer(finding.microseconds)),
                            ("queued", .integer(finding.queued)),
                            ("in_flight", .integer(finding.inFlight)),
                            ("problem", finding.problem.isEmpty ? .null : .string(finding.problem)),
                        ])
                    })
            )
        ])
        func table() -> TextTable {
            var table = TextTable([
                .init("Service"), .init("State"), .init("Version"),
                .init("Round Trip ms", rightAligned: true), .init("Queue", rightAligned: true),
                .init("In Flight", rightAligned: true), .init("Problem", shrinksTo: 10),
            ])
            for finding in findings {
                let tenths = finding.microseconds / 100
                let time = "\(tenths / 10).\(tenths % 10)"
                table.append([
                    .init(finding.name),
                    .init(finding.state, finding.state == "ready" ? .green : .red),
                    .init(finding.version),
                    .init(finding.isUp ? time : "", shown: finding.isUp ? time : "–"),
                    .init("\(finding.queued)"), .init("\(finding.inFlight)"),
                    .init(finding.problem),
                ])
            }
            return table
        }
        let downCount = findings.count { !$0.isUp }
        let troubled = findings.filter { $0.isUp && !$0.problem.isEmpty }
        var result = CommandResult(
            json: json.bytes, rowsKey: "services", ids: { findings.map(\.name) },
            rows: { table() }, text: { table().text($0) })
        if downCount > 0 {
            result.exitCode = .unavailable
            result.notes = [
                "\(downCount) of \(findings.count) \(downCount == 1 ? "does" : "do") not answer"
            ]
        }
        let isDiskFull = findings.contains(where: \.isDiskFull)
        if isDiskFull || findings.contains(where: \.isRefusing) { result.exitCode = .unavailable }
        result.notes += Self.notes(on: troubled)
        let used = findings.map(\.diskUsedPercent).max() ?? 0
        let note = ServiceProblems.diskNote(
            usedPercent: used, isFull: isDiskFull, folder: run.home.path)
        if let note { result.notes.append(note) }
        return result
    }

    /// One line per problem, with the services that have it.
    private static func notes(on troubled: [Finding]) -> [String] {
        var problems: [String] = []
        for finding in troubled where !problems.contains(finding.problem) {
            problems.append(finding.problem)
        }
        return problems.map { problem in
            let names = troubled.filter { $0.problem == problem }.map(\.name)
            let who = names.joined(separator: ", ")
            return "\(who) \(names.count == 1 ? "answers" : "answer"), but: \(problem). "
                + "See: compass service stats \(names[0])"
        }
    }

    /// A service's operations with their times.
    static func table(_ statistics: ServiceStatistics.Response) -> TextTable {
        var table = TextTable([
            .init("Operation", shrinksTo: 12), .init("Requests", rightAligned: true),
            .init("Errors", rightAligned: true), .init("Replayed", rightAligned: true),
            .init("p50 us", rightAligned: true), .init("p95 us", rightAligned: true),
            .init("p99 us", rightAligned: true), .init("Max us", rightAligned: true),
        ])
        for operation in statistics.operations {
            table.append([
                .init(operation.name), .init("\(operation.requests)"),
                .init("\(operation.errors.values.reduce(0, +))"), .init("\(operation.replayed)"),
                .init("\(operation.p50Microseconds)"), .init("\(operation.p95Microseconds)"),
                .init("\(operation.p99Microseconds)"), .init("\(operation.maxMicroseconds)"),
            ])
        }
        return table
    }
}
