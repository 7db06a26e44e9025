/// What a person accepts with the file `PATH.accepted`, for one start: the database as it is.
///
/// The first line is the name under which the database is kept if nothing of it can be used; an
/// empty database then takes its place. The second line is the reason of the refusal that was
/// accepted. After a restore the file has one word instead (`restoredWord`).
struct Acceptance {
    /// What an acceptance covers.
    enum Scope: Hashable, Sendable {
        /// Whatever the start finds: an acceptance of an earlier version, or one under way.
        case everything
        /// The refusal with this reason. Damage may have got worse since.
        case refusal(String)
        /// That the file was restored: its followers read it again, and nothing else is accepted.
        case restored
    }

    /// The longest name of a database that is put aside, in bytes.
    static let nameBytesMax = 200
    /// The content of the acceptance of a restored file.
    static let restoredWord = "restored"

    let scope: Scope
    /// The name for a database that cannot be used; nil if none was given.
    let asideName: String?

    /// Reads the text of an acceptance. A name that could be that of another file does not count.
    init(_ text: String, of files: DatabaseFiles) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let name = lines.first ?? ""
        let isUsable =
            name.hasPrefix(files.name + ".damaged-") && !name.contains("/")
            && name.utf8.count <= Self.nameBytesMax
        asideName = isUsable ? String(name) : nil
        scope =
            if name == Self.restoredWord {
                .restored
            } else if lines.count > 1, !lines[1].isEmpty {
                .refusal(String(lines[1]))
            } else {
                .everything
            }
    }

    /// Whether a refusal of these files is accepted.
    func covers(_ refusal: StorageError, of files: DatabaseFiles) -> Bool {
        switch scope {
        case .everything: true
        case .restored: false
        case .refusal(let reason):
            refusal.message.hasPrefix(reason + FileRefusal.middle)
                || FileRefusal.isOfDamage(reason, files)
                    && FileRefusal.isOfDamage(refusal.message, files)
        }
    }
}
