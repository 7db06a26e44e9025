import Contracts
import Foundation
import ServiceKit

/// `posts.import` with its rollups, compared with plain SQLite that inserts the same rows in the
/// same batches into a table with the same indexes; and the import of a file by the command, with
/// 100,000 posts or `COMPASS_BENCH_FILE_POSTS`.
enum ImportBenchmark {
    private static let posts = 200_000
    private static let rounds = 3
    /// On one core, nobody reads the next batches while the service writes.
    private static let rateMin = Machine.limit(0.65, onOneCore: 0.5)
    private static let filePosts =
        Int(ProcessInfo.processInfo.environment["COMPASS_BENCH_FILE_POSTS"] ?? "") ?? 100_000
    private static let serviceMemoryMax = 150.0
    private static let commandMemoryMax = 64.0
    /// Families that import concurrently, each one batch at a time.
    private static let families = 4

    static func run(_ report: Report) throws {
        report.begin(
            "posts.import, durable, \(PostSystem.batch) rows a batch, \(families) imports at once")
        var ours: [Double] = []
        var bare: [Double] = []
        for _ in 0..<rounds {
            let round = try measure()
            ours.append(round.ours)
            bare.append(round.bare)
        }
        report.atLeast(
            "posts per second / plain SQLite, same rows", median(zip(ours, bare).map(/)),
            limit: rateMin, unit: "x", "(\(Int(median(ours)))/s, SQLite \(Int(median(bare)))/s)")
        try measureCommand(report)
    }

    /// Imports a file with `compass posts import` and measures its memory.
    private static func measureCommand(_ report: Report) throws {
        report.begin("compass posts import, a file of \(filePosts) posts")
        let system = try BenchmarkSystem()
        try system.startServices()
        let (compass, home) = (Programs.product("compass"), system.home.path)
        let environment = ["COMPASS_HOME": home]
        let signUp = """
            echo harbor-willow-cedar-2604 | '\(compass)' signup --email bench@home.example \
                --name 'Sam Bench' --role player --password-stdin && '\(compass)' family create
            for n in $(seq \(PostRows.schools)); do
                '\(compass)' schools add --name "Bench College $n" || exit 1
            done
            """
        try ChildProcess.run("/bin/bash", ["-c", signUp], environment: environment)
        let file = home + "/posts.jsonl"
        try write(to: file)
        let began = ContinuousClock.now
        let command = try ChildProcess(
            compass, ["posts", "import", file], environment: environment)
        var commandPeak = 0.0
        while command.isRunning {
            commandPeak = max(commandPeak, (try? command.peakMemory()) ?? 0)
            // The peak can be read only while the command runs; polling more often would slow it
            // down.
            Thread.sleep(forTimeInterval: 0.01)
        }
        let elapsed = (ContinuousClock.now - began) / .seconds(1)
        let posts = try ChildProcess.output(
            of: compass, ["posts", "list", "--limit", "1", "--json"], environment: environment)
        guard posts.contains("\"total\": \(filePosts)") || posts.contains("\"total\":\(filePosts)")
        else { throw BenchmarkFailure(description: "not all posts are there: \(posts)") }
        report.note("posts per second", "\(Int(Double(filePosts) / elapsed))")
        report.atMost(
            "resident memory of the service at most (VmHWM)",
            Double(try system.peakMemory(of: "analytics")) / 1_048_576, limit: serviceMemoryMax,
            unit: "MiB")
        report.note(
            "anonymous memory of the service then (RssAnon)",
            "\(try system.anonymousMemory(of: "analytics") / 1_048_576) MiB")
        report.atMost(
            "resident memory of the command at most (VmHWM)", commandPeak,
            limit: commandMemoryMax, unit: "MiB")
    }

    private static func write(to path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw BenchmarkFailure(description: "no file at \(path)") }
        var rows = PostRows(family: 1, count: filePosts)
        while let lines = rows.nextLines() { try handle.write(contentsOf: Data(lines)) }
        try handle.close()
    }

    private static func measure() throws -> (ours: Double, bare: Double) {
        let system = try PostSystem(families: families)
        let empty = try system.copyDatabase()
        // Encoded in advance: the generator shares the processors with the system under test.
        let batches = (1...families).map {
            PostBatches(PostRows(family: $0, count: posts / families)).prepared()
        }
        let began = ContinuousClock.now
        try system.fill(batches)
        let ours = Double(posts) / ((ContinuousClock.now - began) / .seconds(1))
        system.stopService()
        let bare = try PostSystem.limit(
            "insert", empty, system.database, "\(PostSystem.batch)")[0]
        return (ours, bare)
    }
}
