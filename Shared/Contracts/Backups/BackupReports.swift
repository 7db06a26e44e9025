/// One backup, as a look at its file tells.
@JSONObject
public struct BackupFile: Codable, Hashable, Sendable {
    /// Its path.
    public var path: String
    /// The instant that it holds; nil if the file does not say.
    public var madeAt: Instant?
    /// Its size in bytes.
    public var bytes: Int64
    /// Whether it can be read with its passphrase only.
    public var isEncrypted: Bool
    /// Whether it has its beginning and its end.
    public var isWhole: Bool
    /// What is wrong with it; nil for nothing.
    public var problem: String?
}

/// What came of `create`: the backup was written and read back.
@JSONObject
public struct BackupCreated: Codable, Hashable, Sendable {
    /// The backup.
    public var backup: BackupFile
    /// Databases in it.
    public var databases: Int
    /// Attached files in it.
    public var attachments: Int
    /// The longest time that a service waited for it, in milliseconds.
    @Key("pause_ms") public var pauseMilliseconds: Int
    /// How long it took, in milliseconds.
    @Key("duration_ms") public var durationMilliseconds: Int
    /// Older backups that were removed.
    public var removed: [String]
}

/// What came of `list`.
@JSONObject
public struct BackupList: Codable, Hashable, Sendable {
    /// The folder.
    public var folder: String
    /// Its backups, newest first.
    public var backups: [BackupFile]
}

/// What came of `verify`.
@JSONObject
public struct BackupVerified: Codable, Hashable, Sendable {
    /// The backup.
    public var backup: BackupFile
    /// Databases in it.
    public var databases: Int
    /// Attached files in it.
    public var attachments: Int
    /// How long it took, in milliseconds.
    @Key("duration_ms") public var durationMilliseconds: Int
    /// What is wrong, one finding each; none for a good backup.
    public var problems: [String]
}

/// What came of `restore`.
@JSONObject
public struct BackupRestored: Codable, Hashable, Sendable {
    /// The backup.
    public var backup: BackupFile
    /// The home.
    public var home: String
    /// Databases that were put in place.
    public var databases: Int
    /// Attached files that were put in place.
    public var attachments: Int
    /// Where the data lie that were there before; nil if there were none.
    public var setAside: String?
    /// How long it took, in milliseconds.
    @Key("duration_ms") public var durationMilliseconds: Int
}

/// Why the work was not done: what happened, why, and what helps.
public struct BackupRefusal: Codable, Hashable, Sendable, Error {
    /// What kind of failure it is.
    public var code: ErrorCode
    /// What happened.
    public var message: String
    /// Why.
    public var reason: String?
    /// What helps.
    public var remedy: String?

    /// A refusal with these words.
    public init(
        _ code: ErrorCode, _ message: String, reason: String? = nil, remedy: String? = nil
    ) {
        self.code = code
        self.message = message
        self.reason = reason
        self.remedy = remedy
    }
}
