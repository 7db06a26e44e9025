import Contracts
import Dispatch
import Foundation
import ServiceKit
import Synchronization

/// The page "Interactions" with 50 rows and its operation in the HTTP API, compared with
/// libmicrohttpd that answers as many bytes from memory plus the operation through the broker.
enum WebBenchmark {
    private static let rowCount = 50
    /// Rounds of single calls are short, so that all three parts see the same machine.
    private static let rounds = 27
    private static let calls = 100

    /// Calls of which several are in flight.
    private enum Window {
        static let rounds = 9
        static let calls = 1_500
        static let size = 32
    }

    private enum Limit {
        static let page = Machine.limit(1.3, onOneCore: 1.8)
        static let list = Machine.limit(1.3, onOneCore: 1.6)
        static let rate = 0.6
    }

    private struct Sample {
        let p50, perSecond: Double
        let bytes: Int
    }

    /// Something that is fetched from the pages' server.
    private struct Resource {
        let path: String
        /// The most that its p50 may take beside its parts.
        let p50Max: Double
        /// The field of the head that says who asks.
        let credential: String
    }

    /// Somebody with a session.
    private struct Reader {
        let token: String
        let options: Caller.Options
    }

    static func run(_ report: Report) throws {
        let system = try BenchmarkSystem()
        try system.startServices()
        try system.start("web")
        let transport = try BrokerTransport(endpoint: system.home.brokerEndpoint)
        defer { transport.stop(by: .now) }
        let caller = Caller(transport: transport, clock: ProcessClock())
        let reader = try signUp(caller)
        try log(caller, reader)
        let address = try String(contentsOfFile: system.home.webAddressFile, encoding: .utf8)
        guard let port = URL(string: address.trimmed)?.port else {
            throw BenchmarkFailure(description: "the pages are at \(address)")
        }
        report.begin("the page of \(rowCount) interactions")
        try PageBenchmark.run(
            caller.call(ListInteractions.self, .init(), options: reader.options), report)
        try compare(
            Resource(
                path: "/interactions", p50Max: Limit.page,
                credential: "Cookie: compass=\(reader.token)"),
            at: port, transport, reader, report)
        report.begin("the HTTP API's list of \(rowCount) interactions")
        try compare(
            Resource(
                path: HTTPRoute.base + "/interactions", p50Max: Limit.list,
                credential: "Authorization: Bearer \(reader.token)"),
            at: port, transport, reader, report)
    }

    /// Measures a resource and both parts of its limit in turn.
    private static func compare(
        _ resource: Resource, at port: Int, _ transport: BrokerTransport, _ reader: Reader,
        _ report: Report
    ) throws {
        let first = try measure(resource, at: port, connections: 1, calls: 50)
        let server = try ChildProcess(
            Programs.limit("http"), ["server", "\(first.bytes)"], readyWhen: "\n")
        defer { server.stop() }
        guard let barePort = Int(server.firstOutput.trimmed) else {
            throw BenchmarkFailure(description: "the server in C does not listen")
        }
        var ratios: [Double] = []
        var times: [(whole: Double, bare: Double, call: Double)] = []
        for _ in 0..<rounds {
            let bare = try measure(resource, at: barePort, connections: 1, calls: calls)
            let call = try measureCalls(transport, reader, window: 1, calls: calls)
            let whole = try measure(resource, at: port, connections: 1, calls: calls)
            times.append((whole.p50, bare.p50, call.p50))
            ratios.append(whole.p50 / (bare.p50 + call.p50))
        }
        var rates: [Double] = []
        for _ in 0..<Window.rounds {
            let bare = try measure(
                resource, at: barePort, connections: Window.size, calls: Window.calls)
            let call = try measureCalls(transport, reader, window: Window.size, calls: Window.calls)
            let whole = try measure(
                resource, at: port, connections: Window.size, calls: Window.calls)
            rates.append(whole.perSecond / rateInTurn(bare.perSecond, call.perSecond))
        }
        report.atMost(
            "p50 / libmicrohttpd with as many bytes + the operation", median(ratios),
            limit: resource.p50Max, unit: "x",
            "(\(Int(median(times.map(\.whole)))) µs, \(Int(median(times.map(\.bare)))) + "
                + "\(Int(median(times.map(\.call)))) µs, \(first.bytes) bytes)")
        report.atLeast(
            "responses per second with \(Window.size) in flight / both alone", median(rates),
            limit: Limit.rate, unit: "x")
    }

