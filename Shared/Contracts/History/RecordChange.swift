/// What a change did to its record, told from the type's last word and the version.
public enum RecordChange: Hashable, Sendable {
    /// The record is new.
    case added
    /// It became another.
    case changed
    /// It is gone, or lies in the trash.
    case deleted
    /// It came back.
    case restored
    /// Something else; the word.
    case other(String)
}

extension HistoryEntry {
    /// What happened to the record.
    public var change: RecordChange {
        let word = type.split(separator: ".").last.map(String.init) ?? type
        switch word {
        case "created", "added", "imported": return .added
        case "changed": return version > 1 ? .changed : .added
        case "deleted", "removed": return .deleted
        case "restored", "returned": return .restored
        default: return .other(word)
        }
    }
}
