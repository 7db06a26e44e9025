import Contracts
import Foundation
import ServiceKit

/// A folder of backups.
struct BackupFolder {
    private static let plainEnding = ".tar"
    private static let sealedEnding = ".tar.enc"
    /// The path as given, without slashes at its end.
    let path: String

    init(_ path: String) {
        self.path = path.lastIndex { $0 != "/" }.map { String(path[...$0]) } ?? path
    }

    // MARK: Names

    /// Returns an unused name for a backup of this instant.
    func freeName(for instant: Instant, isEncrypted: Bool) -> String {
        let digits = instant.text.prefix(19).filter { $0 != "-" && $0 != ":" }
        let ending = isEncrypted ? Self.sealedEnding : Self.plainEnding
        var number = 1
        while true {
            let stem = "compass-\(digits)Z" + (number == 1 ? "" : "-\(number)")
            let isTaken = [Self.plainEnding, Self.sealedEnding].contains {
                RawFile.exists("\(path)/\(stem)\($0)")
            }
            if !isTaken { return stem + ending }
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
        return names.filter(Self.isName)
            .sorted { Self.place($0) > Self.place($1) }
    }

    /// Returns whether a name is like `compass-20261122T110503Z.tar`, or `…Z-2.tar.enc` for the
    /// second backup of a second.
    private static func isName(_ name: String) -> Bool {
        name.wholeMatch(of: /compass-[0-9]{8}T[0-9]{6}Z(-[0-9]{1,6})?\.tar(\.enc)?/) != nil
    }

    /// Returns the sort key of a name: its instant, then its number.
    private static func place(_ name: String) -> (Substring, Int) {
        let instant = name.dropFirst(8).prefix(16)
        let number = name.dropFirst(24).prefix { $0 != "." }.dropFirst()
        return (instant, Int(number) ?? 1)
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
