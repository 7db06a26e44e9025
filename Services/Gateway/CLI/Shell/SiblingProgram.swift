import Contracts
import Dispatch
import Foundation

/// Programs that this one starts for work that needs libraries of its own.
enum SiblingProgram {
    /// Where one lies: `COMPASS_BIN` names another folder of programs; else it is this program's
    /// own.
    static func path(of name: String, _ environment: [String: String]) -> String {
        if let folder = environment["COMPASS_BIN"], !folder.isEmpty { return "\(folder)/\(name)" }
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = URL(filePath: own ?? CommandLine.arguments.first ?? "")
        return folder.deletingLastPathComponent().appending(path: name).path
    }

    /// How a program ended, and what it wrote.
    struct Ending {
        let output: [UInt8]
        /// What it wrote to stderr, if that was asked for.
        let errors: [UInt8]
        let isSuccess: Bool
    }

    /// Runs a program with `input` as its stdin and waits for its end. Its stderr is this program's
    /// unless `readsErrors`. After `timeLimit`, it is ended. Throws if it does not start.
    static func run(
        _ name: String, input: [UInt8], environment: [String: String], readsErrors: Bool = false,
        timeLimit: DispatchTimeInterval? = nil
    ) throws -> Ending {
        let path = path(of: name, environment)
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw CommandFailure(
                .unavailable, "\(name) is missing", reason: "It should be \(path).",
                remedy: "Build it: make build")
        }
        let process = Process()
        let (pipe, output, errors) = (Pipe(), Pipe(), Pipe())
        process.executableURL = URL(filePath: path)
        process.environment = environment
        process.standardInput = pipe
        process.standardOutput = output
        if readsErrors { process.standardError = errors }
        do {
            try process.run()
        } catch {
            throw CommandFailure(
                .internal, "\(name) did not start", reason: "\(error.localizedDescription)")
        }
        let watch = DispatchWorkItem { process.terminate() }
        if let timeLimit {
            DispatchQueue.global().asyncAfter(deadline: .now() + timeLimit, execute: watch)
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
