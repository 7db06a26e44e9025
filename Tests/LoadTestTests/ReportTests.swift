import Foundation
import ServiceKit
import Support
import Testing

@testable import LoadTest

@Suite("Reports")
struct ReportTests {
    private func verdict(_ line: String, _ report: Report) throws -> Verdict {
        let thresholds = try Threshold.read(line, from: "limits")
        return Verdict(try #require(thresholds.first), report)
    }

    @Test
    func thresholdIsKeptAtItsLimitAndMissedBeyond() throws {
        let report = sampleReport(p50: 1_000)
        #expect(try verdict("open-50\t*\tp50_ms\t<=\t1", report).outcome == .kept)
        #expect(try verdict("open-50\t*\tp50_ms\t<=\t0.999", report).outcome == .missed)
        #expect(try verdict("open-50\t*\tp50_ms\t>=\t1", report).outcome == .kept)
        #expect(try verdict("capacity\t*\tdone_per_second\t>=\t1001", report).outcome == .missed)
    }

    @Test
    func figureOfAnInvalidPhaseIsNoVerdict() throws {
        let report = sampleReport(problems: ["late"])
        #expect(try verdict("open-50\t*\tp50_ms\t<=\t100", report).outcome == .invalid)
        #expect(!report.isPassed)
        #expect(report.problems == ["open-50: late"])
    }

    /// A report of a p50 of 1 ms whose generator was late, with the verdict on a threshold.
    private func lateReport(_ threshold: String) throws -> Report {
        var report = sampleReport(p50: 1_000)
        report.phases[0].lateness = "late"
        report.verdicts = [try verdict(threshold, report)]
        return report
    }

    @Test
    func thresholdKeptWithALateGeneratorIsKept() throws {
        let report = try lateReport("open-50\t*\tp50_ms\t<=\t1")
        #expect(report.verdicts[0].outcome == .kept)
        #expect(report.isPassed)
        #expect(TerminalReport(report).text.contains("LATE     open-50: late"))
    }

    @Test
    func thresholdMissedWithALateGeneratorIsNotJudged() throws {
        let report = try lateReport("open-50\t*\tp50_ms\t<=\t0.999")
        #expect(report.verdicts[0].outcome == .invalid)
        #expect(report.problems == ["open-50: late"])
        #expect(!report.isPassed)
        #expect(!TerminalReport(report).text.contains("LATE     "))
    }

    @Test
    func phaseThatDidNotRunIsAbsent() throws {
        let report = sampleReport()
        #expect(try verdict("soak\t*\tp50_ms\t<=\t100", report).outcome == .absent)
        #expect(
            try verdict("open-50\tposts.list\tp50_ms\t<=\t100", report).outcome == .absent)
        #expect(try verdict("baseline\t*\tp50_ratio\t<=\t100", report).outcome == .absent)
    }

    /// A limit in milliseconds is a limit of one processor.
    @Test
    func timesAreMultiplesOfTheAnswerToOneClientAlone() throws {
        var report = sampleReport(p50: 1_000)
        let atLimit = "open-50\t*\tp50_times\t<=\t4"
        #expect(try verdict(atLimit, report).outcome == .absent)
        report.alone = .init(clients: 1, perSecond: 3_000, p50: 250, p99: 700)
        #expect(try verdict(atLimit, report).value == 4)
        #expect(try verdict(atLimit, report).outcome == .kept)
        #expect(try verdict("open-50\t*\tp50_times\t<=\t3.9", report).outcome == .missed)
    }

    @Test
    func noShippedThresholdIsInMilliseconds() throws {
        let path = Checkout.file("deploy/loadtest/thresholds.tsv")
        let thresholds = try Threshold.read(
            String(contentsOfFile: path, encoding: .utf8), from: path)
        #expect(!thresholds.isEmpty && !thresholds.contains { $0.figure.hasSuffix("_ms") })
    }

