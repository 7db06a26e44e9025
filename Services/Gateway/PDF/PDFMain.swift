import CommandKit
import Contracts
import Glibc
import Pages

/// `compass-pdf`: reads a document as JSON from stdin and writes it as PDF to stdout, or writes
/// nothing if it fails. The command line starts it for exports, so that no service needs to link
/// the typesetting libraries.
@main
enum PDFMain {
    static func main() {
        StartedProcess.invocation(
            of: "compass-pdf",
            "Reads a document as JSON from stdin, writes it as PDF to stdout. Started by compass.")
        run()
    }

    private static func run() -> Never {
        let printer: Printer
        do {
            printer = Printer(try PrintedDocument(json: StandardInput.read()))
        } catch {
            end(ExitCode(rawValue: error.code.exitCode), notes: [error.message])
        }
        do {
            let pages = try printer.print()
            end(.success, notes: printer.notes, output: pages)
        } catch {
            end(.failure, notes: [error.message])
        }
    }

    private static func end(
        _ code: ExitCode, notes: [String] = [], output: [UInt8] = []
    ) -> Never {
        let errors = OutputChannel(descriptor: STDERR_FILENO)
        for note in notes { errors.line(note) }
        errors.flush()
        StartedProcess.end(code, output)
    }
}

enum StandardInput {
    private static let chunkBytes = 65_536

    /// Reads to the end, but at most one byte more than a document may have: enough to reject the
    /// document, without unbounded memory.
    static func read() -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: chunkBytes)
        while bytes.count <= PrintLimit.bytesMax {
            let room = min(chunkBytes, PrintLimit.bytesMax + 1 - bytes.count)
            let got = unsafe Glibc.read(STDIN_FILENO, &chunk, room)
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { break }
            bytes += chunk.prefix(got)
        }
        return bytes
    }
}
