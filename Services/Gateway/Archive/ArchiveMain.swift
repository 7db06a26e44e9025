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
        umask(0o077)
        StartedProcess.invocation(
            of: "compass-archive",
            "Reads an order as JSON from stdin, packs or unpacks an archive. Started by compass.")
        run()
    }

    private static func run() -> Never {
        do {
            let contents = try Archiver(try order()).contents()
            StartedProcess.end(.success, try JSONCoding.encode(contents))
        } catch {
            let refusal =
                error as? ArchiveRefusal ?? ArchiveRefusal(code: .internal, message: "\(error)")
            StartedProcess.end(
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
}
