import CommandKit
import Foundation

/// The command line of `compass-loadtest`.
enum Options {
    static let table = CommandTable(
        program: "compass-loadtest",
        sentence: "Load tests of the services: open loop, self-checking, comparable.",
        commands: [
            Command(
                "run", .local, "Test a system of its own, or a running one (the default command)",
                flags: flags,
                examples: [
                    "compass-loadtest": "the default plan, within a minute",
                    "compass-loadtest --baseline --soak 10m": "against bare ZeroMQ; long",
                    "compass-loadtest --rate 500 --open 30s": "one open run at a given rate",
                ]),
            Command(
                "compare", .local, "Show whether one report is faster than another",
                details: "Several reports of one side, joined by commas, show how much repeats\n"
                    + "differ; otherwise the differences of runs on an idle machine are used.",
                arguments: [
                    Argument("A", "folder or report.json of before, or several with commas"),
                    Argument("B", "folder or report.json of after, or several with commas"),
                ],
                examples: [
                    "compass-loadtest compare before/report.json after/report.json":
                        "two single runs"
                ]),
            Command(
                "hgrm", .local, "Show the percentiles of durations in a file",
                arguments: [Argument("FILE", "durations in microseconds, one per line")],
                examples: ["compass-loadtest hgrm durations.txt": "their percentiles"]),
        ])

    /// Inserts the default command if none is named.
    static func words(_ given: [String]) -> [String] {
        guard let first = given.first else { return ["run"] }
        return first.hasPrefix("-") && first != "--help" && first != "-h" ? ["run"] + given : given
    }

    /// The command line that repeats this test with a new output folder.
    static func repetition(of invocation: Invocation) -> String {
        var values = invocation.values
        values["output"] = nil
        let again = Invocation(
            command: invocation.command, arguments: invocation.arguments, values: values,
            toggles: invocation.toggles)
        return ShellText.line(["bin/compass-loadtest"] + again.commandLine.dropFirst())
    }

    private static let flags: [Flag] = [
        .value(
            "scenario",
            .choice(ScenarioName.allCases.map { ValueType.Choice($0.rawValue) }),
            default: ScenarioName.standard.rawValue, "The operations to measure"),
        .value("size", count, default: "10k", "Records of the data set: 1k, 10k, 100k, 1M, 10M"),
        .value("home", .text("FOLDER"), "Test the running system of this home"),
        .value("endpoint", .text("ipc://…"), "Test the broker at this endpoint"),
        .value(
            "transport", .choice([ValueType.Choice("ipc")]), default: "ipc", "How requests are sent"
        ),
        .value("seed", .integer(in: 0...Int.max), default: "1", "Determines times, requests, data"),
        .value("threads", .integer(in: 1...16), default: "4", "Threads that send"),
        .value(
            "arrivals", .choice(ArrivalPattern.allCases.map { ValueType.Choice($0.rawValue) }),
            default: "poisson", "How requests are spaced"),
        .value("rate", count, "One open run at this many requests per second, without a search"),
        .value("warm-up", .duration, default: "2s", "Warm-up time, which is discarded"),
        .value("open", .duration, default: "3s", "Duration of each open run"),
        .value("clients", .integer(in: 1...1_024), default: "128", "Most clients in the search"),
        .value("spike", .duration, default: "2s", "Four times the load"),
        .value("overload", .duration, default: "4s", "Ten times the capacity"),
        .value("soak", .duration, "A long run at half of the capacity"),
        .toggle("spike-and-overload", negatable: true, "Whether there are such runs at all"),
        .toggle("baseline", "Measure bare ZeroMQ through one hop too"),
        .value("pause", .duration, "Stop the service once in each open run, to see that it shows"),
        .value("thresholds", .text("FILE"), "File of limits; exits with 99 if one is missed"),
        .value("output", .text("FOLDER"), "New folder for the reports"),
        .toggle("keep", "Keep the system's home after the test"),
        .toggle("quiet", "Print no progress"),
    ]

    /// `1000`, `10k`, `1M`.
    private static let count = ValueType.checked("count", placeholder: "N") { text in
        number(text) == nil ? "a number such as 500, 10k or 1M, at most 10M" : nil
    }

    static let countMax = 10_000_000

    /// Parses a count. Returns nil for 0, for more than ten million, and for anything else.
    static func number(_ text: String) -> Int? {
        var digits = Substring(text)
        var factor = 1
        if text.hasSuffix("k") { (digits, factor) = (text.dropLast(), 1_000) }
        if text.hasSuffix("M") { (digits, factor) = (text.dropLast(), 1_000_000) }
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(digits) else {
            return nil
        }
        let (product, isOver) = count.multipliedReportingOverflow(by: factor)
        return !isOver && (1...countMax).contains(product) ? product : nil
    }
}

extension Plan {
    /// Creates the plan that a command line describes.
    init(_ invocation: Invocation) {
        self.init()
        func seconds(_ flag: String, _ standard: Double) -> Double {
            invocation.milliseconds(flag).map { Double($0) / 1_000 } ?? standard
        }
        arrivals =
            invocation.text("arrivals").flatMap(ArrivalPattern.init(rawValue:)) ?? .poisson
        seed = UInt64(invocation.integer("seed") ?? 1)
        threads = invocation.integer("threads") ?? threads
        warmUp = seconds("warm-up", warmUp)
        openSeconds = seconds("open", openSeconds)
        clientsMax = invocation.integer("clients") ?? clientsMax
        fixedRate = invocation.text("rate").flatMap(Options.number).map(Double.init)
        let isShort = invocation.toggle("spike-and-overload") == false || fixedRate != nil
        spikeSeconds = seconds("spike", isShort ? 0 : spikeSeconds)
        overloadSeconds = seconds("overload", isShort ? 0 : overloadSeconds)
        soakSeconds = seconds("soak", 0)
        hasBaseline = invocation.isOn("baseline")
        pauseSeconds = seconds("pause", 0)
    }
}
