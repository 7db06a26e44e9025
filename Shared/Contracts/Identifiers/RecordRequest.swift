/// Names one record.
@JSONObject
public struct RecordRequest<Tag>: OperationRequest {
    public var id: Identifier<Tag>
}

/// Names a record to delete together with what depends on it, and confirms the deletion.
@JSONObject
public struct ConfirmedDeletion<Tag: NamedTag>: OperationRequest {
    public var id: Identifier<Tag>
    /// Must be true; otherwise the request is rejected and nothing is deleted. The
    /// specification gives the key in camel case.
    @Key("confirmDelete") public var confirmDelete: FormField<Bool>

    public init(id: Identifier<Tag>) {
        self.id = id
        confirmDelete = FormField(true)
    }

    public func validated() throws(ServiceError) -> RecordRequest<Tag> {
        guard confirmDelete.value == true else {
            throw .invalid(CodingKeys.confirmDelete.rawValue, Self.unconfirmed)
        }
        return RecordRequest(id: id)
    }

    /// The message for a request without confirmation.
    static var unconfirmed: String {
        "Send \"confirmDelete\": true to delete the \(Tag.noun) with what depends on it"
    }
}

/// The tag of the identifiers of records that people name.
public protocol NamedTag {
    /// The name of such a record.
    static var noun: String { get }
}
