/// A request to merge a record into another one of its kind.
@JSONObject
public struct MergeRequest<Tag: NamedTag>: OperationRequest {
    /// The record that stays.
    public var id: Identifier<Tag>
    /// The record that goes.
    public var otherID: Identifier<Tag>

    public func validated() throws(ServiceError) -> MergeRequest {
        guard id != otherID else { throw .invalid("other_id", Self.sameRefusal) }
        return self
    }

    /// The message for a record and itself.
    public static var sameRefusal: String {
        "Choose another \(Tag.noun); these two are the same record"
    }
}
