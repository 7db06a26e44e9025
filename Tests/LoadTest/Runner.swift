import Contracts
import Foundation
import Glibc
import ServiceKit

/// Executes a plan against a system.
final class Runner {
    let plan: Plan
    private let scenario: any Scenario
    private let target: Target
    private let own: OwnSystem?
    private let folder: String
    private let progress: Progress
    private var report: Report
    /// The number of runs so far, from which each run's seed is derived.
    private var runs: UInt64 = 0
    /// The latencies of each phase, for the `.hgrm` files.
    private(set) var histograms: [(phase: String, histogram: Histogram)] = []

    init(
        plan: Plan, scenario: any Scenario, target: Target, own: OwnSystem?, folder: String,
        report: Report, progress: Progress
    ) {
        self.plan = plan
        self.scenario = scenario
        self.target = target
        self.own = own
        self.folder = folder
        self.report = report
        self.progress = progress
    }

    /// Creates a generator of these requests, or of the scenario's by default.
    func generator(
        of makeSource: (@Sendable (UInt64) throws -> any RequestSource)? = nil
    ) -> Generator {
        Generator(
            endpoint: target.endpoint, service: scenario.operations[0].service.rawValue,
            threads: plan.threads, operations: scenario.operations.count,
            makeSource: makeSource ?? { [scenario] in try scenario.makeSource(seed: $0) })
    }

    /// Runs all phases. Returns the report without verdicts.
    func run() throws -> Report {
        let watch = ResourceWatch(subjects)
        progress.say("warm-up")
        let first = try closed(clients: Plan.warmUpClients, seconds: plan.warmUp)
        // Findings count from the first request on, including the warm-up.
        report.findings += first.findings
        let capacity = try findCapacity()
        report.capacity = capacity
        for share in plan.fixedRate == nil ? plan.shares : [1] {
            let percent = Int((share * 100).rounded())
            try open(
                "open-\(percent)",
                [Segment(perSecond: capacity * share, seconds: plan.openSeconds)])
        }
        if plan.spikeSeconds > 0 {
            try open("spike", plan.spike(capacity: capacity))
        }
        if plan.overloadSeconds > 0 {
            try open("overload", plan.overload(peak: report.peakPerSecond), isJudged: false)
        }
        if let mixed = scenario as? MixedScenario, plan.fixedRate == nil {
            try measureBulkheads(mixed, capacity: capacity)
        }
        if plan.soakSeconds > 0 { try soak(capacity) }
        if plan.hasBaseline { try measureBaseline() }
        let samples = watch.stop()
        report.resources = subjects.compactMap { ResourceSummary($0.name, samples[$0.name] ?? []) }
        report.findings += try scenario.findings(target)
        report.growth = scenario.growth
        return report
    }

    private var subjects: [ResourceWatch.Subject] {
        let own = (own?.processes ?? []).map { name, process in
            ResourceWatch.Subject(
                name: name, processID: process.processIdentifier,
                database: ServiceName(rawValue: name).flatMap {
                    target.home?.database(of: $0.rawValue)
                })
        }
        return own + [.init(name: "loadtest", processID: getpid(), database: nil)]
    }

    func nextSeed() -> UInt64 {
        runs += 1
        return plan.seed &* 1_000_003 &+ runs
    }

    private func closed(clients: Int, seconds: Double) throws -> Measurement {
        try scenario.refresh(target)
        return try generator().closed(clients: clients, seconds: seconds, seed: nextSeed())
    }

    private func findCapacity() throws -> Double {
        if let rate = plan.fixedRate {
            report.alone = try step(clients: 1, seconds: plan.searchStep)
            return rate
        }
        var search = CapacitySearch(clientsMax: plan.clientsMax)
        while let clients = search.next {
            search.add(try step(clients: clients, seconds: plan.searchStep))
        }
        report.search = search.steps
        report.alone = search.steps.first
        guard let best = search.best, best.perSecond > 0 else {
            throw LoadTestFailure(.away, "No request was answered. \(report.findings.first ?? "")")
        }
        let sustained = try sustain(best.perSecond)
        report.sustained = sustained
        return sustained.perSecond
    }

    /// Offers a rate at planned times, as the open runs do, and counts the right answers. Clients
    /// that wait for their answers reach more than that: they never send when nobody is ready.
    private func sustain(_ rate: Double) throws -> SustainedRate {
        try scenario.refresh(target)
        let measurement = try generator().open(
            plan.arrivals, [Segment(perSecond: rate, seconds: plan.holdSeconds)], seed: nextSeed())
        let total = measurement.total
        report.findings += measurement.findings
        guard total.ok > 0 else {
            throw LoadTestFailure(
                .away, "No request was answered. \(report.findings.first ?? "")")
        }
        let sustained = SustainedRate(
            offeredPerSecond: rate, perSecond: Double(total.ok) / plan.holdSeconds,
            p50: total.latency.percentile(50), p99: total.latency.percentile(99))
        progress.say(
            "\(Text.rate(rate))/s offered: \(Text.rate(sustained.perSecond))/s, "
                + "p99 \(Text.duration(Double(sustained.p99)))")
        return sustained
    }

