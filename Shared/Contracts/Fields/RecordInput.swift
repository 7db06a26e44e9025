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

    /// Sets the properties that the form sets or clears.
    public func apply(to record: inout Record) {
        for change in fieldChanges { change.apply(&record) }
    }

    private func change(of path: PartialKeyPath<Record>) -> PropertyChange<Record>? {
        fieldChanges.first { ($0.path as PartialKeyPath<Record>) == path }
    }
}
