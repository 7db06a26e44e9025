import Contracts
import Imports
import Programs

/// Starts `compass-archive`, the program that packs and unpacks archives, for one order.
enum ArchiveProgram {
    /// The file name of the program, which is in the folder of this one.
    static let name = "compass-archive"

    /// Has an order carried out. Returns what is in the archive.
    @discardableResult
    static func carryOut(
        _ order: ArchiveOrder, environment: [String: String]
    ) throws -> ArchiveContents {
        let ending = try SiblingProgram.completed(
            name, input: try JSONCoding.encode(order), environment: environment)
        try ArchiveStage.checkInterruption()
        guard ending.isSuccess else { throw failure(of: order, ending.output) }
        do {
            return try JSONCoding.decodeDocument(ArchiveContents.self, from: ending.output)
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
            return CommandFailure(
                refusal?.code ?? .internal,
                "\(ImportSource.shown(order.archive)) cannot be read as an archive",
                reason: "\(refusal?.message ?? "\(name) ended before its time").",
                remedy: "Give a file that compass export --all wrote.",
                field: "file")
        }
    }
}
