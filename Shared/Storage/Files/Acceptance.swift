/// What a person accepts with the file `PATH.accepted`, for one start: the database as it is.
///
/// The file is empty after a restore. After an accepted loss it has one line: the name under which
/// the database is kept if nothing of it can be used; an empty database then takes its place.
struct Acceptance {
    /// The longest name of a database that is put aside, in bytes.
    static let nameBytesMax = 200

    /// The name for a database that cannot be used; nil if none was given.
    let asideName: String?

    /// Reads the text of an acceptance. A name that could be that of another file does not count.
    init(_ text: String, of files: DatabaseFiles) {
        let name = text.split(separator: "\n").first ?? ""
        let isUsable =
            name.hasPrefix(files.name + ".damaged-") && !name.contains("/")
            && name.utf8.count <= Self.nameBytesMax
        asideName = isUsable ? String(name) : nil
    }
}
