/// Changes about passwords, the codes that replace them, second factors, access tokens and calendar
/// links. None of them contains a secret.
extension IdentityFeed {
    /// A user replaced their password: `PasswordPayload`. For the audit.
    public static let passwordChanged = "user.passwordChanged"
    /// A user got new recovery codes: `UserPayload`. For the audit; the codes are not included.
    public static let recoveryCodesRenewed = "user.recoveryCodesRenewed"
    /// A one-time code was created for a member who lost their password: `MemberPayload`. For the
    /// audit of the family; the code is not included. Without an actor, the operator created it.
    public static let resetCodeMade = "member.resetCodeMade"

    /// A user created an access token: `AccessTokenPayload`. For the audit; the secret is not
    /// included.
    public static let accessTokenAdded = "user.accessTokenAdded"
    /// A user ended an access token: `AccessTokenPayload`. For the audit.
    public static let accessTokenRevoked = "user.accessTokenRevoked"

    /// A user turned a second factor on: `UserPayload`. For the audit; the secret is not included.
    public static let secondFactorAdded = "user.secondFactorAdded"
    /// A user turned the second factor off: `UserPayload`. For the audit.
    public static let secondFactorRemoved = "user.secondFactorRemoved"
    /// A user with a second factor signed in on a device without a live session: `DevicePayload`.
    /// For the audit, and to tell the user on the devices that have one.
    public static let deviceAdded = "user.deviceAdded"

    /// A member created the secret address of their calendar: `UserPayload`. For the audit; the
    /// secret is not included.
    public static let calendarLinkMade = "user.calendarLinkMade"
    /// A member ended the secret address of their calendar: `UserPayload`. For the audit.
    public static let calendarLinkRevoked = "user.calendarLinkRevoked"

    /// A member saved the filters of a list: `UserPayload`. For the audit; the name is not
    /// included, since only its owner may know it.
    public static let viewSaved = "user.filterSaved"
    /// A member removed saved filters: `UserPayload`. For the audit.
    public static let viewRemoved = "user.filterRemoved"

    /// The credential with which a user replaced their password.
    public enum PasswordMeans: String, Codable, JSONWritable, Hashable, Sendable, CaseIterable {
        /// The previous password.
        case password
        /// One of the user's recovery codes.
        case recoveryCode = "recovery_code"
        /// A one-time code from a parent.
        case familyCode = "family_code"
        /// A one-time code from the operator.
        case operatorCode = "operator_code"
    }

    /// A device on which a user signed in.
    @JSONObject
    public struct DevicePayload: Hashable {
        public var userID: UserID
        /// One of the user's families; nil for a user without one.
        public var familyUnitID: FamilyID?
        /// The session that began on it.
        public var sessionID: SessionID
        /// The name that the device gave itself; nil if it gave none.
        public var name: String?
    }

    /// An access token of a user.
    @JSONObject
    public struct AccessTokenPayload: Hashable {
        public var userID: UserID
        public var name: String
        public var rights: TokenRights
    }

    /// A replaced password and the credential used.
    @JSONObject
    public struct PasswordPayload: Hashable {
        public var userID: UserID
        public var means: PasswordMeans
    }
}
