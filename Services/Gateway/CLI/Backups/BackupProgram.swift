import Contracts
import Programs

/// Starts `compass-backup`, the program that opens databases and writes backups, for one order.
enum BackupProgram {
    /// The file name of the program, which is in the folder of this one.
    static let name = "compass-backup"

    /// Has an order carried out and returns the report's JSON.
    static func report(
        on order: BackupOrder, environment: [String: String]
    ) throws -> [UInt8] {
        let ending = try SiblingProgram.completed(
            name, input: try JSONCoding.encode(order), environment: environment)
        guard ending.isSuccess else { throw failure(ending.output) }
        return ending.output
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
