/// Removes a file from one of the caller's interactions; it can be restored by the operation's id.
public enum RemoveAttachment: Operation {
    public static let definition = OperationDefinition(
        "attachments.remove", of: .interactions, .write, .players("remove attachments"),
        "Remove a file from an interaction; it can be undone",
        http: .delete("/attachments/{attachment_id}"))

    public typealias Request = AttachmentRequest
    public typealias Response = DeleteInteraction.Response
}
