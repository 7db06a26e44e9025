import Storage

/// Checks the database file of a service that no process has open, such as one of a backup.
public enum ServiceFile {
    /// Reads the whole file and describes its damage: what SQLite finds, or else the first change
    /// of its feed that differs from what was written. Returns an empty array for a sound file.
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
