import Foundation
import Glibc
import Support
import Testing

/// `compass-loadtest` as a whole: starts a system, loads it and reports the results.
@Suite("Load tests", .onePerCore)
struct LoadTestTests {
    /// Small enough for a debug build on a shared machine.
    private static let small = [
        "--scenario", "interactions", "--size", "60", "--warm-up", "200ms", "--arrivals",
        "constant",
    ]

    /// A pause of 500 ms within five seconds: requests that arrive during it wait for the rest,
    /// even those that a client would not have sent before it had its last answer. Half of the
    /// computed times must show: a busy machine stops the service late; anything else makes them
    /// longer.
    @Test
    func pauseOfTheServiceShowsAsComputed() throws {
        let run = try LoadTestRun(
            Self.small + ["--rate", "200", "--open", "5s", "--pause", "500ms"])
        let longest = try run.milliseconds("max")
        let (p95, p99) = (try run.milliseconds("p95"), try run.milliseconds("p99"))
        // Of 1,000 requests 5 ms apart, 10 arrive within the first 50 ms of the pause and 50 within
        // 250 ms, so that p99 is 450 ms and p95 250 ms. Clients that wait would see 2 and 2 ms.
        #expect(longest >= 250, "\(run.output)")
        #expect(p99 >= 225 && p99 <= longest, "p99 \(p99) ms\n\(run.output)")
        #expect(p95 >= 125 && p95 <= longest, "p95 \(p95) ms\n\(run.output)")
        #expect(run.output.contains("computed 250 ms"))
        // On a busy machine some may be refused or come too late, but none is lost or wrong.
        let answers = try ["ok", "refused", "timeouts"].map { outcome -> Int in
            try run.value(["phases", 0, "total", outcome]) ?? 0
        }
        #expect(answers.reduce(0, +) == 1_000, "\(run.output)")
        #expect(answers[0] >= 500, "\(run.output)")
    }

    /// No program can send half a million requests per second here, which the run must report.
    @Test
    func starvedGeneratorMakesTheRunInvalid() throws {
        let run = try LoadTestRun(
            Self.small + ["--rate", "500k", "--open", "1s", "--threads", "1"])
        #expect(run.ending == .exit(1))
        #expect(run.output.contains("INVALID  open-100: "), "\(run.output)")
        #expect(run.output.contains("planned requests were not sent"))
        #expect(run.output.contains("the run is invalid: the generator was too slow"))
        let unsent: Int? = try run.value(["phases", 0, "unsent"])
        #expect((unsent ?? 0) > 0)
    }

    @Test
    func wholePlanLeavesItsReports() throws {
        let run = try LoadTestRun(
            Self.small + [
                "--open", "500ms", "--clients", "4", "--no-spike-and-overload", "--overload",
                "300ms", "--baseline", "--quiet",
            ])
        // A debug build on a busy machine may miss a limit or send late; then the report says so.
        #expect(run.ending == .exit(try #require(run.promisedCode)), "\(run.errors)")
        #expect(!run.output.contains("WRONG"), "\(run.output)")
        #expect(run.errors.isEmpty)
        let files = ["report.json", "report.html", "curve.svg", "open-25.hgrm"]
        #expect(files.allSatisfy(run.hasFile))
        #expect(!run.hasFile("home"))
        let phases: [Any]? = try run.value(["phases"])
        #expect(phases?.count == 7)
        let checked: Int? = try run.value(["phases", 5, "total", "checked"])
        #expect(checked != nil)
        let ratio: Int? = try run.value(["baseline", "bareP50"])
        #expect((ratio ?? 0) > 0)
        let spent: Double? = try run.value(
            ["phases", 1, "operations", 0, "timeSpent", "database"])
        #expect((spent ?? 0) > 0)
    }

    @Test
    func missedThresholdEndsWith99() throws {
        let files = try TemporaryFolder()
        try "open-100\t*\tp50_ms\t<=\t0.001\n".write(
            toFile: files.path("limits.tsv"), atomically: true, encoding: .utf8)
        let run = try LoadTestRun(
            Self.small + [
                "--rate", "50", "--open", "1s", "--thresholds", files.path("limits.tsv"),
            ])
        // If another program takes the generator's core, the run is reported as invalid instead.
        #expect(run.output.contains(/(MISSED|INVALID) +open-100 p50_ms/), "\(run.output)")
        #expect(run.ending == .exit(try #require(run.promisedCode)), "\(run.errors)")
    }

    @Test
    func whatCannotBeTestedIsSaidAtOnce() throws {
        let remote = try LoadTestRun(["--endpoint", "tcp://192.0.2.1:5555"])
        #expect(remote.ending == .exit(2))
        #expect(remote.errors.contains("--endpoint tcp://192.0.2.1:5555 is refused"))
        let unknown = try LoadTestRun(["--size", "11M"])
        #expect(unknown.ending == .exit(2))
        let folder = try TemporaryFolder()
        let away = try LoadTestRun(["--home", folder.path("nothing")])
        #expect(away.ending == .exit(8), "\(away.errors)")
    }

    /// While the system starts, and while users sign up and posts are loaded.
    @Test(arguments: ["broker", "web"])
    func interruptLeavesNoProcessAndNoHome(program: String) throws {
        let files = try TemporaryFolder()
        let reports = files.path("report")
        let child = try ChildProcess(
            Program.path("compass-loadtest"), Self.small + ["--quiet", "--output", reports],
            environment: ["PATH": "/usr/bin:/bin", "COMPASS_TEST_HOOKS": "cheap-passwords"],
            descriptors: [:])
        let log = "\(reports)/home/log/\(program).log"
        let isReady = Waiting.until {
            (try? String(contentsOfFile: log, encoding: .utf8))?.contains("ready") == true
        }
        #expect(isReady)
        Waiting.pass(.milliseconds(program == "broker" ? 0 : 300))
        child.send(SIGINT)
        #expect(child.wait() == .exit(130))
        #expect(!FileManager.default.fileExists(atPath: reports))
    }
}
