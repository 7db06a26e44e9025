/// A request that identifies one attached file.
@JSONObject
public struct AttachmentRequest: OperationRequest {
    public var attachmentID: AttachmentID
}

extension OperationDefinition {
    /// A step of attaching a file, by those who log contacts: `attachments.append` at
    /// `/attachments/{attachment_id}/parts`.
    static func attaching(
        _ verb: String, _ summary: String, at place: String, budget: Duration? = nil
    ) -> Self {
        Self(
            "attachments.\(verb)", of: .interactions, .write, CreateInteraction.access, summary,
            budget: budget, http: .post("/attachments/{attachment_id}/\(place)"))
    }

    /// Reads attached files, as members of the family and players who have left it may.
    static func readingAttachments(_ verb: String, _ summary: String, http: HTTPRoute) -> Self {
        Self(
            "attachments.\(verb)", of: .interactions, .read,
            .familyOrFormerPlayer(Set(Role.allCases), refusal: ""), summary, http: http)
    }
}

extension FieldErrors {
    /// Reads a position in a file, in bytes; nil is refused.
    mutating func attachmentOffset(_ offset: Int?) -> Int {
        let offset = offset ?? -1
        if !(0...AttachmentLimit.fileBytesMax).contains(offset) {
            refuse("offset", "Offset must be from 0 to \(AttachmentLimit.fileBytesMax)")
        }
        return offset
    }
}
