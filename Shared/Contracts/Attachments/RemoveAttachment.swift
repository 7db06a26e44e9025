/// Removes a file from one of the caller's interactions; it can be restored by the operation's id.
public enum RemoveAttachment: Operation {
    public static let name = "attachments.remove"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = false
    public static let access = Access.family(
        [.player], refusal: "Only players can remove attachments")
    public static let summary = "Remove a file from an interaction; it can be undone"

    public typealias Request = FinishAttachment.Request
    public typealias Response = DeleteInteraction.Response
}
