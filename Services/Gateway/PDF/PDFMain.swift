import CommandKit
import Contracts
import Glibc
import Pages

/// `compass-pdf`: reads a document as JSON from stdin and writes it as PDF to stdout, whole or not
/// at all. The command line starts it for an export; nobody else does, so that no service carries
/// the libraries that set pages.
@main
enum PDFMain {
    static func main() {
        CoreFiles.forbid()
        OutputChannel.reserveStandardDescriptors()
        OutputChannel.ignoreBrokenPipes()
        let program = FlatProgram(
            "compass-pdf",
            "Reads a document as JSON from stdin, writes it as PDF to stdout. Started by compass.",
            flags: [])
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            switch try program.parse(words) {
            case .help(let text): end(.success, output: Array(text.utf8))
            case .run: run()
            }
        } catch {
            end(error.exitCode, notes: error.lines)
        }
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
        let channel = OutputChannel(descriptor: STDOUT_FILENO)
        channel.write(output)
        channel.flush()
        if let problem = channel.problem {
            errors.line("The pages could not be written: \(problem)")
            errors.flush()
            exit(ExitCode.failure.rawValue)
        }
        exit(code.rawValue)
    }
}

/// What comes in on stdin.
enum StandardInput {
    private static let chunkBytes = 65_536

    /// Everything up to its end. One byte more than a document may have is read at most, so that
    /// the document is refused and memory does not grow.
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
