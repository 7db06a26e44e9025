import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension SignUp {
    /// The message for an address that already has an account.
    static let takenText = "An account with this e-mail address exists; sign in instead"

    /// The message where nobody can create an account.
    static let closedText =
        "New accounts are closed here; ask the person who runs this installation"
    /// The message for a missing invitation.
    static let uninvitedText =
        "You need an invitation; ask the person who runs this installation for one"
    /// The message for an invitation that does not count, whatever the reason.
    static let invitationText =
        "This invitation does not exist, was used or is over; ask for another one"

    /// Creates a user. A repetition with the same idempotency key returns the same user, provided
    /// the password matches the stored hash; no other digest of the password is kept. The time zone
    /// is not compared, since the user may have changed it.
    static func handle(
        _ input: Input, _ context: CallContext, _ service: DataService, _ parts: IdentityParts
    ) throws -> Response {
        if let earlier = try repeated(input, context, service, parts) { return earlier }
        try PasswordPolicy.check(
            input.password, of: .init(fullName: input.fullName, email: input.email))
        // Precedes the check for a taken address, which limits how many addresses can be probed.
        try parts.admitSignUp(context)
        let accounts = AccountRepository()
        let invitation = try invitation(input, parts)
        let isTaken = try service.database.read(deadline: context.deadline) { transaction in
            if let invitation {
                let isOpen = try UserInvitationRepository()
                    .isOpen(invitation, at: context.now, in: transaction)
                guard isOpen else { throw ServiceError.invalid("invitation", invitationText) }
            }
            return try accounts.isTaken(email: input.email, in: transaction)
        }
        guard !isTaken else { throw taken }
        let account = Account(
            user: User(
                id: .make(at: context.now), email: input.email, fullName: input.fullName,
                role: input.role, timeZone: input.timeZone, createdAt: context.now),
            passwordHash: try parts.passwords.hash(input.password), inboundAlerts: true,
            passportGeneration: 0, version: 1)
        guard !context.isDryRun else { return Response(user: account.user) }
        do {
            try service.write(context) { unit in
                try accounts.insert(
                    account, signUpKey: context.idempotencyKey, in: unit.transaction)
                if let invitation {
                    // It may have been used meanwhile.
                    let isUsed = try UserInvitationRepository().use(
                        invitation, by: account.user.id, at: unit.now, in: unit.transaction)
                    guard isUsed else { throw ServiceError.invalid("invitation", invitationText) }
                }
                try unit.recordUserChanged(account.user.id, version: account.version)
            }
        } catch let error as StorageError where error.code == .unique {
            // The address was taken meanwhile, by another request or by an earlier attempt of this
            // one.
            if let earlier = try repeated(input, context, service, parts) { return earlier }
            throw taken
        }
        return Response(user: account.user)
    }

    /// The invitation that the account takes; nil if it takes none. Throws if there can be no
    /// account.
    private static func invitation(
        _ input: Input, _ parts: IdentityParts
    ) throws(ServiceError) -> InvitationCode? {
        switch parts.signUpMode {
        case .open: return nil
        case .closed: throw .forbidden(closedText)
        case .invitation:
            guard let code = input.invitation else { throw .invalid("invitation", uninvitedText) }
            return code
        }
    }

    private static var taken: ServiceError {
        ServiceError(.conflict, takenText, errors: ["email": takenText])
    }

    private static func repeated(
        _ input: Input, _ context: CallContext, _ service: DataService, _ parts: IdentityParts
    ) throws -> Response? {
        guard let key = context.idempotencyKey else { return nil }
        let earlier = try service.database.read(deadline: context.deadline) {
            try AccountRepository().account(signUpKey: key, in: $0)
        }
        guard let earlier else { return nil }
        guard earlier.user.email == input.email, earlier.user.fullName == input.fullName,
            earlier.user.role == input.role,
            parts.passwords.isRight(input.password, for: earlier.passwordHash)
        else {
            throw ServiceError(
                .keyReused, "This idempotency key was used for another request; use a new one")
        }
        return Response(user: earlier.user)
    }
}
