import Storage

/// The database file of a service that nobody has open, as it lies in a backup.
public enum ServiceFile {
    /// What is wrong with it, in words: what SQLite finds, and the changes of its feed that are not
    /// what was written. Empty for a sound file. Reads all of it.
    public static func damages(at path: String) -> [String] {
        let found = DatabaseFile.damages(at: path)
        guard found.isEmpty else { return found }
        do {
            return try DatabaseFile.read(at: path) { try ChangeFeed.damage($0) }.map { [$0] } ?? []
        } catch {
            return ["\(error)"]
        }
    }
}
