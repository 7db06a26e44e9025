import Foundation
import Glibc

/// Damage that can happen to the files of a service, and how the service reports it.
enum Harm: String, CaseIterable, Sendable {
    case logRemoved
    case logCut
    case fileRemoved
    case fileAndLogRemoved
    case everythingRemoved
    case fileCut
    case fileEmptied
    case pageSpoilt
    case changeSpoilt
    case olderCopy
    case olderCopyWithoutRecord

    /// The text of the refusal.
    var words: String {
        switch self {
        case .logRemoved, .logCut, .olderCopy: "is older than it was left"
        case .fileRemoved, .fileAndLogRemoved, .everythingRemoved, .fileEmptied: "is missing"
        case .fileCut, .pageSpoilt: "is damaged"
        case .changeSpoilt: "is damaged (change "
        case .olderCopyWithoutRecord: "has lost its record"
        }
    }

    /// Whether the data can still be read.
    var leavesReadable: Bool {
        switch self {
        case .logRemoved, .logCut, .olderCopy, .olderCopyWithoutRecord, .changeSpoilt: true
        default: false
        }
    }

    /// Whether the file can be accepted as it is; otherwise an empty one takes its place.
    var isAcceptable: Bool { self != .fileCut && self != .pageSpoilt }

    /// Damages the files of a killed service. `copy` is the path of an older copy.
    func happen(to path: String, copy: String) throws {
        let files = FileManager.default
        func remove(_ suffixes: String...) throws {
            for suffix in suffixes where files.fileExists(atPath: path + suffix) {
                try files.removeItem(atPath: path + suffix)
            }
        }
        func putBack() throws {
            try remove("", "-wal", "-shm")
            try files.copyItem(atPath: copy, toPath: path)
        }
        func putBackWithRecord() throws {
            try putBack()
            try remove(".life")
            try files.copyItem(atPath: copy + ".life", toPath: path + ".life")
        }
        switch self {
        case .logRemoved: try remove("-wal")
        case .logCut: try Self.cut(path + "-wal", by: 4_096 + 24)
        case .fileRemoved: try remove("")
        case .fileAndLogRemoved: try remove("", "-wal", "-shm")
        case .everythingRemoved: try remove("", "-wal", "-shm", ".life", ".lock")
        case .fileCut:
            try putBackWithRecord()
            try Self.cut(path, by: 3 * 4_096)
        case .fileEmptied:
            try remove("-wal", "-shm")
            _ = unsafe truncate(path, 0)
        case .pageSpoilt:
            try putBackWithRecord()
            try Self.spoil(path) { bytes in
                // The cell count in the header of every page except the first few.
                for page in stride(from: 4 * 4_096, to: bytes.count, by: 4_096) {
                    bytes[page + 3] ^= 0xFF
                }
            }
        case .changeSpoilt:
            try putBackWithRecord()
            try Self.spoil(path) { bytes in
                // The first letter of each subject, including those in the feed.
                let key = Data("\"subject\":\"".utf8)
                var start = bytes.startIndex
                while let range = bytes.range(of: key, in: start..<bytes.endIndex) {
                    bytes[range.upperBound] = UInt8(ascii: "X")
                    start = range.upperBound
                }
            }
        case .olderCopy: try putBack()
        case .olderCopyWithoutRecord:
            try putBack()
            try remove(".life")
        }
    }

    private static func cut(_ path: String, by bytes: Int) throws {
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        _ = unsafe truncate(path, max(0, size - bytes))
    }

    private static func spoil(_ path: String, _ change: (inout Data) -> Void) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        let url = URL(fileURLWithPath: path)
        var bytes = try Data(contentsOf: url)
        change(&bytes)
        try bytes.write(to: url)
    }
}
