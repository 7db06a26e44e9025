import CommandKit
import Contracts
import Foundation
import Glibc

/// `compass-backup`: creates, lists, verifies and restores backups of a home. Reads an order as
/// JSON from stdin and writes its report as JSON to stdout. Only `compass` starts it; being a
/// separate program, it keeps `compass` itself from opening databases.
@main
enum BackupMain {
    /// The largest order, in bytes.
    private static let orderBytesMax = 65_536

    static func main() {
        umask(0o077)
        StartedProcess.invocation(
            of: "compass-backup",
            "Reads an order as JSON from stdin, writes its report as JSON to stdout. Started by "
                + "compass.")
        run()
    }

    private static func run() -> Never {
        let report: [UInt8]
        do {
            report = try BackupDispatch(environment: ProcessInfo.processInfo.environment)
                .report(on: try order())
        } catch {
            let refusal = error as? BackupRefusal ?? BackupRefusal(.internal, "\(error)")
            StartedProcess.end(
                ExitCode(rawValue: refusal.code.exitCode), (try? JSONCoding.encode(refusal)) ?? [])
        }
        StartedProcess.end(.success, report)
    }

    private static func order() throws -> BackupOrder {
        let bytes = try FileHandle.standardInput.read(upToCount: orderBytesMax + 1) ?? Data()
        guard bytes.count <= orderBytesMax else {
            throw BackupRefusal(.tooLarge, "The order is over \(orderBytesMax) bytes")
        }
        do {
            return try JSONCoding.decodeDocument(BackupOrder.self, from: Array(bytes))
        } catch {
            throw BackupRefusal(.validationFailed, "The order cannot be read: \(error.message)")
        }
    }
}
