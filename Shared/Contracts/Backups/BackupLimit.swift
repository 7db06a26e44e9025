/// Limits of backups.
public enum BackupLimit {
    /// The longest pause of a service for a backup, in milliseconds; less than a caller's budget
    /// for a change.
    public static let leaseMillisecondsMax = 2_000
    /// The number of attempts to pause all services at the same time.
    public static let roundsMax = 8
    /// The longest time for which a service does not checkpoint its WAL, in milliseconds.
    public static let copyMillisecondsMax = 600_000
    /// The shortest passphrase of a new backup, in characters.
    public static let passphraseCharactersMin = 12
    /// The longest passphrase, in bytes of UTF-8.
    public static let passphraseBytesMax = 1_024
    /// The entries in one backup, apart from the list of sums.
    public static let entriesMax = 1_000_000
    /// The largest value of `--keep`.
    public static let keptMax = 10_000
}
