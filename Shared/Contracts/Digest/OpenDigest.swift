/// Issues a passport for making the weekly digest of a member who wants it. The passport opens only
/// the lists that a digest is made of, as the member sees them.
public enum OpenDigest: Operation {
    public static let definition = OperationDefinition(
        "digests.open", of: .identity, .read, .services,
        "Issue a passport for the weekly digest of a member who wants it", carriesSecrets: true)

    /// The member.
    @JSONObject
    public struct Request: OperationRequest {
        public var userID: UserID
        public var familyUnitID: FamilyID
    }

    /// The passport with the member and the family that it names.
    @JSONObject
    public struct Response {
        /// The passport's bytes in Base64.
        public var passport: String
        public var user: User
        public var family: Membership
    }
}

extension Operation {
    /// Whether the passport of a digest admits the operation: only the lists that it is made of.
    public static var admitsDigests: Bool {
        [ListInteractions.name, ListFollowUps.name, ListEvents.name, ListPosts.name].contains(name)
    }
}
