import Contracts
import Foundation
import ServiceKit

/// A folder of backups.
struct BackupFolder {
    /// The path as given, without slashes at its end.
    let path: String

    init(_ path: String) {
        self.path = path.lastIndex { $0 != "/" }.map { String(path[...$0]) } ?? path
    }

    // MARK: Names

    /// Returns an unused name for a backup of this instant.
    func freeName(for instant: Instant, isEncrypted: Bool) -> String {
        var number = 1
        while true {
            let (plain, sealed) = (
                BackupName(madeAt: instant, number: number, isEncrypted: false).text,
                BackupName(madeAt: instant, number: number, isEncrypted: true).text
            )
            if ![plain, sealed].contains(where: { RawFile.exists("\(path)/\($0)") }) {
                return isEncrypted ? sealed : plain
            }
            number += 1
        }
    }

    /// Returns the names of the backups, newest first.
    func names() throws -> [String] {
        guard RawFile.exists(path) else { return [] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw BackupRefusal(
                .validationFailed, "\(path) cannot be read as a folder",
                reason: "Give a folder that has backups and that you may read.")
        }
        return names.compactMap { BackupName($0) }.sorted(by: >).map(\.text)
    }

    // MARK: Listing

    func list() throws -> BackupList {
        BackupList(folder: path, backups: try names().map { Self.look(at: "\(path)/\($0)") })
    }

    /// Returns what a backup's header and structure show, without reading its contents.
    static func look(at path: String) -> BackupFile {
        var found = BackupFile(
            path: path, madeAt: nil, bytes: 0, isEncrypted: false, isWhole: false, problem: nil)
        do {
            let file = try RawFile(reading: path)
            found.bytes = try file.size()
            let head = try file.read(at: 0, SealedHead.byteCount)
            if head.starts(with: SealedHead.magic) {
                found.isEncrypted = true
                try look(atSealed: file, head, &found)
            } else {
                try look(atPlain: file, &found)
            }
            found.isWhole = true
        } catch {
            let refusal = error as? BackupRefusal
            found.problem = refusal?.reason ?? refusal?.message ?? "\(error)"
        }
        return found
    }

    private static func look(
        atSealed file: RawFile, _ head: [UInt8], _ found: inout BackupFile
    ) throws {
        found.madeAt = SealedHead(parsing: head)?.madeAt
        let place = max(0, found.bytes - Int64(SealedHead.footByteCount))
        guard found.madeAt != nil,
            try file.read(at: place, SealedHead.footByteCount)
                == SealedHead.foot(total: found.bytes)
        else { throw damaged(file.path, "It is cut off: its end is missing.") }
    }

    private static func look(atPlain file: RawFile, _ found: inout BackupFile) throws {
        let source = try PlainSource(file)
        var last = ""
        while true {
            let block = try source.read(TarHeader.blockBytes)
            if !block.contains(where: { $0 != 0 }) { break }
            guard let header = TarHeader(parsing: block) else {
                throw damaged(file.path, "Its structure is damaged.")
            }
            if last.isEmpty, header.name == BackupEntry.description.name,
                header.size <= BackupDescription.bytesMax
            {
                let bytes = try file.read(at: source.offset, Int(header.size))
                found.madeAt =
                    (try? JSONCoding.decodeDocument(BackupDescription.self, from: bytes))?.madeAt
            }
            last = header.name
            try source.skip(header.size + Int64(header.padding))
        }
        _ = try source.read(TarHeader.blockBytes)
        try source.expectEnd()
        guard found.madeAt != nil, last == TarWriter.sumsName else {
            throw damaged(file.path, "Its end is missing.")
        }
    }
}
