/// Who may create an account.
public enum SignUpMode: String, Sendable, CaseIterable {
    case open
    /// Only with an invitation of the operator's.
    case invitation
    case closed
}

/// A code with which one person creates an account where that takes an invitation: twelve symbols
/// of five bits each.
public struct InvitationCode: Hashable, Sendable, CustomStringConvertible {
    public static let refusal =
        "Please enter the whole invitation: 12 letters or digits, no I, O, 0 or 1"
    static let symbolCount = 12
    /// The size of the groups in which a code is displayed.
    private static let groupSize = 4

    /// The symbols without hyphens, from which the stored digest is computed.
    public let symbolText: String

    /// The code as displayed: `7KQ2-WXAB-CDEF`.
    public var description: String {
        let symbols = Array(symbolText)
        return stride(from: 0, to: symbols.count, by: Self.groupSize)
            .map { String(symbols[$0..<min($0 + Self.groupSize, symbols.count)]) }
            .joined(separator: "-")
    }

    /// Returns a new code from the system's random number generator.
    public static func random() -> InvitationCode {
        InvitationCode(symbolText: CodeSymbols.random(symbolCount))
    }

    private init(symbolText: String) { self.symbolText = symbolText }

    /// Parses a typed code, ignoring white space, hyphens and case.
    public init?(typed: String) {
        guard let text = CodeSymbols.typed(typed, count: Self.symbolCount) else { return nil }
        symbolText = text
    }
}

/// Limits of the operator's invitations.
public enum UserInvitationLimit {
    /// The most invitations that are open at the same time.
    public static let openMax = 1_000
    /// The length of the note, in characters.
    public static let noteLength = 1...100
    /// For how many days an invitation can be open.
    public static let days = 1...90
    /// For how many days an invitation is open by default.
    public static let daysDefault = 7
    /// The most invitations that a list has.
    public static let listMax = 1_000
}

/// An invitation of the operator's, without its code.
@JSONObject
public struct UserInvitation: Hashable {
    public var id: UserInvitationID
    /// For whom it is, in the operator's words.
    public var note: String?
    public var createdAt: Instant
    public var expiresAt: Instant
    /// When an account was created with it.
    public var usedAt: Instant?
    /// The address of that account.
    public var usedBy: String?
    /// When the operator took it back.
    public var revokedAt: Instant?
}

/// Invites somebody to create an account.
public enum InviteUser: Operation {
    public static let definition = OperationDefinition(
        "users.invite", of: .identity, .write, .operators, "Invite somebody to create an account",
        carriesSecrets: true)

    /// For whom the invitation is, and for how many days.
    @JSONObject
    public struct Request: OperationRequest {
        var note: FormField<String>
        var days: FormField<Int>

        public func validated() throws(ServiceError) -> Input {
            try FieldErrors.check {
                Input(
                    note: $0.optionalText(
                        note, named: "note", max: UserInvitationLimit.noteLength.upperBound,
                        "Note must be 100 characters or less"),
                    days: $0.optionalNumber(
                        days, named: "days", title: "Days",
                        from: UserInvitationLimit.days.lowerBound,
                        to: UserInvitationLimit.days.upperBound)
                        ?? UserInvitationLimit.daysDefault)
            }
        }
    }

    /// The validated request.
    public struct Input: Sendable {
        public let note: String?
        public let days: Int
    }

    /// The invitation with its code.
    @JSONObject
    public struct Response {
        /// The code. It is returned only here and not stored.
        public var code: String
        public var invitation: UserInvitation
    }
}

/// Lists the operator's invitations.
public enum ListUserInvitations: Operation {
    public static let definition = OperationDefinition(
        "users.invitations", of: .identity, .read, .operators, "List the operator's invitations")

    /// The newest `UserInvitationLimit.listMax` invitations, newest first.
    @JSONObject
    public struct Response {
        public var invitations: [UserInvitation]
    }
}

/// Takes an invitation back that nobody has used.
public enum RevokeUserInvitation: Operation {
    public static let definition = OperationDefinition(
        "users.revokeInvitation", of: .identity, .write, .operators, "Take an invitation back")

    public typealias Request = RecordRequest<UserInvitationTag>

    /// The invitation as it is now.
    @JSONObject
    public struct Response {
        public var invitation: UserInvitation
    }
}
