/// The fields of a record that stays when two are merged: its own values, and those of the other
/// one where its own are missing.
struct MergedFields<Record> {
    private let other: Record
    /// The record as it becomes.
    var result: Record
    /// The fields of the result that are the other one's.
    private(set) var filled: [String] = []

    init(keeping kept: Record, other: Record) {
        result = kept
        self.other = other
    }

    /// Takes a value of the other record where the kept one has none. Returns whether it did.
    @discardableResult
    mutating func fill<Value>(
        _ name: String, _ field: WritableKeyPath<Record, Value?>
    ) -> Bool {
        guard result[keyPath: field] == nil, let value = other[keyPath: field] else {
            return false
        }
        result[keyPath: field] = value
        filled.append(name)
        return true
    }

    /// Appends the notes of the other record, unless they are the same. Throws `validation_failed`
    /// if the notes of both are too long together.
    mutating func joinNotes(_ field: WritableKeyPath<Record, String?>) throws(ServiceError) {
        let own = result[keyPath: field]
        if let notes = other[keyPath: field], notes != own {
            result[keyPath: field] = [own, notes].compactMap { $0 }.joined(separator: "\n\n")
            filled.append("notes")
        }
        guard (result[keyPath: field] ?? "").count <= CoachLimit.notesMax else {
            throw .invalid(
                "notes",
                "Together the notes have more than \(CoachLimit.notesMax) characters; "
                    + "shorten one of them first")
        }
    }
}
