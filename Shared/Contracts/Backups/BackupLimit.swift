/// Bounds of backups.
public enum BackupLimit {
    /// The longest time that a service waits for a backup at once, in milliseconds: less than a
    /// caller's budget for a change.
    public static let leaseMillisecondsMax = 2_000
    /// How often the services are asked to wait at the same time before the backup gives up.
    public static let roundsMax = 8
    /// The longest time for which a service leaves its log alone, in milliseconds.
    public static let copyMillisecondsMax = 600_000
    /// The shortest passphrase of a new backup, in characters.
    public static let passphraseCharactersMin = 12
    /// The longest passphrase, in bytes of UTF-8.
    public static let passphraseBytesMax = 1_024
    /// Databases and attached files in one backup.
    public static let entriesMax = 1_000_000
    /// Backups that `--keep` may name.
    public static let keptMax = 10_000
}
