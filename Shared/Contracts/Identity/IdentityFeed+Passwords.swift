/// What identity tells of passwords and the codes that replace them; never a secret.
extension IdentityFeed {
    /// A user replaced their password: `PasswordPayload`. For the audit, without any secret.
    public static let passwordChanged = "user.passwordChanged"
    /// A user got new recovery codes: `UserPayload`. For the audit; the codes are not told.
    public static let recoveryCodesRenewed = "user.recoveryCodesRenewed"
    /// Somebody made a one-time code for a member who lost their password: `MemberPayload`. For the
    /// audit of the family; the code is not told. Without an actor it was the operator.
    public static let resetCodeMade = "member.resetCodeMade"

    /// How a user replaced their password.
    public enum PasswordMeans: String, Codable, Hashable, Sendable, CaseIterable {
        /// They knew the one before.
        case password
        /// By one of their recovery codes.
        case recoveryCode = "recovery_code"
        /// By a one-time code of a parent.
        case familyCode = "family_code"
        /// By a one-time code of the operator.
        case operatorCode = "operator_code"
    }

    /// A password that was replaced.
    public struct PasswordPayload: Codable, Hashable, Sendable {
        /// The user.
        public var userID: UserID
        /// How they did it.
        public var means: PasswordMeans

        enum CodingKeys: String, CodingKey {
            case userID = "user_id"
            case means
        }

        /// A payload with these values.
        public init(userID: UserID, means: PasswordMeans) {
            self.userID = userID
            self.means = means
        }
    }
}
