import Contracts

/// The kinds of entries of a backup.
enum BackupEntry: Hashable {
    /// The `BackupDescription`; the first entry.
    case description
    case database(ServiceName)
    case attachment(AttachmentID)
    /// The SHA-256 sums of all other entries; the last entry.
    case sums

    private static let databaseEnding = ".sqlite"
    private static let folder = "data/"
    private static let attachmentFolder = "data/attachments/"

    var name: String {
        switch self {
        case .description: "backup.json"
        case .database(let service): "\(Self.folder)\(service.rawValue)\(Self.databaseEnding)"
        case .attachment(let id): Self.attachmentFolder + id.text
        case .sums: TarWriter.sumsName
        }
    }

    /// Parses a name in the archive. Other names yield nil, so that a restore never writes
    /// elsewhere.
    init?(name: String) {
        if name == BackupEntry.description.name {
            self = .description
        } else if name == TarWriter.sumsName {
            self = .sums
        } else if name.hasPrefix(Self.attachmentFolder) {
            let text = name.dropFirst(Self.attachmentFolder.count)
            guard let id = AttachmentID(text: text), id.text == text else { return nil }
            self = .attachment(id)
        } else if name.hasPrefix(Self.folder), name.hasSuffix(Self.databaseEnding) {
            let word = name.dropFirst(Self.folder.count).dropLast(Self.databaseEnding.count)
            guard let service = ServiceName(rawValue: String(word)) else { return nil }
            self = .database(service)
        } else {
            return nil
        }
    }
}

/// The metadata of a backup, stored as its first entry.
@JSONObject
struct BackupDescription: Codable, Equatable {
    /// The version of the format that this program reads and writes.
    static let formatOfNow = 1
    /// The largest size of the entry, in bytes.
    static let bytesMax = 65_536

    /// The version of the archive's format.
    var format: Int
    var backupID: BackupID
    /// The instant of all snapshots.
    var madeAt: Instant
    /// The services whose databases the backup holds.
    var services: [String]
}
