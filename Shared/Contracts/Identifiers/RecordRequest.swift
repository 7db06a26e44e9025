/// A request that identifies one record.
@JSONObject
public struct RecordRequest<Tag>: OperationRequest {
    public var id: Identifier<Tag>
}

/// A reply that contains what was removed: a record, its id, or the number of them.
@JSONObject
public struct Removed<Value: Codable & JSONWritable & Sendable> {
    public var removed: Value
}

/// A confirmed request to delete a record and its dependents.
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

/// The tag of identifiers whose records have a noun for messages.
public protocol NamedTag: SendableMetatype {
    /// The noun in messages, such as `coach`.
    static var noun: String { get }
    /// The message for an id that is malformed or names no such record.
    static var refusal: String { get }
}

extension NamedTag {
    /// The noun with its article, such as `a coach`.
    public static var nounWithArticle: String {
        ("aeiou".contains(noun.prefix(1)) ? "an " : "a ") + noun
    }
}
