/// The types of changes that identity publishes, and their payloads.
public enum IdentityFeed {
    /// A user joined a family, or a member's name or role changed: `MemberPayload`.
    public static let memberChanged = "member.changed"
    /// A user left a family or was removed: `MemberPayload`.
    public static let memberRemoved = "member.removed"
    /// A family was created or renamed: `FamilyPayload`.
    public static let familyChanged = "family.changed"
    /// A session ended early: `SessionRevokedPayload`.
    public static let sessionRevoked = "session.revoked"
    /// A user's passports of earlier generations are no longer valid: `PassportsRevokedPayload`.
    public static let passportsRevoked = "user.passportsRevoked"
    /// A family's code was replaced: `FamilyPayload`. For the audit; the code is not included.
    public static let familyCodeRenewed = "family.codeRenewed"
    /// A user signed up or changed preferences: `UserPayload`. For the audit.
    public static let userChanged = "user.changed"

    /// The operator invited somebody: `InvitationPayload`. For the audit.
    public static let userInvited = "user.invited"
    /// The operator took an invitation back: `InvitationPayload`. For the audit.
    public static let invitationRevoked = "user.invitationRevoked"

    /// The operator suspended a user's account: `UserPayload`. For the audit.
    public static let userSuspended = "user.suspended"
    /// The operator ended the suspension of a user's account: `UserPayload`. For the audit.
    public static let userResumed = "user.resumed"
    /// The account of a member was suspended: `MemberPayload`. For the audit of the family.
    public static let memberSuspended = "member.suspended"
    /// The suspension of a member's account ended: `MemberPayload`. For the audit of the family.
    public static let memberResumed = "member.resumed"

    /// An invitation, without its code and note.
    @JSONObject
    public struct InvitationPayload: Hashable {
        public var invitationID: UserInvitationID
    }

    /// A user, without personal data.
    @JSONObject
    public struct UserPayload: Hashable {
        public var userID: UserID
    }

    /// A member of a family.
    @JSONObject
    public struct MemberPayload: Hashable {
        public var familyUnitID: FamilyID
        public var userID: UserID
        public var fullName: String
        /// The role in the family.
        public var role: Role
        /// Whether the user wants notifications of inbound interactions.
        public var inboundAlerts: Bool
        /// Whether the user wants reminders of overdue follow-ups. Nil, in changes from before
        /// there were any, means no.
        public var followUpReminders: Bool?
        /// Whether the user wants weekly digests. Nil, in changes from before there were any, means
        /// no.
        public var weeklyDigest: Bool?
        /// Whether the user joined with this change, for the first time or again; nil for no. In
        /// changes from before there was this mark, version 1 means it.
        public var hasJoined: Bool?
    }

    /// A family's name, zone and choices.
    @JSONObject
    public struct FamilyPayload: Hashable {
        public var familyUnitID: FamilyID
        public var name: String
        /// An IANA zone.
        public var timeZone: String
        /// Whether parents may log for players; nil if the family has not decided.
        public var parentsLog: Bool?
    }

    /// A session that ended.
    @JSONObject
    public struct SessionRevokedPayload: Hashable {
        public var sessionID: SessionID
    }

    /// Passports that are no longer valid.
    @JSONObject
    public struct PassportsRevokedPayload: Hashable {
        public var userID: UserID
        /// Passports of earlier generations are invalid. Nil in changes from before passports had
        /// generations; all of those passports have expired.
        public var generation: Int64?
    }
}
