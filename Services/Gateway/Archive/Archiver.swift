import Contracts
import Foundation
import Imports
import Zip

/// Carries out an order.
struct Archiver {
    private let order: ArchiveOrder

    init(_ order: ArchiveOrder) { self.order = order }

    /// Packs or unpacks. Returns what is in the archive.
    func contents() throws -> ArchiveContents {
        switch order.action {
        case .pack: try pack()
        case .unpack: try unpack()
        }
    }

    // MARK: Packing

    private func pack() throws -> ArchiveContents {
        let names = order.names ?? []
        guard names.count <= ArchiveLimit.entriesMax else {
            throw ArchiveRefusal(
                code: .tooLarge,
                message: "An archive has at most \(ArchiveLimit.entriesMax) files")
        }
        do {
            let writer = try ZipWriter(path: order.archive)
            for name in names {
                guard ArchiveName.isKnown(name) else {
                    throw ArchiveRefusal(
                        code: .validationFailed, message: "An archive has no file named \(name)")
                }
                // Pictures and documents are compressed already.
                try writer.add(
                    "\(order.folder)/\(name)", as: name,
                    isCompressed: !ArchiveName.isAttached(name), modified: order.modified ?? 0)
            }
            try writer.finish()
        } catch let error as ZipError {
            throw ArchiveRefusal(code: .internal, message: "\(error)")
        }
        return ArchiveContents()
    }

    // MARK: Unpacking

    private func unpack() throws -> ArchiveContents {
        do {
            let reader = try ZipReader(
                path: order.archive,
                limits: .init(
                    entriesMax: ArchiveLimit.entriesMax, bytesMax: ArchiveLimit.bytesMax))
            var contents = ArchiveContents()
            var names = Set<String>()
            for (number, entry) in reader.entries.enumerated() {
                guard ArchiveName.isKnown(entry.name) else {
                    contents.otherCount += 1
                    continue
                }
                guard names.insert(entry.name).inserted else {
                    throw ZipError("\(entry.name) is in the archive twice")
                }
                let isTooLarge =
                    ArchiveName.isAttached(entry.name)
                    && entry.size > AttachmentLimit.fileBytesMax
                guard !isTooLarge else {
                    throw ZipError("\(entry.name) is over \(AttachmentLimit.fileBytesMax) bytes")
                }
                try write(entry, from: reader, to: "\(order.folder)/\(number)")
                contents.entries.append(
                    .init(name: entry.name, place: String(number), size: entry.size))
            }
            return contents
        } catch let error as ZipError {
            throw ArchiveRefusal(code: .validationFailed, message: "\(error)")
        }
    }

    /// Writes an entry to a new file.
    private func write(_ entry: ZipReader.Entry, from reader: ZipReader, to path: String) throws {
        let url = URL(filePath: path)
        try Data().write(to: url, options: .withoutOverwriting)
        let file = try FileHandle(forWritingTo: url)
        let take: ([UInt8]) throws -> Void = { try file.write(contentsOf: Data($0)) }
        try reader.read(entry, take, failing: { $0 })
        try file.close()
    }
}
