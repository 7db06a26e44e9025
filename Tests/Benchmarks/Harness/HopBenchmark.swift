import Contracts
import Foundation
import Majordomo
import ServiceKit

/// A no-op operation through `compass-broker`, compared with the same frames through a bare libzmq
/// hop. The same C client measures both.
enum HopBenchmark {
    private static let rounds = 7
    private static let syncCalls = 4_000
    private static let windowCalls = 30_000
    private static let window = 32
    private static let sockets = 64

    private enum Limit {
        static let p50 = 1.2
        static let p99 = 2.0
        static let rate = 0.6
    }

    private struct Sample {
        let p50, p99, perSecond: Double
    }

    static func run(_ report: Report) throws {
        report.begin("no-op operation through the broker, 200 B each way, header and passport")
        let folder = try ScratchFolder()
        let (envelope, payload) = try writeFrames(in: folder)
        let limits = try startLimit(in: folder, payload: payload)
        let ours = try startOurs(in: folder)
        defer { (ours + limits.processes).reversed().forEach { $0.stop() } }

        func measure(
            _ endpoint: String, _ mode: String, width: Int, calls: Int
        ) throws -> Sample {
            let text = try ChildProcess.output(
                of: try Programs.limit("hop"),
                [
                    mode, endpoint, EchoService.name, envelope, payload.path, "\(width)",
                    "\(calls)",
                ])
            let words = text.split(separator: " ").compactMap { Double(String($0).trimmed) }
            guard words.count == 4, Int(words[3]) == payload.bytes else {
                throw BenchmarkFailure(description: "the echo answered something else: \(text)")
            }
            return Sample(p50: words[0] / 1_000, p99: words[1] / 1_000, perSecond: words[2])
        }

        let ourEndpoint = CompassHome(path: folder.path).brokerEndpoint
        func both(_ mode: String, width: Int, calls: Int) throws -> Pair {
            Pair(
                limit: try measure(limits.endpoint, mode, width: width, calls: calls),
                ours: try measure(ourEndpoint, mode, width: width, calls: calls))
        }
        var (pairs, windowed, crowds): ([Pair], [Pair], [Pair]) = ([], [], [])
        for _ in 0..<rounds {
            pairs.append(try both("client", width: 1, calls: syncCalls))
            windowed.append(try both("client", width: window, calls: windowCalls))
            crowds.append(try both("sockets", width: sockets, calls: windowCalls))
        }
        func ratio(_ value: (Sample) -> Double) -> Double {
            median(pairs.map { value($0.ours) / value($0.limit) })
        }
        func shown(_ value: (Sample) -> Double) -> String {
            let limit = median(pairs.map { value($0.limit) })
            return "(\(Int(median(pairs.map { value($0.ours) }))) µs, bare \(Int(limit)) µs)"
        }
        report.atMost("p50 / bare hop", ratio(\.p50), limit: Limit.p50, unit: "x", shown(\.p50))
        report.atMost("p99 / bare hop", ratio(\.p99), limit: Limit.p99, unit: "x", shown(\.p99))
        for (pairs, name) in [
            (windowed, "calls per second with \(window) in flight"),
            (crowds, "calls per second on \(sockets) sockets, one in flight each"),
        ] {
            let (own, bare) = (pairs.map(\.ours.perSecond), pairs.map(\.limit.perSecond))
            report.atLeast(
                "\(name) / bare hop", median(zip(own, bare).map(/)), limit: Limit.rate, unit: "x",
                "(\(Int(median(own)))/s, bare \(Int(median(bare)))/s)")
        }
    }

    private struct Pair {
        let limit, ours: Sample
    }

    private struct Payload {
        let path: String
        let bytes: Int
    }

    /// Writes the envelope and the payload of every call.
    private static func writeFrames(
        in folder: ScratchFolder
    ) throws -> (envelope: String, payload: Payload) {
        let home = CompassHome(path: folder.path)
        try home.prepare()
        let now = ProcessClock().now()
        let passport = try Passport(
            subject: .user(.make(at: now), .make(at: now), [.make(at: now): .player]),
            issuedAt: ProcessClock().machineTime()
        ).signed(with: KeyStore(folder: home.keysFolder).signingKey(of: .identity))
        let header = RequestHeader(operation: Echo.name, budgetMilliseconds: 10_000)
        guard let envelope = header.envelope(passport: passport) else {
            throw BenchmarkFailure(description: "the envelope is over a limit")
        }
        let text = String(repeating: "x", count: 189)
        let payload = try JSONCoding.encode(Echo.Request(text: text))
        let paths = (envelope: "\(folder.path)/envelope", payload: "\(folder.path)/payload")
        try Data(envelope).write(to: URL(fileURLWithPath: paths.envelope))
        try Data(payload).write(to: URL(fileURLWithPath: paths.payload))
        return (paths.envelope, Payload(path: paths.payload, bytes: payload.count))
    }

    private static func startLimit(
        in folder: ScratchFolder, payload: Payload
    ) throws -> (endpoint: String, processes: [ChildProcess]) {
        let endpoint = "ipc://\(folder.path)/limit.ipc"
        let program = try Programs.limit("hop")
        // The same reply header as ours.
        let header = ReplyHeader(requestID: .random()).envelope()
        let broker = try ChildProcess(program, ["broker", endpoint], readyWhen: "ready")
        let worker = try ChildProcess(
            program, ["worker", endpoint, "\(header.count)", "\(payload.bytes)"],
            readyWhen: "ready")
        return (endpoint, [broker, worker])
    }

    private static func startOurs(in folder: ScratchFolder) throws -> [ChildProcess] {
        let environment = ["COMPASS_HOME": folder.path]
        let ready = "\"message\":\"ready\""
        let broker = try ChildProcess(
            Programs.product("compass-broker"), [], environment: environment, readyWhen: ready)
        let service = try ChildProcess(
            Programs.own, [],
            environment: environment.merging([EchoService.marker: "1"]) { $1 },
            readyWhen: ready)
        return [broker, service]
    }
}
