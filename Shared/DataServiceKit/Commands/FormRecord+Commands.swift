public import Contracts

extension FormRecord {
    /// Makes the record its next version.
    public mutating func advance(at now: Instant) {
        version += 1
        updatedAt = now
    }
}

extension RecordInput {
    /// Throws unless the form is that of a new record.
    public func requireNew() throws(ServiceError) {
        guard id == nil, version == nil else {
            throw .invalid(
                id == nil ? "version" : "id",
                "A new \(Record.Tag.noun) has no id and no version")
        }
    }
}
