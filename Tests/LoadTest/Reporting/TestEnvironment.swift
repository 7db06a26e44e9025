import Base
import Foundation
import ServiceKit

/// The environment of a load test, needed for comparisons.
struct TestEnvironment: Sendable, Codable, Equatable {
    var commit: String
    var build: String
    var processor: String
    var cores: Int
    /// The CPU frequency governor, if the kernel reports it.
    var governor: String
    var kernel: String
    /// Versions of the relevant libraries, by Debian package.
    var libraries: String
    /// The scheduling priority of the sending threads.
    var urgency: String
    /// The load average of the last minute before the test.
    var loadBefore: Double

    /// Reads the current environment.
    static func read() -> TestEnvironment {
        let cores = ProcessInfo.processInfo.processorCount
        return TestEnvironment(
            commit: commit(), build: build, processor: processor(), cores: cores,
            governor: file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") ?? "not told",
            kernel: file("/proc/sys/kernel/osrelease") ?? "",
            libraries: libraries(),
            urgency: urgency(),
            loadBefore: file("/proc/loadavg").flatMap { $0.split(separator: " ").first }
                .flatMap { Double($0) } ?? 0)
    }

    /// The processor and the number of cores, for titles.
    var machine: String { "\(processor), \(cores) cores" }

    private static var build: String {
        #if DEBUG
            "debug"
        #else
            "release"
        #endif
    }

    /// Tried on a temporary thread.
    private static func urgency() -> String {
        let found = OneShot<ThreadUrgency>()
        Thread { found.set(ThreadUrgency.raise()) }.start()
        return found.wait().rawValue
    }

    private static func file(_ path: String) -> String? {
        (try? String(contentsOfFile: path, encoding: .utf8))?
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func processor() -> String {
        let text = file("/proc/cpuinfo") ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        return line?.split(separator: ":", maxSplits: 1).last
            .map { $0.trimmingCharacters(in: .whitespaces) } ?? "processor not told"
    }

    private static func commit() -> String {
        guard let folder = Checkout.folder else { return "not told" }
        let hash = output(of: ["git", "-C", folder, "rev-parse", "--short", "HEAD"])
        let changes = output(of: ["git", "-C", folder, "status", "--porcelain"])
        guard !hash.isEmpty else { return "not told" }
        return changes.isEmpty ? hash : "\(hash) with changes"
    }

    private static func libraries() -> String {
        let words = ["libzmq5", "libsqlite3-0", "libsodium23"]
        return output(of: ["dpkg-query", "-W", "-f", "${Package} ${Version}, "] + words)
            .trimmingCharacters(in: CharacterSet(charactersIn: ", "))
    }

    private static func output(of words: [String]) -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return "" }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
