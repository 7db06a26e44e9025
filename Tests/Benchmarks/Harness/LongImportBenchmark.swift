import Contracts
import Foundation
import ServiceKit
import Synchronization

/// A file of 30,000 interactions that comes in, is told of by the audit and is undone, and how long
/// another family waits meanwhile. Each wait is compared with the time of the whole work: work in
/// bounded steps holds others for a small share of it, however long it takes.
enum LongImportBenchmark {
    private static let rows = 30_000
    /// The share of a long work that a command of another family may wait.
    private static let shareMax = 0.1
    /// Between two commands of the other family, in seconds.
    private static let pause = 0.01

    static func run(_ report: Report) throws {
        report.begin("compass import interactions, a file of \(rows) rows")
        let system = try BenchmarkSystem()
        try system.startServices()
        let compass = try Command(home: system.home.path)
        let file = try compass.prepare(rows)
        let others = try Others(system)
        defer { others.stop() }
        func measure(_ words: [String]) throws -> (output: String, share: Double, detail: String) {
            others.forget()
            let began = ContinuousClock.now
            let output = try compass.run(words)
            let elapsed = (ContinuousClock.now - began) / .milliseconds(1)
            let waits = try others.waits()
            guard let longest = waits.last else {
                throw BenchmarkFailure(description: "nothing was logged during \(words)")
            }
            let p99 = waits[waits.count * 99 / 100]
            return (
                output, longest / elapsed,
                "(\(Int(longest)) of \(Int(elapsed)) ms, p99 \(Int(p99)) ms of \(waits.count))"
            )
        }
        func judge(_ name: String, _ words: [String]) throws -> String {
            let (output, share, detail) = try measure(words)
            report.atMost(
                "longest wait of another family / \(name)", share, limit: shareMax, unit: "x",
                detail)
            return output
        }

        let summary = try judge(
            "the import", ["import", "interactions", file, "--json", "--timeout", "60s"])
        _ = try judge("the audit of everything", ["audit", "--json"])
        guard
            let operation = try JSONCoding.decodeResponse(
                ImportSummary.self, from: Array(summary.utf8)
            ).operationID
        else { throw BenchmarkFailure(description: "nothing was imported: \(summary)") }
        // An undo is one transaction: its figure has no limit.
        report.note(
            "longest wait of another family during the undo",
            try measure(["undo", operation.text, "--timeout", "60s"]).detail)
    }

    /// The command line in a home.
    private struct Command {
        private let compass = Programs.product("compass")
        private let home: String

        /// Signs a player up, with a family and a school.
        init(home: String) throws {
            self.home = home
            let signUp = """
                echo harbor-willow-cedar-2604 | '\(compass)' signup --email long@home.example \
                    --name 'Sam Long' --role player --password-stdin && '\(compass)' family create \
                    && '\(compass)' schools add --name 'Pine Hill'
                """
            try ChildProcess.run("/bin/bash", ["-c", signUp], environment: ["COMPASS_HOME": home])
        }

        /// Writes a file of so many rows.
        func prepare(_ rows: Int) throws -> String {
            let text = (0..<rows).reduce(into: "type,direction,date,school,subject,content\n") {
                $0 += "email,\($1 % 2 == 0 ? "in" : "out"),2026-02-05,Pine Hill,row \($1),"
                $0 += "We sent the video of the last three games and asked about the camp.\n"
            }
            let path = home + "/rows.csv"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            return path
        }

        func run(_ words: [String]) throws -> String {
            try ChildProcess.output(of: compass, words, environment: ["COMPASS_HOME": home])
        }
    }

    /// A player of another family, who logs one contact after the other.
    private final class Others: Sendable {
        private struct State {
            var waits: [Double] = []
            var failure: String?
            var isOver = false
        }

        private let state = Mutex(State())
        private let transport: BrokerTransport

        init(_ system: BenchmarkSystem) throws {
            transport = try BrokerTransport(endpoint: system.home.brokerEndpoint)
            let options = try system.options(budget: .seconds(30))
            let caller = Caller(transport: transport, clock: ProcessClock())
            let school = try caller.call(
                AddSchool.self, .init(name: "Oak Hill"), options: options.keyed
            ).school.id
            var form = CreateInteraction.Request(
                type: "email", direction: "outbound", occurredAt: "2026-02-10T12:00:00Z")
            form.schoolID = FormField(school.text)
            form.subject = "Spring schedule and visit"
            let request = form
            Thread { [self] in log(request, caller, options) }.start()
        }

        private func log(
            _ request: CreateInteraction.Request, _ caller: Caller, _ options: Caller.Options
        ) {
            while !state.withLock({ $0.isOver }) {
                let began = ContinuousClock.now
                do {
                    _ = try caller.call(
                        CreateInteraction.self, request, options: options.keyed)
                } catch {
                    return state.withLock { $0.failure = "\(error)" }
                }
                let wait = (ContinuousClock.now - began) / .milliseconds(1)
                state.withLock { $0.waits.append(wait) }
                // A person does not log without a break.
                Thread.sleep(forTimeInterval: LongImportBenchmark.pause)
            }
        }

        func forget() { state.withLock { $0.waits = [] } }

        /// The waits since the last `forget`, in milliseconds, the longest last.
        func waits() throws -> [Double] {
            try state.withLock { state in
                if let failure = state.failure { throw BenchmarkFailure(description: failure) }
                return state.waits.sorted()
            }
        }

        func stop() {
            state.withLock { $0.isOver = true }
            transport.stop(by: .now)
        }
    }
}
