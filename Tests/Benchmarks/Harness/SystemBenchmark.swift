import Contracts
import Foundation
import ServiceKit

/// Memory of idle services, the start of the whole system, and a command from start to end.
enum SystemBenchmark {
    private static let memoryMax = 8.0 * 1_024 * 1_024
    private static let settleSeconds = 2.0
    private static let startRounds = 3
    private static let commandRounds = 100

    static func run(_ report: Report) throws {
        try measureMemory(report)
        try measureStart(report)
    }

    private static func measureMemory(_ report: Report) throws {
        report.begin("anonymous memory of idle services (RssAnon)")
        let system = try BenchmarkSystem()
        let names = ["broker"] + ServiceName.allCases.map(\.rawValue)
        for name in names {
            try system.start(name)
        }
        Thread.sleep(forTimeInterval: settleSeconds)
        for name in names {
            report.atMost(
                "compass-\(name)",
                Double(try system.anonymousMemory(of: name)) / 1_024 / 1_024,
                limit: memoryMax / 1_024 / 1_024, unit: "MiB")
        }
    }

    /// Starts the system as `make up` does, and runs commands against it.
    private static func measureStart(_ report: Report) throws {
        report.begin("the system as people use it")
        let folder = try ScratchFolder()
        let environment = ["COMPASS_HOME": folder.path + "/home"]
        guard let checkout = Checkout.folder else {
            throw BenchmarkFailure(description: "start the benchmarks with: make bench")
        }
        func system(_ verb: String) throws {
            try ChildProcess.run(
                "/bin/bash", ["\(checkout)/deploy/system.sh", verb], environment: environment)
        }
        var starts: [Double] = []
        for round in 0..<startRounds {
            let began = ContinuousClock.now
            try system("up")
            starts.append((ContinuousClock.now - began) / .seconds(1))
            if round + 1 < startRounds {
                try system("down")
            }
        }
        defer { try? system("down") }
        report.atMost("start to ready, whole system", median(starts), limit: 1, unit: "s")

        let compass = Programs.product("compass")
        let signUp = """
            echo harbor-willow-cedar-2604 | '\(compass)' signup --email bench@home.example \
                --name 'Sam Bench' --role player --password-stdin && '\(compass)' family create
            """
        try ChildProcess.run("/bin/bash", ["-c", signUp], environment: environment)
        // A shell starts them one after the other: waiting for a process through Foundation takes
        // longer than a command.
        let loop = """
            for n in $(seq \(commandRounds)); do
                '\(compass)' schools search 'north carolina' >/dev/null || exit 1
            done
            """
        var times: [Double] = []
        for _ in 0..<startRounds {
            let began = ContinuousClock.now
            try ChildProcess.run("/bin/bash", ["-c", loop], environment: environment)
            let elapsed = ContinuousClock.now - began
            times.append(elapsed / .milliseconds(1) / Double(commandRounds))
        }
        report.atMost(
            "a command, process included (schools search)", median(times), limit: 15, unit: "ms")
    }
}
