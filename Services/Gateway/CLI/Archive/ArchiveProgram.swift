import Contracts
import Foundation
import Imports

/// Starts `compass-archive`, the program that packs and unpacks archives, for one order.
enum ArchiveProgram {
    /// The file name of the program, which is in the folder of this one.
    static let name = "compass-archive"

    /// Has an order carried out. Returns what is in the archive.
    @discardableResult
    static func carryOut(
        _ order: ArchiveOrder, environment: [String: String]
    ) throws -> ArchiveContents {
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
        let report = Array((try? output.fileHandleForReading.readToEnd()) ?? Data())
        process.waitUntilExit()
        try ArchiveStage.checkInterruption()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw failure(of: order, report)
        }
        do {
            return try JSONCoding.decodeDocument(ArchiveContents.self, from: report)
        } catch { throw CommandFailure(error.code, error.message) }
    }

    private static func failure(of order: ArchiveOrder, _ report: [UInt8]) -> CommandFailure {
        let refusal = try? JSONCoding.decodeDocument(ArchiveRefusal.self, from: report)
        switch order.action {
        case .pack:
            return CommandFailure(
                refusal?.code ?? .internal, "The archive could not be written",
                reason: "\(refusal?.message ?? "\(name) ended before its time"). "
                    + "No file was written.",
                remedy: "Choose a disk with more space.")
        case .unpack:
            var failure = CommandFailure(
                refusal?.code ?? .internal,
                "\(ImportSource.shown(order.archive)) cannot be read as an archive",
                reason: "\(refusal?.message ?? "\(name) ended before its time").",
                remedy: "Give a file that compass export --all wrote.")
            failure.errors = ["file": failure.message]
            return failure
        }
    }
}
