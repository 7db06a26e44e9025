/// A validated form. An edit leaves properties unchanged for which it has no value.
@dynamicMemberLookup
public struct RecordInput<Record: FormRecord>: Sendable {
    public let id: Identifier<Record.Tag>?
    /// The version that the edit is based on.
    public let version: Int?
    private let fieldChanges: [PropertyChange<Record>]

    init(id: Identifier<Record.Tag>?, version: Int?, _ fieldChanges: [PropertyChange<Record>]) {
        self.id = id
        self.version = version
        self.fieldChanges = fieldChanges
    }

    /// The new value of a property; nil if the form leaves the property as it is.
    public subscript<Value>(dynamicMember path: KeyPath<Record, Value>) -> Value? {
        change(of: path)?.value as? Value
    }

    /// The new value of a property; nil if the form clears the property or leaves it as it is.
    public subscript<Value>(dynamicMember path: KeyPath<Record, Value?>) -> Value? {
        change(of: path)?.value as? Value
    }

    /// Returns whether the form sets or clears a property.
    public func changes<Value>(_ path: KeyPath<Record, Value>) -> Bool { change(of: path) != nil }

    /// Returns the record to edit. Throws if the form names no record, if `find` returns nil, or if
    /// the edit is based on a version other than the record's.
    public func current(
        _ subject: ErrorSubject, _ find: (Identifier<Record.Tag>) throws -> Record?
    ) throws -> Record {
        guard let id else { throw ServiceError.invalid("id", Record.Tag.refusal) }
        guard let record = try find(id) else { throw ServiceError.notFound(subject) }
        guard version == nil || version == record.version else {
            throw ServiceError(
                .staleVersion,
                "\(record.title) has been changed; show the \(Record.Tag.noun) and try again")
        }
        return record
    }

    /// Sets the properties that the form sets or clears.
    public func apply(to record: inout Record) {
        for change in fieldChanges { change.apply(&record) }
    }

    private func change(of path: PartialKeyPath<Record>) -> PropertyChange<Record>? {
        fieldChanges.first { ($0.path as PartialKeyPath<Record>) == path }
    }
}
