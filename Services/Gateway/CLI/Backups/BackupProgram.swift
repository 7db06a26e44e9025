import Contracts
import Foundation

/// Starts `compass-backup`, the program that opens databases and writes backups, for one order.
enum BackupProgram {
    /// The file name of the program, which is in the folder of this one.
    static let name = "compass-backup"

    /// Has an order carried out and returns the report's JSON.
    static func report(
        on order: BackupOrder, environment: [String: String]
    ) throws -> [UInt8] {
        let path = SiblingProgram.path(of: name, environment)
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw CommandFailure(
                .unavailable, "\(name) is missing", reason: "It should be \(path).",
                remedy: "Build it: make build")
        }
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: path)
        process.environment = environment
        process.standardInput = input
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            throw CommandFailure(
                .internal, "\(name) did not start", reason: "\(error.localizedDescription)")
        }
        // Writing fails if the program ended early; its report says why.
        try? input.fileHandleForWriting.write(contentsOf: Data(JSONCoding.encode(order)))
        try? input.fileHandleForWriting.close()
        let report = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw failure(Array(report))
        }
        return Array(report)
    }

    private static func failure(_ report: [UInt8]) -> CommandFailure {
        guard let refusal = try? JSONCoding.decodeDocument(BackupRefusal.self, from: report) else {
            return CommandFailure(
                .internal, "\(name) ended before its time",
                reason: "What was there before is as it was, or was replaced as a whole.",
                remedy: "Repeat the command: it clears up what was left.")
        }
        return CommandFailure(
            refusal.code, refusal.message, reason: refusal.reason, remedy: refusal.remedy)
    }
}
