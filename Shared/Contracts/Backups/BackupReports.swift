/// One backup as its file's header and structure show it.
@JSONObject
public struct BackupFile: Hashable {
    public var path: String
    /// The instant of its snapshots; nil if it is unreadable.
    public var madeAt: Instant?
    /// The file's size in bytes.
    public var bytes: Int64
    public var isEncrypted: Bool
    /// Whether its beginning and its end are intact.
    public var isWhole: Bool
    /// What is wrong with it, if anything.
    public var problem: String?
}

/// The report of `create`, after the backup was written and verified.
@JSONObject
public struct BackupCreated: Hashable {
    public var backup: BackupFile
    /// The number of databases in it.
    public var databases: Int
    /// The number of attached files in it.
    public var attachments: Int
    /// The longest pause of a service's writes, in milliseconds.
    @Key("pause_ms") public var pauseMilliseconds: Int
    @Key("duration_ms") public var durationMilliseconds: Int
    /// The paths of the older backups that were removed.
    public var removed: [String]
}

/// The report of `list`.
@JSONObject
public struct BackupList: Hashable {
    public var folder: String
    /// The backups in the folder, newest first.
    public var backups: [BackupFile]
}

/// The report of `verify`.
@JSONObject
public struct BackupVerified: Hashable {
    public var backup: BackupFile
    /// The number of databases in it.
    public var databases: Int
    /// The number of attached files in it.
    public var attachments: Int
    @Key("duration_ms") public var durationMilliseconds: Int
    /// Everything that is wrong with the backup; empty for a sound one.
    public var problems: [String]
}

/// The report of `restore`.
@JSONObject
public struct BackupRestored: Hashable {
    public var backup: BackupFile
    /// The home's folder.
    public var home: String
    /// The number of restored databases.
    public var databases: Int
    /// The number of restored attached files.
    public var attachments: Int
    /// The folder of the data that were replaced; nil if there were none.
    public var setAside: String?
    @Key("duration_ms") public var durationMilliseconds: Int
}

/// A failure of `compass-backup`: what happened, why, and what helps.
public struct BackupRefusal: Codable, Hashable, Sendable, Error {
    public var code: ErrorCode
    public var message: String
    public var reason: String?
    public var remedy: String?

    public init(
        _ code: ErrorCode, _ message: String, reason: String? = nil, remedy: String? = nil
    ) {
        self.code = code
        self.message = message
        self.reason = reason
        self.remedy = remedy
    }
}
