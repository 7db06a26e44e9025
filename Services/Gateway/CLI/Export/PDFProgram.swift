import CommandKit
import Contracts
import Dispatch
import Foundation

/// `compass-pdf`, the program that sets pages: started for one document, given it on stdin.
enum PDFProgram {
    /// What came of a document.
    struct Pages {
        /// The PDF.
        let bytes: [UInt8]
        /// What people must be told, such as letters that no font has.
        let notes: [String]
    }

    /// Its name, beside this program.
    static let name = "compass-pdf"
    /// How long it may take.
    static let timeLimit = DispatchTimeInterval.seconds(60)

    /// Prints a document.
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
        // A program that ends early takes no more; what it says tells why.
        try? input.fileHandleForWriting.write(contentsOf: Data(JSONCoding.encode(document)))
        try? input.fileHandleForWriting.close()
        let pages = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        let said = (try? errors.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        let notes = String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw failure(notes.last ?? "It ended before its time.")
        }
        return Pages(bytes: Array(pages), notes: notes)
    }

    private static func failure(_ why: String) -> CommandFailure {
        CommandFailure(
            .internal, "The pages could not be set", reason: why,
            remedy: "Export as CSV with --output csv")
    }
}
