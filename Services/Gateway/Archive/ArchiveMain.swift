import CommandKit
import Contracts
import Foundation
import Glibc
import Imports

/// `compass-archive`: packs files into a ZIP archive and unpacks one. Reads an order as JSON from
/// stdin and writes its report as JSON to stdout. Only `compass` starts it; being a separate
/// program, it keeps libzip and the libraries behind it out of every other command.
@main
enum ArchiveMain {
    static func main() {
        CoreFiles.forbid()
        OutputChannel.reserveStandardDescriptors()
        OutputChannel.ignoreBrokenPipes()
        // Ignoring the signal makes a file size limit an error (EFBIG), reported like a full disk.
        _ = signal(SIGXFSZ, SIG_IGN)
        umask(0o077)
        let program = FlatProgram(
            "compass-archive",
            "Reads an order as JSON from stdin, packs or unpacks an archive. Started by compass.",
            flags: [])
        do {
            switch try program.parse(Array(CommandLine.arguments.dropFirst())) {
            case .help(let text): end(.success, Array(text.utf8))
            case .run: run()
            }
        } catch {
            let errors = OutputChannel(descriptor: STDERR_FILENO)
            for line in error.lines { errors.line(line) }
            errors.flush()
            exit(error.exitCode.rawValue)
        }
    }

    private static func run() -> Never {
        do {
            let contents = try Archiver(try order()).contents()
            end(.success, try JSONCoding.encode(contents))
        } catch {
            let refusal =
                error as? ArchiveRefusal ?? ArchiveRefusal(code: .internal, message: "\(error)")
            end(
                ExitCode(rawValue: refusal.code.exitCode), (try? JSONCoding.encode(refusal)) ?? [])
        }
    }

    private static func order() throws -> ArchiveOrder {
        let bytes =
            try FileHandle.standardInput.read(upToCount: ArchiveLimit.orderBytesMax + 1) ?? Data()
        guard bytes.count <= ArchiveLimit.orderBytesMax else {
            throw ArchiveRefusal(
                code: .tooLarge,
                message: "The order is over \(ArchiveLimit.orderBytesMax) bytes")
        }
        do {
            return try JSONCoding.decodeDocument(ArchiveOrder.self, from: Array(bytes))
        } catch {
            throw ArchiveRefusal(
                code: .validationFailed, message: "The order cannot be read: \(error.message)")
        }
    }

    private static func end(_ code: ExitCode, _ output: [UInt8]) -> Never {
        let channel = OutputChannel(descriptor: STDOUT_FILENO)
        channel.write(output)
        channel.flush()
        exit(channel.problem == nil ? code.rawValue : ExitCode.failure.rawValue)
    }
}
