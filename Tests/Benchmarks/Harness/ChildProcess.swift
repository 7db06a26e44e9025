import Foundation
import ServiceKit

/// The reason why a benchmark failed.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String
}

/// A process started by a benchmark.
final class ChildProcess {
    private let process = Process()
    private let output = Pipe()
    /// What the program has written until it was ready.
    let firstOutput: String

    var processID: Int32 { process.processIdentifier }

    /// Starts a program. With `readyWhen`, waits until the program writes this text to standard
    /// output or error.
    init(
        _ program: String, _ words: [String], environment: [String: String] = [:],
        readyWhen: String? = nil
    ) throws {
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = readyWhen == nil ? FileHandle.nullDevice : output
        process.standardError = readyWhen == nil ? FileHandle.nullDevice : output
        try process.run()
        var text = ""
        guard let readyWhen else {
            firstOutput = text
            return
        }
        while !text.contains(readyWhen) {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else {
                throw BenchmarkFailure(description: "\(program) ended before it was ready: \(text)")
            }
            text += String(decoding: data, as: UTF8.self)
        }
        firstOutput = text
        // Discards further output.
        output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
    }

    var isRunning: Bool { process.isRunning }

    /// The peak memory so far, in MiB (VmHWM).
    func peakMemory() throws -> Double {
        Double(try ProcessStatus.memory(of: processID, "VmHWM")) / 1_048_576
    }

    /// Ends the process with SIGTERM and waits for it.
    func stop() {
        output.fileHandleForReading.readabilityHandler = nil
        process.terminate()
        process.waitUntilExit()
    }

    /// Runs a program to its end and discards its output. Throws if it fails.
    static func run(
        _ program: String, _ words: [String], environment: [String: String]
    ) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkFailure(
                description: "\(program) \(words) ended with \(process.terminationStatus)")
        }
    }

    /// Runs a program to its end and returns its output. Throws if it fails.
    @discardableResult
    static func output(
        of program: String, _ words: [String], environment: [String: String] = [:]
    ) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkFailure(
                description: "\(program) \(words) ended with \(process.terminationStatus)")
        }
        return String(decoding: data, as: UTF8.self)
    }
}

/// The paths of programs: next to this one, and the C programs where run.sh puts them.
enum Programs {
    private static let folder = URL(fileURLWithPath: "/proc/self/exe")
        .resolvingSymlinksInPath().deletingLastPathComponent().path

    static func product(_ name: String) -> String { "\(folder)/\(name)" }
    static var own: String { product("compass-bench") }

    /// A limit program in C.
    static func limit(_ name: String) throws -> String {
        guard let folder = ProcessInfo.processInfo.environment["COMPASS_BENCH_LIMITS"] else {
            throw BenchmarkFailure(description: "start the benchmarks with: make bench")
        }
        return "\(folder)/\(name)"
    }
}

/// A private folder, removed with its owner.
final class ScratchFolder {
    let path: String

    init() throws {
        path = "/tmp/compass-bench-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

extension ProcessStatus {
    /// Returns a size of a process's memory in bytes, named as in `/proc/PID/status`.
    static func memory(of processID: Int32, _ field: String) throws -> Int {
        guard let bytes = ProcessStatus(of: processID)?.bytes(field) else {
            throw BenchmarkFailure(description: "no \(field) for \(processID)")
        }
        return bytes
    }
}
