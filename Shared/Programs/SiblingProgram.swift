import Dispatch
import Foundation

/// Programs that this one starts for work that needs libraries of its own.
public enum SiblingProgram {
    /// Where one lies: `COMPASS_BIN` names another folder of programs; else it is this program's
    /// own.
    public static func path(of name: String, _ environment: [String: String]) -> String {
        if let folder = environment["COMPASS_BIN"], !folder.isEmpty { return "\(folder)/\(name)" }
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = URL(filePath: own ?? CommandLine.arguments.first ?? "")
        return folder.deletingLastPathComponent().appending(path: name).path
    }

    /// How a program ended, and what it wrote.
    public struct Ending: Sendable {
        public let output: [UInt8]
        /// What it wrote to stderr, if that was asked for.
        public let errors: [UInt8]
        public let isSuccess: Bool
    }

    /// Why a program did not run.
    public enum Problem: Error {
        /// There is none where it should be.
        case missing(path: String)
        /// The system did not start it, for this reason.
        case notStarted(String)
    }

    /// Runs a program with `input` as its stdin and waits for its end. Its stderr is this program's
    /// unless `readsErrors`. After `timeLimit`, it is ended. It must read its stdin to the end
    /// before it writes.
    public static func run(
        _ name: String, _ arguments: [String] = [], input: [UInt8], environment: [String: String],
        readsErrors: Bool = false, timeLimit: Duration? = nil
    ) throws(Problem) -> Ending {
        let path = path(of: name, environment)
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw .missing(path: path)
        }
        let process = Process()
        let (pipe, output, errors) = (Pipe(), Pipe(), Pipe())
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = pipe
        process.standardOutput = output
        if readsErrors { process.standardError = errors }
        do {
            try process.run()
        } catch {
            throw .notStarted(error.localizedDescription)
        }
        let watch = DispatchWorkItem { process.terminate() }
        if let timeLimit {
            DispatchQueue.global().asyncAfter(
                deadline: .now() + .seconds(Int(timeLimit.components.seconds)), execute: watch)
        }
        defer { watch.cancel() }
        // Writing fails if the program ended early; what it reports says why.
        try? pipe.fileHandleForWriting.write(contentsOf: Data(input))
        try? pipe.fileHandleForWriting.close()
        let written = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        let said = readsErrors ? (try? errors.fileHandleForReading.readToEnd()) : nil
        process.waitUntilExit()
        return Ending(
            output: Array(written), errors: Array(said ?? Data()),
            isSuccess: process.terminationReason == .exit && process.terminationStatus == 0)
    }
}
