public import Contracts

/// Decides, for all services, who may call an operation.
public enum AccessCheck {
    /// The message for a caller who is not signed in.
    public static let signInText = "Please sign in"

    /// Returns the family's scope if the operation concerns a family. Throws the error for a caller
    /// without access; a family's existence is hidden from non-members.
    public static func scope(
        of principal: Principal, family: FamilyID?, for access: Access
    ) throws(ServiceError) -> FamilyScope? {
        switch access {
        case .everyone:
            return nil
        case .signedIn:
            try requireUser(principal)
            return nil
        case .family(let roles, let refusal):
            return try scope(of: principal, family: family, roles, refusal)
        case .familyOrFormerPlayer(let roles, let refusal):
            // A non-member may be a former member, which the handler checks.
            if let user = principal.user, let family, user.families[family] == nil { return nil }
            return try scope(of: principal, family: family, roles, refusal)
        case .services:
            guard case .service = principal else { throw refusal(of: principal) }
            return nil
        case .operators:
            switch principal {
            case .operator, .service: return nil
            case .anonymous, .user: throw refusal(of: principal)
            }
        }
    }

    /// Throws `forbidden` for a program whose access token or calendar link does not cover the
    /// operation.
    static func requireRights(
        of principal: Principal, for operation: any Operation.Type
    ) throws(ServiceError) {
        guard let rights = principal.user?.programRights else { return }
        switch rights {
        case .calendar:
            guard operation.admitsCalendarLinks else {
                throw ServiceError.forbidden("A calendar link only opens the calendar")
            }
            return
        case .digest:
            guard operation.admitsDigests else {
                throw ServiceError.forbidden("This passport only opens the lists of a digest")
            }
            return
        case .read, .write: break
        }
        guard operation.admitsTokens else {
            throw ServiceError.forbidden("Access tokens cannot do that; sign in to do it")
        }
        guard rights == .write || operation.isReadOnly else {
            throw ServiceError.forbidden("This access token may only read")
        }
    }

    private static func scope(
        of principal: Principal, family: FamilyID?, _ roles: Set<Role>, _ refusal: String
    ) throws(ServiceError) -> FamilyScope {
        try requireUser(principal)
        guard let family else {
            throw ServiceError.invalid("family", "Please choose a family")
        }
        let scope = try FamilyScope(principal, in: family)
        guard roles.contains(scope.role) else { throw ServiceError.forbidden(refusal) }
        return scope
    }

    private static func requireUser(_ principal: Principal) throws(ServiceError) {
        guard principal.user != nil else {
            throw principal == .anonymous
                ? ServiceError(.unauthenticated, signInText)
                : ServiceError.forbidden("Only signed-in people can do that")
        }
    }

    private static func refusal(of principal: Principal) -> ServiceError {
        principal == .anonymous
            ? ServiceError(.unauthenticated, signInText)
            : ServiceError.forbidden("Only the system's operator can do that")
    }
}
