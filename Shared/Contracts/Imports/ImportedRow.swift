/// What an import does with a row of a file.
@JSONObject
public struct ImportedRow: Hashable {
    /// What becomes of the row.
    public enum Fate: String, Codable, JSONWritable, CaseIterable, Sendable {
        /// A record is added.
        case added
        /// A record of the family is changed.
        case updated
        /// A record of the family has all values of the row already.
        case unchanged
        /// Nothing is stored, for the reason given.
        case skipped
    }

    /// The line in the file.
    public var line: Int
    public var fate: Fate
    /// The record's name for people.
    public var name: String?
    /// The fields that change, with texts of at most `ImportLimit.changeTextMax` characters; nil
    /// unless a record is changed.
    public var changes: [FieldChange]?
    /// Why nothing is stored; nil otherwise.
    public var reason: String?
    /// The earlier line of the file that means the same record; nil if there is none.
    public var sameAs: Int?
}

extension ImportedRow {
    /// The row in a few words for people, such as `changes Ann Lee: phone none → (919) 555-0100`.
    public var summary: String {
        let name = name ?? "the record"
        return switch fate {
        case .added: "adds \(name)"
        case .updated: "changes \(name): " + (changes ?? []).map(\.summary).joined(separator: "; ")
        case .unchanged: "\(name) has these values already"
        case .skipped: "skipped: \(reason ?? name)"
        }
    }
}

extension FieldChange {
    /// The change in words: `phone none → (919) 555-0100`.
    public var summary: String { "\(label) \(before ?? "none") → \(after ?? "none")" }

    /// The field's name for people.
    public var label: String { field.replacing("_", with: " ") }

    /// The same with texts of at most so many characters.
    public func shortened(to max: Int) -> FieldChange {
        FieldChange(
            field: field, before: before?.shortened(to: max), after: after?.shortened(to: max))
    }
}
