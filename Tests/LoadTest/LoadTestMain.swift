import CommandKit
import Contracts
import Foundation
import Glibc
import ServiceKit

/// `compass-loadtest`: open-loop load tests with verified answers.
@main
enum LoadTestMain {
    static func main() {
        CoreFiles.forbid()
        let given = Array(CommandLine.arguments.dropFirst())
        do {
            try BareHop.runIfAsked(given)
            let parser = CommandParser(Options.table)
            switch try parser.parse(Options.words(given)) {
            case .help(let words):
                print(HelpText(Options.table).page(for: words, columns: HelpText.columnsDefault))
            case .run(let invocation):
                exit(try run(invocation))
            }
        } catch let error as UsageError {
            tell(error.lines.joined(separator: "\n"))
            exit(LoadTestFailure.Kind.usage.rawValue)
        } catch let failure as LoadTestFailure {
            tell("compass-loadtest: \(failure)")
            exit(failure.kind.rawValue)
        } catch let failure as Caller.Failure {
            tell("compass-loadtest: \(failure.error.message)")
            let isAway = [.unavailable, .timeout].contains(failure.error.code)
            exit((isAway ? LoadTestFailure.Kind.away : .other).rawValue)
        } catch {
            tell("compass-loadtest: \(error)")
            exit(LoadTestFailure.Kind.other.rawValue)
        }
    }

    private static func run(_ invocation: Invocation) throws -> Int32 {
        switch invocation.command.name {
        case "compare":
            let before = try Comparison.read(invocation.argument(0) ?? "")
            let after = try Comparison.read(invocation.argument(1) ?? "")
            print(Comparison(before: before, after: after).text)
            return 0
        case "hgrm":
            print(try histogram(of: invocation.argument(0) ?? "").hgrm(), terminator: "")
            return 0
        default:
            return try test(invocation)
        }
    }

    private static func histogram(of path: String) throws -> Histogram {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw LoadTestFailure(.usage, "\(path) cannot be read")
        }
        var histogram = Histogram()
        for (number, line) in text.split(separator: "\n").enumerated() {
            guard let microseconds = Int(line) else {
                throw LoadTestFailure(
                    .usage, "\(path), line \(number + 1): write a duration in whole microseconds")
            }
            histogram.record(microseconds)
        }
        return histogram
    }

    // MARK: Running a test

    private static func test(_ invocation: Invocation) throws -> Int32 {
        let began = ContinuousClock.now
        let thresholds = try readThresholds(invocation)
        let plan = Plan(invocation)
        let progress = Progress(isQuiet: invocation.isOn("quiet"))
        let folder = try makeFolder(invocation)
        let size = invocation.text("size").flatMap(Options.number) ?? 10_000
        let name =
            invocation.text("scenario").flatMap(ScenarioName.init(rawValue:)) ?? .standard
        let scenario = name.make(size: size, seed: plan.seed)
        let environment = TestEnvironment.read()
        let startedAt = ProcessClock().now().text
        // Removes the folder if the test could not begin; a folder with content stays.
        defer { unsafe rmdir(folder) }
        let own = try startSystem(invocation, folder)
        defer { own?.stop() }
        let target = try makeTarget(invocation, own)
        defer { target.close() }
        try target.requireAnswer()
        try scenario.prepare(target, progress)
        let report = Report(
            startedAt: startedAt, seconds: 0,
            command: Options.repetition(of: invocation),
            scenario: name.rawValue, dataSet: scenario.dataSet, plan: plan,
            environment: environment, capacity: 0)
        let runner = Runner(
            plan: plan, scenario: scenario, target: target, own: own, folder: folder,
            report: report, progress: progress)
        var finished = try runner.run()
        finished.seconds = (ContinuousClock.now - began) / .seconds(1)
        finished.verdicts = thresholds.map { Verdict($0, finished) }
        own?.stop()
        if !invocation.isOn("keep") {
            try? FileManager.default.removeItem(atPath: "\(folder)/home")
        }
        try ReportFiles.write(finished, runner.histograms, to: folder)
        print(TerminalReport(finished).text)
        print("Reports: \(folder)/report.html, report.json, curve.svg, *.hgrm")
        if !finished.problems.isEmpty || !finished.findings.isEmpty {
            return LoadTestFailure.Kind.other.rawValue
        }
        return finished.isPassed ? 0 : ExitCode.thresholdMissed.rawValue
    }

    private static func readThresholds(_ invocation: Invocation) throws -> [Threshold] {
        let given = invocation.text("thresholds")
        let path = given ?? Checkout.file("deploy/loadtest/thresholds.tsv")
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            if given == nil { return [] }
            throw LoadTestFailure(.usage, "--thresholds: \(path) cannot be read")
        }
        return try Threshold.read(text, from: path)
    }

    /// Creates a private folder for the reports.
    private static func makeFolder(_ invocation: Invocation) throws -> String {
        let stamp = ProcessClock().now().text.prefix(19).filter { $0.isNumber || $0 == "T" }
        let home = CompassHome.defaultPath(environment: ProcessInfo.processInfo.environment)
        let base = "\(home)/loadtest"
        let folder = CompassHome(path: invocation.text("output") ?? "\(base)/\(stamp)").path
        guard !FileManager.default.fileExists(atPath: folder) else {
            throw LoadTestFailure(.usage, "--output: \(folder) exists; name a new folder")
        }
        if invocation.text("output") == nil {
            try CompassHome.makePrivateFolder(home)
            try CompassHome.makePrivateFolder(base)
        }
        try CompassHome.makePrivateFolder(folder)
        return folder
    }

    private static func startSystem(
        _ invocation: Invocation, _ folder: String
    ) throws -> OwnSystem? {
        guard invocation.text("home") == nil, invocation.text("endpoint") == nil else {
            return nil
        }
        return try OwnSystem(home: "\(folder)/home")
    }

    private static func makeTarget(_ invocation: Invocation, _ own: OwnSystem?) throws -> Target {
        if let own { return try Target(endpoint: own.home.brokerEndpoint, home: own.home) }
        let home = invocation.text("home").map { CompassHome(path: $0) }
        guard let endpoint = invocation.text("endpoint") ?? home?.brokerEndpoint else {
            throw LoadTestFailure(.usage, "--home or --endpoint names the system")
        }
        return try Target(endpoint: endpoint, home: home)
    }

    private static func tell(_ text: String) {
        Interruption.giveWay()
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