    @Test(arguments: [
        "open-50 * p50_ms <= 1", "open-50\t*\tp50_ms\t<\t1", "open-50\t*\tp50_ms\t<=\tfast",
        "open-50\t*\tp51_ms\t<=\t1", "open-50\t*\tp50_ms\t<=\tinf",
    ])
    func wrongLineNamesItsNumber(line: String) {
        #expect {
            try Threshold.read("# limits\n\n\(line)\n", from: "limits")
        } throws: { error in
            guard let failure = error as? LoadTestFailure else { return false }
            return failure.kind == .usage && failure.description.hasPrefix("limits, line 3:")
        }
    }

    @Test
    func latenciesThatNeverBecameNormalMissTheirLimit() throws {
        var report = sampleReport()
        report.phases[1].disturbance?.recoverySeconds = nil
        let verdict = try verdict("overload\t*\trecovery_s\t<=\t5", report)
        #expect(verdict.outcome == .missed)
        report.verdicts = [verdict]
        let again = try ReportFiles.report(from: try ReportFiles.json(of: report))
        #expect(again.verdicts == [verdict])
    }

    @Test
    func documentIsWholeAndEscaped() {
        var report = sampleReport()
        report.findings = ["<script>"]
        let text = HTMLReport(report).text
        #expect(text.hasPrefix("<!DOCTYPE html>"))
        #expect(text.hasSuffix("</html>\n"))
        #expect(!text.contains("<script>"))
        #expect(text.contains("10 &lt;rows&gt;"))
        #expect(text.components(separatedBy: "<svg").count - 1 == 3)
        #expect(!text.contains("http://") || text.contains("xmlns=\"http://www.w3.org/2000/svg\""))
    }

    @Test
    func terminalBeginsWithTheVerdicts() throws {
        var report = sampleReport()
        report.verdicts = [try verdict("open-50\t*\tp99_ms\t<=\t1", report)]
        let lines = TerminalReport(report).text.split(separator: "\n")
        #expect(lines[0].hasPrefix("MISSED   open-50 p99_ms"))
        #expect(lines[1] == "0 of 1 thresholds kept; the run is missed")
        #expect(TerminalReport(sampleReport(problems: ["late"])).text.contains("INVALID  open-50"))
    }

    // MARK: Comparisons

    @Test
    func sameFiguresAreNoChange() {
        let comparison = Comparison(before: [sampleReport()], after: [sampleReport(p50: 1_100)])
        #expect(comparison.rows.map(\.verdict).allSatisfy { $0 == .same })
        #expect(comparison.text.hasSuffix("No change: nothing differs by more than repeats do"))
    }

    @Test
    func changeOfMoreThanTheSpreadIsTold() {
        let comparison = Comparison(
            before: [sampleReport()], after: [sampleReport(p50: 2_000, capacity: 2_000)])
        let verdicts = Dictionary(
            comparison.rows.map { ($0.name, $0.verdict) }, uniquingKeysWith: { first, _ in first })
        #expect(verdicts["capacity done_per_second"] == .better)
        #expect(verdicts["open-50 interactions.list p50_ms"] == .worse)
        // One of a hundred of a hundred requests is chance.
        #expect(verdicts["open-50 interactions.list p99_ms"] == nil)
    }

    @Test
    func threeRepeatsTellTheirOwnSpread() {
        let before = [900, 1_000, 1_050].map { sampleReport(p50: $0) }
        let close = Comparison(
            before: before, after: [1_100, 1_120, 1_130].map { sampleReport(p50: $0) })
        #expect(close.rows[1].verdict == .same)
        let far = Comparison(
            before: before, after: [1_200, 1_220, 1_230].map { sampleReport(p50: $0) })
        #expect(far.rows[1].verdict == .worse)
    }

    @Test(arguments: [MeasuredRun.idle, MeasuredRun.later])
    func runsOfOneProgramOnAnIdleMachineAreNoChange(runs: [MeasuredRun]) {
        for (place, before) in runs.enumerated() {
            for after in runs[(place + 1)...] + runs[..<place] {
                let comparison = Comparison(before: [before.report], after: [after.report])
                let changed = comparison.rows.filter { $0.verdict != .same }
                #expect(changed.isEmpty, "\(changed)")
                #expect(comparison.rows.count > 15)
            }
        }
    }

    @Test
    func changesBeyondWhatIdleMachinesDifferByAreSeen() throws {
        let before = MeasuredRun.idle[0]
        var after = before
        after.capacity *= 1 - Comparison.rateSpread - 0.01
        after.operations[1][0].p50 = before.operations[1][0].p50 * 13 / 10
        after.operations[0][0].p99 = before.operations[0][0].p99 / 4
        after.goodput[1] *= 1 - Comparison.rateSpread - 0.01
        let comparison = Comparison(before: [before.report], after: [after.report])
        let changed = Dictionary(
            comparison.rows.filter { $0.verdict != .same }.map { ($0.name, $0.verdict) },
            uniquingKeysWith: { first, _ in first })
        let wanted: [String: Comparison.Row.Verdict] = [
            "capacity done_per_second": .worse, "open-50 analytics.social p50_ms": .worse,
            "open-25 analytics.social p99_ms": .better, "overload goodput_per_second": .worse,
        ]
        #expect(changed == wanted)
    }

    @Test
    func slowestOfAHundredCountsFromItsLeastRequests() {
        func rows(_ count: Int) -> [String] {
            var run = MeasuredRun.idle[0]
            run.operations[0][0].count = count
            return Comparison(before: [run.report], after: [run.report]).rows.map(\.name)
        }
        let name = "open-25 analytics.social p99_ms"
        #expect(rows(Comparison.tailRequestsMin).contains(name))
        #expect(!rows(Comparison.tailRequestsMin - 1).contains(name))
    }

    @Test
    func otherMachineAndInvalidRunsAreWarnedOf() {
        var other = sampleReport(problems: ["late"])
        other.environment.cores = 8
        let comparison = Comparison(before: [sampleReport()], after: [other])
        #expect(comparison.warnings.count == 2)
    }

    @Test
    func reportComesBackFromItsFile() throws {
        let report = sampleReport()
        let again = try ReportFiles.report(from: try ReportFiles.json(of: report))
        #expect(again.phases[0].total.latency == report.phases[0].total.latency)
        #expect(again.plan == report.plan)
        #expect(again.environment == report.environment)
    }

    @Test
    func folderOfARunStandsForItsReport() throws {
        let folder = try TemporaryFolder()
        try ReportFiles.write(sampleReport(p50: 1_234), [], to: folder.url.path)
        let byFolder = try Comparison.read(folder.url.path)
        let byFile = try Comparison.read(folder.path(ReportFiles.reportName))
        #expect(byFolder.map { $0.phases[0].total.latency.p50 } == [1_234])
        #expect(byFile.count == 1)
        #expect(try Comparison.read("\(folder.url.path),\(folder.url.path)").count == 2)
    }

    @Test
    func whatIsNoReportIsRefusedWithItsName() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path("empty"), withIntermediateDirectories: false)
        try "{\"form\":1}".write(
            toFile: folder.path("old.json"), atomically: true, encoding: .utf8)
        try "[]".write(toFile: folder.path("else.json"), atomically: true, encoding: .utf8)
        let refusals = [
            "none": "does not exist", "empty": "has no report.json",
            "old.json": "has the form 1, not \(Report.formVersion)",
            "else.json": "is not a report of compass-loadtest",
        ]
        for (name, words) in refusals {
            #expect {
                try Comparison.read(folder.path(name))
            } throws: { error in
                guard let failure = error as? LoadTestFailure else { return false }
                return failure.kind == .usage && failure.description.contains(name)
                    && failure.description.contains(words)
            }
        }
        #expect(throws: LoadTestFailure.self) { try Comparison.read(",") }
    }

    @Test
    func numbersReadAsPeopleWriteThem() {
        #expect(Text.duration(999) == "999 µs")
        #expect(Text.duration(1_500) == "1.50 ms")
        #expect(Text.duration(2_500_000) == "2.50 s")
        #expect(Text.count(1_234_567) == "1,234,567")
        #expect(Text.count(-1_000) == "-1,000")
        #expect(Text.rate(.infinity) == "-")
    }
}
