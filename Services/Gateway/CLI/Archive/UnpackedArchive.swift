import Contracts
import Foundation
import Imports

/// An archive whose files lie in a folder of this machine, each under a number.
final class UnpackedArchive {
    /// The most bytes of the manifest.
    private static let manifestBytesMax = 65_536

    private let stage: ArchiveStage
    private let places: [String: String]
    let manifest: ArchiveManifest
    /// The number of files that archives do not have, which were not unpacked.
    let otherCount: Int

    /// Unpacks an archive into a temporary folder.
    init(_ path: String, environment: [String: String]) throws {
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw CommandFailure(
                .validationFailed, "\(ImportSource.shown(path)) cannot be read",
                reason: "It does not exist, or you may not read it.",
                remedy: "Give a file that compass export --all wrote.",
                field: "file")
        }
        stage = try ArchiveStage(
            in: environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp")
        let contents = try ArchiveProgram.carryOut(
            ArchiveOrder(action: .unpack, archive: path, folder: stage.path),
            environment: environment)
        places = Dictionary(
            contents.entries.map { ($0.name, $0.place) }, uniquingKeysWith: { first, _ in first })
        otherCount = contents.otherCount
        guard let place = places[ArchiveName.manifest],
            let bytes = try? LocalBytes.read(
                "\(stage.path)/\(place)", sizeMax: Self.manifestBytesMax)
        else {
            throw CommandFailure(
                .validationFailed, "\(ImportSource.shown(path)) has no \(ArchiveName.manifest)",
                remedy: "Give a file that compass export --all wrote.")
        }
        do {
            manifest = try ArchiveManifest.read(bytes)
        } catch {
            throw CommandFailure(
                error.code, error.message, remedy: "Give a file that compass export --all wrote.")
        }
    }

    /// Removes the folder.
    func remove() { stage.remove() }

    /// The lines of a table; nil if it is not in the archive.
    func lines(of table: ArchiveTable) throws -> ArchiveLines? {
        try places[table.jsonName].map {
            try ArchiveLines("\(stage.path)/\($0)", name: table.jsonName)
        }
    }

    /// Where the content of an attached file lies; nil if it is not in the archive.
    func path(of file: Attachment) -> String? {
        places[ArchiveName.file(file.id, file.mediaType)].map { "\(stage.path)/\($0)" }
    }
}
