import CommandKit
import Contracts
import Foundation
import Glibc
import Majordomo
import ServiceKit
import ZeroMQ

/// The baseline for brokered calls: bare libzmq that passes Majordomo frames through one hop to an
/// echo, in separate processes.
enum BareHop {
    /// Arguments with which this program runs as a part of the hop.
    static let brokerWord = "--bare-hop-broker"
    static let workerWord = "--bare-hop-worker"
    /// The number of clients for measuring throughput.
    static let clients = 32
    /// The length of each of the two measurements, in seconds.
    static let seconds = 1.0
    private static let service = "bare"
    /// The size of a passport in bytes.
    private static let passportBytes = 133

    /// Runs a part of the hop forever if the arguments ask for it.
    static func runIfAsked(_ words: [String]) throws {
        guard words.count >= 2 else { return }
        if words[0] == brokerWord { try runBroker(words[1]) }
        if words[0] == workerWord, words.count == 3, let bytes = Int(words[2]) {
            try runWorker(words[1], bytes: bytes)
        }
    }

    /// Passes frames between clients and the worker: `[peer][protocol][command]…`, all moved.
    private static func runBroker(_ endpoint: String) throws -> Never {
        let socket = try Socket(.router, in: Context())
        try socket.bind(Endpoint(endpoint))
        let poller = Poller()
        try poller.add(socket, for: .readable)
        var worker: [UInt8] = []
        let message = Message()
        let outgoing = Message()
        while true {
            _ = try poller.wait(milliseconds: -1)
            while try socket.receive(into: message) == .received {
                guard message.count >= 3 else { continue }
                outgoing.removeAll()
                if message.bytes(at: 1) == Array("MDPW02".utf8) {
                    if message.count < 6 {
                        worker = message.bytes(at: 0)
                        continue
                    }
                    try outgoing.append(message.bytes(at: 3))
                    try outgoing.append("MDPC02")
                    try outgoing.append(UInt8(3))
                    try outgoing.append("bare")
                    try outgoing.appendFrames(movedFrom: message, from: 5)
                } else {
                    guard !worker.isEmpty, message.count >= 5 else { continue }
                    try outgoing.append(worker)
                    try outgoing.append("MDPW02")
                    try outgoing.append(UInt8(2))
                    try outgoing.append(message.bytes(at: 0))
                    try outgoing.append("")
                    try outgoing.appendFrames(movedFrom: message, from: 4)
                }
                _ = try socket.send(outgoing)
            }
        }
    }

    /// Answers each request with this many bytes.
    private static func runWorker(_ endpoint: String, bytes: Int) throws -> Never {
        let socket = try Socket(.dealer, in: Context())
        try socket.connect(Endpoint(endpoint))
        let poller = Poller()
        try poller.add(socket, for: .readable)
        let message = Message()
        let outgoing = Message()
        try outgoing.append("MDPW02")
        try outgoing.append(UInt8(1))
        try outgoing.append("bare")
        // The first send after connecting finds no peer yet.
        while try socket.send(outgoing) == .wouldBlock { usleep(1_000) }
        let payload = [UInt8](repeating: UInt8(ascii: "x"), count: bytes)
        while true {
            _ = try poller.wait(milliseconds: -1)
            while try socket.receive(into: message) == .received {
                // Frames: MDPW02, 02, client, empty, envelope, payload.
                guard message.count >= 6,
                    let identifier = message.withBytes(at: 4, { requestID(in: $0) })
                else { continue }
                outgoing.removeAll()
                try outgoing.append("MDPW02")
                try outgoing.append(UInt8(4))
                try outgoing.append(message.bytes(at: 2))
                try outgoing.append("")
                try outgoing.append(ReplyHeader(requestID: identifier).envelope())
                try outgoing.append(payload)
                _ = try socket.send(outgoing)
            }
        }
    }

    /// The request id has the same offset in every envelope (docs/protocol.md, 3.2).
    private static func requestID(in envelope: Span<UInt8>) -> WireID? {
        envelope.count < 31 ? nil : WireID(bytes: envelope.extracting(15..<31))
    }

    // MARK: Measuring

    /// Measures the hop with payloads of these sizes.
    static func measure(
        folder: String, request: Int, reply: Int, progress: Progress
    ) throws -> (one: Measurement, many: Measurement) {
        progress.say("bare hop: \(request) bytes out, \(reply) bytes back")
        let endpoint = "ipc://\(folder)/bare.ipc"
        let parts = try [[brokerWord, endpoint], [workerWord, endpoint, "\(reply)"]].map { words in
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/proc/self/exe")
                .resolvingSymlinksInPath()
            process.arguments = words
            try process.run()
            return process
        }
        defer {
            for part in parts {
                part.terminate()
                part.waitUntilExit()
            }
        }
        try awaitBroker(endpoint)
        let payload = [UInt8](repeating: UInt8(ascii: "x"), count: request)
        let generator = Generator(
            endpoint: endpoint, service: service, threads: 1, operations: 1
        ) { _ in try EchoSource(payload: payload) }
        _ = try generator.closed(clients: 1, seconds: 0.2, seed: 1)
        let one = try generator.closed(clients: 1, seconds: seconds, seed: 1)
        let many = try generator.closed(clients: clients, seconds: seconds, seed: 1)
        return (one, many)
    }

    /// Waits until the hop's broker listens.
    private static func awaitBroker(_ endpoint: String) throws {
        let limit = ContinuousClock.now + OwnSystem.startLimit
        while true {
            do {
                _ = try WireConnection(endpoint: endpoint, alarm: Alarm())
                return
            } catch let failure as LoadTestFailure
                where failure.kind == .away && ContinuousClock.now < limit
            {
                // A starting process cannot signal that its socket exists, so this polls.
                usleep(2_000)
            }
        }
    }

    private final class EchoSource: RequestSource {
        private let template: RequestTemplate

        init(payload: [UInt8]) throws {
            let header = RequestHeader(operation: "bare.echo", budgetMilliseconds: 2_000)
            template = try RequestTemplate(
                ClientRequest(
                    service: service, header: header,
                    passport: [UInt8](repeating: 1, count: passportBytes), payload: payload,
                    isReadOnly: true))
        }

        func next() -> PlannedRequest {
            PlannedRequest(operation: 0, template: template, expectation: nil)
        }
    }
}

/// A bare hop compared with the system, in the same run.
struct BaselineFigures: Sendable, Codable, Equatable {
    /// The sizes of request and reply payloads in bytes: the means of the scenario.
    var requestBytes, replyBytes: Int
    /// The median latency of one request at a time, in microseconds: of the hop and of the system.
    var bareP50, oursP50: Int
    /// Answers per second: of the hop with 32 clients, and the system's capacity.
    var barePerSecond, oursPerSecond: Double

    /// The system's median latency relative to the hop's.
    var p50Ratio: Double { bareP50 > 0 ? Double(oursP50) / Double(bareP50) : 0 }
    /// The system's throughput relative to the hop's.
    var throughputRatio: Double { barePerSecond > 0 ? oursPerSecond / barePerSecond : 0 }
}
