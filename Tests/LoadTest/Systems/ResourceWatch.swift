import Foundation
import Synchronization

/// What one process needed at one moment.
struct ResourceSample: Sendable, Equatable, Codable {
    /// Seconds since the watch began.
    var at: Double
    /// The share of one core since the last sample.
    var cores: Double
    /// Anonymous memory in bytes.
    var memory: Int
    /// Open descriptors.
    var descriptors: Int
    /// The write-ahead log of its database in bytes; 0 without one.
    var log: Int
}

/// Looks at processes again and again, on a thread of its own.
final class ResourceWatch: Sendable {
    /// A process to look at.
    struct Subject: Sendable {
        var name: String
        var processID: Int32
        /// The path of its database, if it has one.
        var database: String?
    }

    /// The pause between two looks.
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

    /// Ends the watch; what it saw, by process.
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
                    memory: ResourceWatch.memory(of: subject.processID),
                    descriptors: ResourceWatch.descriptors(of: subject.processID),
                    log: ResourceWatch.size(of: subject.database.map { $0 + "-wal" }))
                samples.withLock { $0[subject.name, default: []].append(sample) }
            }
            // A sample each interval; nothing tells of a process's use of memory or time.
            Thread.sleep(forTimeInterval: ResourceWatch.interval / .seconds(1))
        }
    }

    private static let ticksPerSecond = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))

    /// User and system time, in clock ticks (proc(5), fields 14 and 15 of stat).
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

    private static func memory(of processID: Int32) -> Int {
        let text = (try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        let words = line?.split(whereSeparator: \.isWhitespace) ?? []
        return words.count > 1 ? (Int(words[1]) ?? 0) * 1_024 : 0
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

/// What a process needed during a whole test.
struct ResourceSummary: Sendable, Equatable, Codable {
    var name: String
    /// The mean and the highest share of one core.
    var coresMean: Double
    var coresMax: Double
    /// Anonymous memory at the beginning and at the end, in bytes.
    var memoryFirst: Int
    var memoryLast: Int
    /// Its growth an hour, in bytes; nil for a watch that was too short to tell.
    var memoryPerHour: Double?
    var descriptorsMax: Int
    var logMax: Int
    /// All samples.
    var samples: [ResourceSample]

    /// A watch of less than this many seconds says nothing of an hour.
    static let slopeSecondsMin = 300.0

    /// Nil without a sample.
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

    /// The slope of the line through points by least squares; 0 for a single point.
    static func slope(_ points: [(x: Double, y: Double)]) -> Double {
        let count = Double(points.count)
        let meanX = points.map(\.x).reduce(0, +) / count
        let meanY = points.map(\.y).reduce(0, +) / count
        let spread = points.map { ($0.x - meanX) * ($0.x - meanX) }.reduce(0, +)
        guard spread > 0 else { return 0 }
        return points.map { ($0.x - meanX) * ($0.y - meanY) }.reduce(0, +) / spread
    }
}
