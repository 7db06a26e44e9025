/// Why a file is not written to. The message tells the operator which file it is, what is wrong and
/// what to do.
enum FileRefusal {
    /// The home had the database, and its files are gone.
    case missing
    /// The file is older than its record.
    case older(commitsMissing: Int64)
    /// The file is older than the log beside it.
    case strangeLog
    /// The file is a different one, or a copy that was changed separately.
    case foreign
    /// The record beside the file is gone.
    case noRecord
    /// The file is damaged.
    case damaged(Damage)
    /// The file cannot be opened, or remains damaged with new indexes, in SQLite's words.
    case beyondAcceptance(String)
    /// Other services have seen changes that are missing in the file.
    case behindOthers(String)

    /// What is known of damage.
    enum Damage {
        /// Words for people, from the service that looked.
        case told(String)
        /// SQLite's words, which only the log has.
        case found(String)
    }

    /// Stands between the reason and the remedy in each message.
    static let middle = ". Nothing is recorded. "

    /// Returns the error for a database.
    func error(_ files: DatabaseFiles) -> StorageError {
        StorageError(
            code: .untrusted,
            message: Self.beginning(files) + what + Self.middle + remedy(files), detail: detail)
    }

    /// The beginning of each message about a database: its path.
    private static func beginning(_ files: DatabaseFiles) -> String {
        "\(files.configuration.path) "
    }

    /// Whether this reason is about damage.
    static func isOfDamage(_ reason: String, _ files: DatabaseFiles) -> Bool {
        reason.hasPrefix(beginning(files) + damageWords)
    }

    private static let damageWords = "is damaged"

    private var what: String {
        switch self {
        case .missing: "is missing, though this home had it; nothing was made in its place"
        case .older(let commits):
            "is older than it was left: "
                + (commits > 0
                    ? "its last "
                        + (commits == 1 ? "transaction is" : "\(commits) transactions are")
                        + " missing"
                    : "it went back to an earlier state")
                + ". Its log (-wal) was removed or cut, or an older copy was put in its place"
        case .strangeLog:
            "is older than the log beside it (-wal), which belongs to the newer file"
        case .foreign:
            "is not the file that was left here: it was put in its place, and went its own way"
        case .noRecord:
            "has lost its record (.life), so nobody can tell whether it is the newest"
        case .damaged(.told(let words)): "\(Self.damageWords) (\(Self.line(words)))"
        case .damaged(.found(_)): Self.damageWords
        case .beyondAcceptance: Self.damageWords + ", or is another file"
        case .behindOthers(let words): "is older than what others have seen of it: \(words)"
        }
    }

    private var detail: String? {
        switch self {
        case .damaged(.found(let words)), .beyondAcceptance(let words): Self.line(words)
        case .missing, .older, .strangeLog, .foreign, .noRecord, .damaged(.told(_)),
            .behindOthers:
            nil
        }
    }

    /// Joins several lines into one.
    private static func line(_ words: String) -> String {
        words.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private func remedy(_ files: DatabaseFiles) -> String {
        let accept =
            files.configuration.acceptanceCommand
            ?? "echo '\(files.name).damaged-1' >'\(files.acceptance)'"
        switch self {
        case .missing:
            return "Stop the system and put the file back (with its log), or restore a backup. "
                + "To begin anew without what it held: \(accept)"
        case .strangeLog:
            return "Stop the system and put the file back that the log belongs to, or restore a "
                + "backup. To go on with the older file, without the log: \(accept)"
        case .older, .foreign, .noRecord, .behindOthers:
            return "Stop the system and put the right file back (with its log), or restore a "
                + "backup. To go on with the file as it is: \(accept)"
        case .damaged:
            return "Restore a backup. To go on with what is left of it: \(accept)"
        case .beyondAcceptance:
            return "It cannot be used as it is. Restore a backup. To begin anew without what it "
                + "held, with the file kept under another name: \(accept)"
        }
    }
}
