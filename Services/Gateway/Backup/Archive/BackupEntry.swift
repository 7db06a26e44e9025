import Contracts

/// What may stand in a backup.
enum BackupEntry: Hashable {
    /// What the backup is; the first entry.
    case description
    /// A service's database.
    case database(ServiceName)
    /// An attached file.
    case attachment(AttachmentID)
    /// The sums of all others; the last entry.
    case sums

    private static let databaseEnding = ".sqlite"
    private static let folder = "data/"
    private static let attachmentFolder = "data/attachments/"

    /// The entry's name in the archive.
    var name: String {
        switch self {
        case .description: "backup.json"
        case .database(let service): "\(Self.folder)\(service.rawValue)\(Self.databaseEnding)"
        case .attachment(let id): Self.attachmentFolder + id.text
        case .sums: TarWriter.sumsName
        }
    }

    /// The entry of this name; nil for any other name, so that a backup never writes elsewhere.
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

/// What a backup says of itself in its first entry.
@JSONObject
struct BackupDescription: Codable, Equatable {
    /// The form that this program writes.
    static let formatOfNow = 1
    /// Its bytes at most.
    static let bytesMax = 65_536

    /// The form of the archive.
    var format: Int
    /// The backup's id.
    var backupID: BackupID
    /// The instant of all copies.
    var madeAt: Instant
    /// The services whose databases are in it.
    var services: [String]
}
