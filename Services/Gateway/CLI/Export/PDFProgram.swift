import CommandKit
import Contracts
import Programs

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
    static let timeLimit = Duration.seconds(60)

    /// Typesets a document.
    static func print(
        _ document: PrintedDocument, environment: [String: String]
    ) throws -> Pages {
        let ending = try SiblingProgram.completed(
            name, input: try JSONCoding.encode(document), environment: environment,
            readsErrors: true, timeLimit: timeLimit)
        let notes = String(decoding: ending.errors, as: UTF8.self).split(separator: "\n")
            .map(String.init)
        guard ending.isSuccess else { throw failure(notes.last ?? "It ended unexpectedly.") }
        return Pages(bytes: ending.output, notes: notes)
    }

    private static func failure(_ why: String) -> CommandFailure {
        CommandFailure(
            .internal, "The PDF could not be created", reason: why,
            remedy: "Export as CSV with --output csv")
    }
}
