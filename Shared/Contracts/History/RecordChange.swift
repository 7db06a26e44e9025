/// What a change did to its record, derived from the last word of the change's type, the version
/// and the state before.
public enum RecordChange: Hashable, Sendable {
    case added
    case changed
    /// Removed for good or moved to the trash.
    case deleted
    case restored
    /// Any other change, with its word.
    case other(String)
}

extension HistoryEntry {
    /// What happened to the record.
    public var change: RecordChange {
        let word = type.split(separator: ".").last.map(String.init) ?? type
        switch word {
        case "created", "added", "imported": return .added
        // A merge leaves the versions of what it moves, and so do the coaches of an event.
        case "changed", "reversed": return version > 1 || before != nil ? .changed : .added
        // The undo of a merge may restore the first version.
        case "merged", "separated": return .changed
        case "deleted", "removed": return .deleted
        case "restored", "returned": return .restored
        default: return .other(word)
        }
    }
}
