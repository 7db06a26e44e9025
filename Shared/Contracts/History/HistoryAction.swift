/// What one person did at once: a change, or the parts of an import.
///
/// A family's own list becomes schools, coaches and contacts, which several services store, and a
/// long file is stored in parts. All of them were one request and have its `traceID`.
public struct HistoryAction: Hashable, Sendable {
    /// The changes, in the order of the history; at least one.
    public private(set) var entries: [HistoryEntry]

    /// The actions whose changes follow each other in a history.
    public static func all(of entries: [HistoryEntry]) -> [HistoryAction] {
        var actions: [HistoryAction] = []
        for entry in entries {
            if actions.last?.takes(entry) == true {
                actions[actions.count - 1].entries.append(entry)
            } else {
                actions.append(HistoryAction(entries: [entry]))
            }
        }
        return actions
    }

    private func takes(_ entry: HistoryEntry) -> Bool {
        guard let first = entries.first, first.isImport, entry.isImport else { return false }
        return first.traceID != nil && first.traceID == entry.traceID
            && first.change == entry.change && first.actor == entry.actor
    }

    /// The operations that take an import back, in the order in which they are undone; none for
    /// another change.
    public var imports: [OperationID] {
        var found: [OperationID] = []
        for entry in entries where entry.isImport && entry.change == .added {
            guard let id = OperationID(text: entry.recordID), !found.contains(id) else { continue }
            found.append(id)
        }
        return found
    }
}

extension HistoryEntry {
    /// Whether the change is of an import or of its undo.
    var isImport: Bool { recordType == "import" }
}
