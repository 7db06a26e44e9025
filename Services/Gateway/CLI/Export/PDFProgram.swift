import CommandKit
import Contracts
import Dispatch
import Foundation

/// Runs `compass-pdf`, the program that typesets pages: one process per document, which it reads
/// from stdin.
enum PDFProgram {
    /// The output of the program.
    struct Pages {
        let bytes: [UInt8]
        /// Notes for people, such as characters missing in every font.
        let notes: [String]
    }

    /// The program's name, in the same folder as this one.
    static let name = "compass-pdf"
    /// The time after which the program is terminated.
    static let timeLimit = DispatchTimeInterval.seconds(60)

    /// Typesets a document.
    static func print(
        _ document: PrintedDocument, environment: [String: String]
    ) throws -> Pages {
        let path = SiblingProgram.path(of: name, environment)
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw CommandFailure(
                .unavailable, "\(name) is missing", reason: "It should be \(path).",
                remedy: "Build it: make build")
        }
        let process = Process()
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        process.executableURL = URL(filePath: path)
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        do {
            try process.run()
        } catch {
            throw failure("\(path): \(error.localizedDescription)")
        }
        let watch = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + timeLimit, execute: watch)
        defer { watch.cancel() }
        // A program that exits early closes its input; its stderr says why.
        try? input.fileHandleForWriting.write(contentsOf: Data(JSONCoding.encode(document)))
        try? input.fileHandleForWriting.close()
        let pages = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        let said = (try? errors.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        let notes = String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw failure(notes.last ?? "It ended unexpectedly.")
        }
        return Pages(bytes: Array(pages), notes: notes)
    }

    private static func failure(_ why: String) -> CommandFailure {
        CommandFailure(
            .internal, "The PDF could not be created", reason: why,
            remedy: "Export as CSV with --output csv")
    }
}
