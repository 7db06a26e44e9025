/// What the command line has `compass-backup` do: one JSON object on its standard input, so that a
/// passphrase is in no list of processes.
public struct BackupOrder: Codable, Hashable, Sendable {
    /// The kinds of work.
    public enum Work: String, Codable, Sendable, CaseIterable, Hashable {
        /// Makes a backup.
        case create
        /// Shows the backups of a folder.
        case list
        /// Checks a backup.
        case verify
        /// Puts a backup in the place of a home's data.
        case restore
    }

    /// What is to be done.
    public var work: Work
    /// The home's folder.
    public var home: String
    /// Where its broker listens.
    public var endpoint: String
    /// The backup, or the folder of backups; the home's own folder if it is missing.
    public var path: String?
    /// How many backups stay in the folder; all if it is missing.
    public var keep: Int?
    /// What the backup is encrypted with.
    public var passphrase: String?

    /// An order for a home.
    public init(_ work: Work, home: String, endpoint: String) {
        self.work = work
        self.home = home
        self.endpoint = endpoint
    }
}
