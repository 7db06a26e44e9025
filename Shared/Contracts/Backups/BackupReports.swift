/// One backup, as a look at its file tells.
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

    enum CodingKeys: String, CodingKey {
        case path, bytes, problem
        case madeAt = "made_at"
        case isEncrypted = "is_encrypted"
        case isWhole = "is_whole"
    }

    /// A backup with these properties.
    public init(
        path: String, madeAt: Instant?, bytes: Int64, isEncrypted: Bool, isWhole: Bool,
        problem: String?
    ) {
        self.path = path
        self.madeAt = madeAt
        self.bytes = bytes
        self.isEncrypted = isEncrypted
        self.isWhole = isWhole
        self.problem = problem
    }
}

/// What came of `create`: the backup was written and read back.
public struct BackupCreated: Codable, Hashable, Sendable {
    /// The backup.
    public var backup: BackupFile
    /// Databases in it.
    public var databases: Int
    /// Attached files in it.
    public var attachments: Int
    /// The longest time that a service waited for it, in milliseconds.
    public var pauseMilliseconds: Int
    /// How long it took, in milliseconds.
    public var durationMilliseconds: Int
    /// Older backups that were removed.
    public var removed: [String]

    enum CodingKeys: String, CodingKey {
        case backup, databases, attachments, removed
        case pauseMilliseconds = "pause_ms"
        case durationMilliseconds = "duration_ms"
    }

    /// A report with these parts.
    public init(
        backup: BackupFile, databases: Int, attachments: Int, pauseMilliseconds: Int,
        durationMilliseconds: Int, removed: [String]
    ) {
        self.backup = backup
        self.databases = databases
        self.attachments = attachments
        self.pauseMilliseconds = pauseMilliseconds
        self.durationMilliseconds = durationMilliseconds
        self.removed = removed
    }
}

/// What came of `list`.
public struct BackupList: Codable, Hashable, Sendable {
    /// The folder.
    public var folder: String
    /// Its backups, newest first.
    public var backups: [BackupFile]

    /// The backups of a folder.
    public init(folder: String, backups: [BackupFile]) {
        self.folder = folder
        self.backups = backups
    }
}

/// What came of `verify`.
public struct BackupVerified: Codable, Hashable, Sendable {
    /// The backup.
    public var backup: BackupFile
    /// Databases in it.
    public var databases: Int
    /// Attached files in it.
    public var attachments: Int
    /// How long it took, in milliseconds.
    public var durationMilliseconds: Int
    /// What is wrong, one finding each; none for a good backup.
    public var problems: [String]

    enum CodingKeys: String, CodingKey {
        case backup, databases, attachments, problems
        case durationMilliseconds = "duration_ms"
    }

    /// A report with these parts.
    public init(
        backup: BackupFile, databases: Int, attachments: Int, durationMilliseconds: Int,
        problems: [String]
    ) {
        self.backup = backup
        self.databases = databases
        self.attachments = attachments
        self.durationMilliseconds = durationMilliseconds
        self.problems = problems
    }
}

/// What came of `restore`.
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
    public var durationMilliseconds: Int

    enum CodingKeys: String, CodingKey {
        case backup, home, databases, attachments
        case setAside = "set_aside"
        case durationMilliseconds = "duration_ms"
    }

    /// A report with these parts.
    public init(
        backup: BackupFile, home: String, databases: Int, attachments: Int, setAside: String?,
        durationMilliseconds: Int
    ) {
        self.backup = backup
        self.home = home
        self.databases = databases
        self.attachments = attachments
        self.setAside = setAside
        self.durationMilliseconds = durationMilliseconds
    }
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