    private func step(clients: Int, seconds: Double) throws -> CapacitySearch.Step {
        let measurement = try closed(clients: clients, seconds: seconds)
        let total = measurement.total
        let step = CapacitySearch.Step(
            clients: clients, perSecond: Double(total.ok) / max(measurement.seconds, 1e-9),
            p50: total.latency.percentile(50), p99: total.latency.percentile(99))
        report.findings += measurement.findings
        progress.say(
            "\(clients) clients, \(Text.number(seconds, decimals: 1)) s: "
                + "\(Text.rate(step.perSecond))/s, p99 \(Text.duration(Double(step.p99)))")
        return step
    }

    // MARK: Open runs

    func open(
        _ name: String, _ segments: [Segment], isJudged: Bool = true,
        with generator: Generator? = nil
    ) throws {
        let rates = segments.map { Text.rate($0.perSecond) + "/s" }.joined(separator: ", ")
        progress.say("\(name): \(rates)")
        try scenario.refresh(target)
        let services = Array(Set(scenario.operations.map(\.service)))
        let before = target.countedTimes(of: services)
        let pause =
            plan.pauseSeconds > 0 ? PlannedPause(plan, scenario.operations[0].service, own) : nil
        pause?.start()
        let measurement = try (generator ?? self.generator()).open(
            plan.arrivals, segments, seed: nextSeed(), tick: isJudged ? 0 : Plan.tick(of: segments))
        let after = target.countedTimes(of: services)
        var counted: CountedTimes?
        if let before, let after { counted = after.since(before) }
        add(name, segments, measurement, counted, isJudged: isJudged)
    }

    func add(
        _ name: String, _ segments: [Segment], _ measurement: Measurement,
        _ counted: CountedTimes?, isJudged: Bool
    ) {
        let seconds = segments.map(\.seconds).reduce(0, +)
        let planned = measurement.total.sent + measurement.unsent
        let operations = zip(scenario.operations, measurement.tallies).map { operation, tally in
            Report.Figures(
                operation.name, tally, seconds: seconds,
                timeSpent: counted.flatMap {
                    TimeSpent(
                        tally, operation: operation.name, service: operation.service.rawValue,
                        counted: $0)
                })
        }
        let total = measurement.total
        let disturbance = Disturbance(measurement.slices, segments)
        let phase = Report.Phase(
            name: name, isJudged: isJudged, segments: segments,
            donePerSecond: Double(total.ok) / seconds, wantedPerSecond: Double(planned) / seconds,
            operations: operations, total: Report.Figures("all", total, seconds: seconds),
            lag: Report.Percentiles(measurement.lag), unsent: measurement.unsent,
            generatorShare: Validity.coreShare(of: measurement),
            problems: problems(of: measurement, disturbance, isJudged: isJudged),
            lateness: isJudged && disturbance == nil ? Validity.lateness(of: measurement) : nil,
            disturbance: disturbance,
            pause: plan.pauseSeconds > 0
                ? PauseExpectation(pause: plan.pauseSeconds, run: seconds) : nil,
            slices: measurement.slices.map(Report.SlicePoint.init),
            spectrum: total.latency.spectrum())
        report.phases.append(phase)
        report.findings += measurement.findings.filter { _ in total.wrong + total.failed > 0 }
        histograms.append((name, total.latency))
    }

    private func problems(
        of measurement: Measurement, _ disturbance: Disturbance?, isJudged: Bool
    ) -> [String] {
        if isJudged {
            // The figures of a disturbance are relative to latencies of the same phase.
            let lateness = disturbance.flatMap { _ in Validity.lateness(of: measurement) }
            return Validity.problems(of: measurement) + [lateness].compactMap(\.self)
        }
        guard let disturbance else { return [] }
        let peak = report.peakPerSecond
        return Validity.problems(
            ofOverload: measurement,
            offeredFactor: peak > 0 ? disturbance.offeredPerSecond / peak : 0)
    }

    /// Runs in parts, so that passports are renewed in between.
    private func soak(_ capacity: Double) throws {
        var left = plan.soakSeconds
        var number = 0
        while left > 0 {
            let seconds = min(left, 60)
            number += 1
            try open(
                number == 1 ? "soak" : "soak-\(number)",
                [Segment(perSecond: capacity * Plan.baseShare, seconds: seconds)])
            left -= seconds
        }
    }

    private func measureBaseline() throws {
        let one = try closed(clients: 1, seconds: BareHop.seconds)
        let total = one.total
        guard total.sent > 0 else { return }
        let request = one.bytesSent / total.sent
        let reply = one.bytesReceived / total.sent
        let bare = try BareHop.measure(
            folder: folder, request: request, reply: reply, progress: progress)
        report.baseline = BaselineFigures(
            requestBytes: request, replyBytes: reply,
            bareP50: bare.one.total.latency.percentile(50), oursP50: total.latency.percentile(50),
            barePerSecond: Double(bare.many.total.ok) / max(bare.many.seconds, 1e-9),
            oursPerSecond: report.capacity)
    }
}

/// Pauses a service in the middle of an open run.
private final class PlannedPause: Sendable {
    private let processID: Int32?
    private let wait: Double
    private let length: Double

    init(_ plan: Plan, _ service: ServiceName, _ own: OwnSystem?) {
        processID = own?.processID(of: service.rawValue)
        wait = plan.openSeconds / 2
        length = plan.pauseSeconds
    }

    func start() {
        guard let processID else { return }
        let thread = Thread { [wait, length] in
            // Sleeps because the length of the pause is what is measured.
            Thread.sleep(forTimeInterval: wait)
            kill(processID, SIGSTOP)
            Thread.sleep(forTimeInterval: length)
            kill(processID, SIGCONT)
        }
        thread.start()
    }
}
