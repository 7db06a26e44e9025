import Contracts
import Foundation
import ServiceKit

/// The memory of idle services, the start of the whole system, and the time of a command.
enum SystemBenchmark {
    private static let settleSeconds = 2.0
    private static let startRounds = 3
    private static let commandRounds = 100
    /// The rows that exist when the list is measured: each round of adding leaves some.
    private static let pageRows = startRounds * commandRounds

    private enum Limit {
        static let memory = 8.0
        static let webMemory = 12.0
        /// The start of the system: times the start of its programs, which end at once.
        static let start = 10.0
        /// A command: times `python3 -S -c 0`, which does nothing.
        static let command = 2.0
        static let asking = 4.0
        /// A command of a page: times a search in the catalogue of schools.
        static let page = 2.0
    }

    static func run(_ report: Report) throws {
        try measureMemory(report)
        try measureStart(report)
    }

    private static func measureMemory(_ report: Report) throws {
        report.begin("anonymous memory of idle services (RssAnon)")
        let system = try BenchmarkSystem()
        let names = ["broker"] + ServiceName.allCases.map(\.rawValue) + ["web"]
        try system.startServices()
        try system.start("web")
        Thread.sleep(forTimeInterval: settleSeconds)
        for name in names {
            report.atMost(
                "compass-\(name)",
                Double(try system.anonymousMemory(of: name)) / 1_024 / 1_024,
                limit: name == "web" ? Limit.webMemory : Limit.memory, unit: "MiB")
        }
    }

    /// Starts the system as `make up` does, and runs commands against it.
    private static func measureStart(_ report: Report) throws {
        report.begin("the system as people use it")
        let folder = try ScratchFolder()
        let environment = [
            "COMPASS_HOME": folder.path + "/home", "COMPASS_WEB_PORT": "0",
            "COMPASS_METRICS_PORT": "0",
        ]
        guard let checkout = Checkout.folder else {
            throw BenchmarkFailure(description: "start the benchmarks with: make bench")
        }
        func system(_ verb: String) throws {
            try ChildProcess.run(
                "/bin/bash", ["\(checkout)/deploy/system.sh", verb], environment: environment)
        }
        let programs = (["broker", "web"] + ServiceName.allCases.map(\.rawValue))
            .map { "'\(Programs.product("compass-\($0)"))' --help >/dev/null" }
            .joined(separator: " && ")
        var starts: [(ours: Double, bare: Double)] = []
        for round in 0..<startRounds {
            let bare = try seconds {
                try ChildProcess.run("/bin/bash", ["-c", programs], environment: environment)
            }
            starts.append((try seconds { try system("up") }, bare))
            if round + 1 < startRounds {
                try system("down")
            }
        }
        defer { try? system("down") }
        report.atMost(
            "start to ready, whole system / its programs alone",
            median(starts.map { $0.ours / $0.bare }), limit: Limit.start, unit: "x",
            "(\(milliseconds(median(starts.map(\.ours)))) ms)")

        let compass = Programs.product("compass")
        let signUp = """
            echo harbor-willow-cedar-2604 | '\(compass)' signup --email bench@home.example \
                --name 'Sam Bench' --role player --password-stdin && '\(compass)' family create
            """
        try ChildProcess.run("/bin/bash", ["-c", signUp], environment: environment)
        let nothing = try secondsPerCommand("/usr/bin/python3", "-S -c 0", environment)
        let search = try secondsPerCommand(
            compass, "schools search 'north carolina'", environment)
        report.atMost(
            "a command, process included (schools search) / python3 -S -c 0", search / nothing,
            limit: Limit.command, unit: "x",
            "(\(milliseconds(search)) ms, python3 \(milliseconds(nothing)) ms)")
        let endpoint = CompassHome(path: folder.path + "/home").brokerEndpoint
        let asking = try secondsPerCommand(
            try Programs.limit("hop"), "ask '\(endpoint)'", environment)
        report.atMost(
            "the same / a C program that connects, asks the broker and ends", search / asking,
            limit: Limit.asking, unit: "x", "(\(milliseconds(asking)) ms)")
        try measurePages(report, environment, search: search)
    }

    private static func seconds(_ work: () throws -> Void) rethrows -> Double {
        let began = ContinuousClock.now
        try work()
        return (ContinuousClock.now - began) / .seconds(1)
    }

    private static func milliseconds(_ seconds: Double) -> String {
        "\((seconds * 10_000).rounded() / 10)"
    }

    /// Measures commands that people wait for, including process, sign-in and broker.
    private static func measurePages(
        _ report: Report, _ environment: [String: String], search: Double
    ) throws {
        report.begin("the pages of a family with \(pageRows) rows and more / schools search")
        let compass = Programs.product("compass")
        try ChildProcess.run(
            "/bin/bash", ["-c", "'\(compass)' schools add --name 'Bench College'"],
            environment: environment)
        func measure(_ words: String, as name: String) throws {
            let time = try secondsPerCommand(compass, words, environment)
            report.atMost(
                name, time / search, limit: Limit.page, unit: "x", "(\(milliseconds(time)) ms)")
        }
        // IA-61: the form and its submission.
        try measure(
            "interactions add --type email --school 'Bench College' --subject 'Camp dates'",
            as: "interactions add")
        // IL-50: a list with 200 or more rows, with or without filters.
        for words in ["interactions list", "interactions list --search dates --days 7"] {
            try measure(words, as: words)
        }
        // ID-31
        let id = try ChildProcess.output(
            of: compass, ["interactions", "list", "--limit", "1", "-o", "name"],
            environment: environment
        ).trimmingCharacters(in: .whitespacesAndNewlines)
        try measure("interactions show \(id)", as: "interactions show")
    }

    /// The median time of a command in seconds. A shell runs them in a loop, since waiting for a
    /// process through Foundation takes longer than a command.
    private static func secondsPerCommand(
        _ program: String, _ words: String, _ environment: [String: String]
    ) throws -> Double {
        let loop = """
            for n in $(seq \(commandRounds)); do
                '\(program)' \(words) >/dev/null 2>&1 || exit 1
            done
            """
        return median(
            try (0..<startRounds).map { _ in
                try seconds {
                    try ChildProcess.run("/bin/bash", ["-c", loop], environment: environment)
                } / Double(commandRounds)
            })
    }
}
