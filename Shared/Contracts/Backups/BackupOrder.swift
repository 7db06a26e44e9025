/// The order of `compass` to `compass-backup`: one JSON object on stdin, so that the passphrase is
/// not visible in the process list.
public struct BackupOrder: Codable, Hashable, Sendable {
    /// The kinds of work.
    public enum Work: String, Codable, Sendable, CaseIterable, Hashable {
        case create
        case list
        case verify
        /// Replaces a home's data with a backup.
        case restore
    }

    public var work: Work
    /// The home's folder.
    public var home: String
    /// The endpoint of the home's broker.
    public var endpoint: String
    /// The backup, or the folder of backups. If nil, the home's folder of backups.
    public var path: String?
    /// How many backups to keep in the folder; all if nil.
    public var keep: Int?
    /// The passphrase; nil for a backup that is not encrypted.
    public var passphrase: String?

    public init(_ work: Work, home: String, endpoint: String) {
        self.work = work
        self.home = home
        self.endpoint = endpoint
    }
}
