import Foundation
import ServiceKit
import Synchronization

/// The resources used by a process at one time.
struct ResourceSample: Sendable, Equatable, Codable {
    /// Seconds since the start of the watch.
    var at: Double
    /// CPU time since the last sample, as a share of one core.
    var cores: Double
    /// Anonymous memory in bytes.
    var memory: Int
    /// Open file descriptors.
    var descriptors: Int
    /// The size of the database's WAL in bytes; 0 without a database.
    var log: Int
}

/// Samples the resources of processes on its own thread.
final class ResourceWatch: Sendable {
    /// A process to sample.
    struct Subject: Sendable {
        var name: String
        var processID: Int32
        /// The path of its database, if it has one.
        var database: String?
    }

    static let interval = Duration.milliseconds(250)

    private let subjects: [Subject]
    private let samples = Mutex<[String: [ResourceSample]]>([:])
    private let isStopped = Atomic(false)
    private let began = Clock.now()

    init(_ subjects: [Subject]) {
        self.subjects = subjects
        let thread = Thread { [self] in run() }
        thread.name = "resources"
        thread.start()
    }

    /// Ends the watch. Returns the samples by process.
    func stop() -> [String: [ResourceSample]] {
        isStopped.store(true, ordering: .relaxed)
        return samples.withLock { $0 }
    }

    private func run() {
        var before: [String: (ticks: Int, at: Nanoseconds)] = [:]
        while !isStopped.load(ordering: .relaxed) {
            for subject in subjects {
                let now = Clock.now()
                guard let ticks = ResourceWatch.ticks(of: subject.processID) else { continue }
                let last = before[subject.name]
                before[subject.name] = (ticks, now)
                guard let last, now > last.at else { continue }
                let seconds = (now - last.at).seconds
                let sample = ResourceSample(
                    at: (now - began).seconds,
                    cores: Double(ticks - last.ticks) / ResourceWatch.ticksPerSecond / seconds,
                    memory: ProcessStatus(of: subject.processID)?.bytes("RssAnon") ?? 0,
                    descriptors: ResourceWatch.descriptors(of: subject.processID),
                    log: ResourceWatch.size(of: subject.database.map { $0 + "-wal" }))
                samples.withLock { $0[subject.name, default: []].append(sample) }
            }
            // Resource usage can only be polled.
            Thread.sleep(forTimeInterval: ResourceWatch.interval / .seconds(1))
        }
    }

    private static let ticksPerSecond = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))

    /// User and system time in clock ticks (proc(5), fields 14 and 15 of stat).
    private static func ticks(of processID: Int32) -> Int? {
        guard
            let text = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else {
            return nil
        }
        return user + system
    }

    private static func descriptors(of processID: Int32) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(processID)/fd").count) ?? 0
    }

    private static func size(of path: String?) -> Int {
        guard let path,
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        else { return 0 }
        return (attributes[.size] as? Int) ?? 0
    }
}

/// The resources used by a process during a whole test.
struct ResourceSummary: Sendable, Equatable, Codable {
    var name: String
    /// Shares of one core.
    var coresMean, coresMax: Double
    /// Anonymous memory at the start and at the end, in bytes.
    var memoryFirst, memoryLast: Int
    /// The growth of memory per hour in bytes; nil if the watch was too short.
    var memoryPerHour: Double?
    var descriptorsMax: Int
    var logMax: Int
    var samples: [ResourceSample]

    /// The minimum length of a watch for a slope per hour, in seconds.
    static let slopeSecondsMin = 300.0

    /// Returns nil without samples.
    init?(_ name: String, _ samples: [ResourceSample]) {
        guard let first = samples.first, let last = samples.last else { return nil }
        self.name = name
        self.samples = samples
        coresMean = samples.map(\.cores).reduce(0, +) / Double(samples.count)
        coresMax = samples.map(\.cores).max() ?? 0
        memoryFirst = first.memory
        memoryLast = last.memory
        if last.at - first.at >= ResourceSummary.slopeSecondsMin {
            let points = samples.map { (x: $0.at, y: Double($0.memory)) }
            memoryPerHour = ResourceSummary.slope(points) * 3_600
        }
        descriptorsMax = samples.map(\.descriptors).max() ?? 0
        logMax = samples.map(\.log).max() ?? 0
    }

    /// The slope of a least-squares line; 0 for a single point.
    static func slope(_ points: [(x: Double, y: Double)]) -> Double {
        let count = Double(points.count)
        let meanX = points.map(\.x).reduce(0, +) / count
        let meanY = points.map(\.y).reduce(0, +) / count
        let spread = points.map { ($0.x - meanX) * ($0.x - meanX) }.reduce(0, +)
        guard spread > 0 else { return 0 }
        return points.map { ($0.x - meanX) * ($0.y - meanY) }.reduce(0, +) / spread
    }
}