    private static func signUp(_ caller: Caller) throws -> Reader {
        let (email, password) = ("bench@home.example", "harbor-willow-cedar-2604")
        _ = try caller.call(
            SignUp.self,
            .init(email: email, fullName: "Sam Bench", role: "player", password: password),
            options: Caller.Options().keyed)
        let token = try caller.call(
            Login.self, .init(email: email, password: password, device: "bench"),
            options: Caller.Options().keyed
        ).token
        func passport() throws -> [UInt8] {
            let issued = try caller.call(
                IssuePassport.self, .init(token: token), options: Caller.Options().keyed)
            return [UInt8](Data(base64Encoded: issued.passport) ?? Data())
        }
        let family = try caller.call(
            CreateFamily.self, .init(name: "Bench"),
            options: Caller.Options(passport: try passport()).keyed
        ).family.familyUnitID
        return Reader(token: token, options: .init(passport: try passport(), family: family))
    }

    private static func log(_ caller: Caller, _ reader: Reader) throws {
        let school = try caller.call(
            AddSchool.self, .init(name: "Bench College"), options: reader.options.keyed
        ).school.id
        for number in 0..<rowCount {
            var form = CreateInteraction.Request(
                type: "email", direction: "outbound",
                occurredAt: ProcessClock().now().advanced(by: .zero - .seconds(3_600 * number))
                    .text)
            form.schoolID = FormField(school.text)
            form.subject = "Spring schedule and visit"
            form.content = FormField(
                String(repeating: "We sent the video of the last three games. ", count: 6))
            _ = try caller.call(CreateInteraction.self, form, options: reader.options.keyed)
        }
    }

    /// Measures GET requests with the client in C.
    private static func measure(
        _ resource: Resource, at port: Int, connections: Int, calls: Int
    ) throws -> Sample {
        let text = try ChildProcess.output(
            of: try Programs.limit("http"),
            [
                "client", "\(port)", resource.path, resource.credential, "\(connections)",
                "\(calls)",
            ])
        let words = text.split(separator: " ").compactMap { Double(String($0).trimmed) }
        guard words.count == 4 else {
            throw BenchmarkFailure(description: "the client in C printed: \(text)")
        }
        return Sample(p50: words[0] / 1_000, perSecond: words[2], bytes: Int(words[3]))
    }

    /// Measures the page's operation through the broker.
    private static func measureCalls(
        _ transport: BrokerTransport, _ reader: Reader, window: Int, calls: Int
    ) throws -> Sample {
        let payload = try JSONCoding.encode(ListInteractions.Request())
        let places = DispatchSemaphore(value: window)
        let times = Mutex<[Double]>([])
        let began = ContinuousClock.now
        for _ in 0..<calls {
            places.wait()
            let sent = ContinuousClock.now
            let call = OutgoingCall(
                service: ServiceName.interactions.rawValue, operation: ListInteractions.name,
                requestID: .make(at: ProcessClock().now()), family: reader.options.family,
                passport: reader.options.passport, payload: payload, budget: .seconds(10),
                isReadOnly: true)
            transport.send(call) { outcome in
                if case .success = outcome {
                    let time = (ContinuousClock.now - sent) / .microseconds(1)
                    times.withLock { $0.append(time) }
                }
                places.signal()
            }
        }
        for _ in 0..<window { places.wait() }
        let seconds = (ContinuousClock.now - began) / .seconds(1)
        for _ in 0..<window { places.signal() }
        let all = times.withLock { $0 }
        guard all.count == calls else {
            throw BenchmarkFailure(description: "\(calls - all.count) lists failed")
        }
        return Sample(p50: median(all), perSecond: Double(calls) / seconds, bytes: 0)
    }
}
