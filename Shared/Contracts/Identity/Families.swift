/// Creates a family with the caller as its first player.
public enum CreateFamily: Operation {
    public static let name = "families.create"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = false
    public static let access = Access.signedIn
    public static let summary = "Create a family with you as its player"

    /// The submitted form.
    @JSONObject
    public struct Request: OperationRequest {
        var name: FormField<String>
        var timeZone: FormField<String>

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            if name.isMalformed {
                errors.refuse("name", FamilyName.refusal)
            }
            let typed = name.value ?? ""
            let name = errors.requiredText(
                FormField(typed.isEmpty ? FamilyName.standard : typed), named: "name",
                length: FamilyLimit.familyNameLength, FamilyName.refusal)
            let timeZone = errors.timeZone(timeZone, named: "time_zone")
            try errors.throwIfAny()
            return Input(name: name, timeZone: timeZone)
        }
    }

    /// The validated request.
    public struct Input: Sendable {
        public let name: String
        /// The family's zone; nil means the user's.
        public let timeZone: String?
    }

    /// The new family with its codes.
    @JSONObject
    public struct Response: Codable, Sendable {
        public var family: Membership
        /// The codes that admit others.
        public var codes: FamilyCodes
    }
}

/// The default name of a family and its error text.
enum FamilyName {
    static let standard = "My Family"
    static let refusal = "Family name must have 1 to 255 characters"
}

/// The two codes of a family.
@JSONObject
public struct FamilyCodes: Codable, Hashable, Sendable {
    /// Admits parents.
    public var parentCode: String
    /// Admits another player, such as a sibling.
    public var playerCode: String
}

/// Shows the active family and its members.
public enum ShowFamily: Operation {
    public static let name = "families.show"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = true
    public static let access = Access.members
    public static let summary = "Show the family and its members"

    public typealias Request = EmptyRequest

    /// The family and its members.
    @JSONObject
    public struct Response: Codable, Sendable {
        /// The family as the caller sees it.
        public var family: Membership
        /// The members, players first, then by name.
        public var members: [Member]
    }
}

/// Shows the codes of the active family to a player, or to a parent of a family without a player.
public enum ShowFamilyCodes: Operation {
    public static let name = "families.codes"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = true
    /// The handler refuses parents while the family has a player.
    public static let access = Access.members
    /// The error text for parents.
    public static let refusal = "Only players can see the family codes"
    public static let summary = "Show the codes for inviting parents and siblings"

    public typealias Request = EmptyRequest
    public typealias Response = FamilyCodes
}

/// Replaces one code of the active family; the old code stops working immediately. For players, and
/// for parents of a family without a player.
public enum RenewFamilyCode: Operation {
    public static let name = "families.renewCode"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = false
    /// The handler refuses parents while the family has a player.
    public static let access = Access.members
    /// The error text for parents.
    public static let refusal = "Only players can renew the family codes"
    public static let summary = "Replace a family code; the old one stops working at once"

    /// The role whose code is replaced.
    @JSONObject
    public struct Request: OperationRequest {
        var role: FormField<String>

        public func validated() throws(ServiceError) -> Role {
            var errors = FieldErrors()
            let role: Role? = errors.requiredWord(
                role, named: "role", "Please choose which code: player or parent")
            try errors.throwIfAny()
            return role ?? .parent
        }
    }

    public typealias Response = FamilyCodes
}

/// Joins a family by its code.
public enum JoinFamily: Operation {
    public static let name = "families.join"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = false
    public static let access = Access.signedIn
    public static let summary = "Join a family with the code that its player gave you"

    /// The family code as typed.
    @JSONObject
    public struct Request: OperationRequest {
        var code: FormField<String>

        public func validated() throws(ServiceError) -> FamilyCode {
            guard let code = FamilyCode(typed: code.value ?? "") else {
                throw .invalid("code", FamilyCode.refusal)
            }
            return code
        }
    }

    /// The joined family.
    @JSONObject
    public struct Response: Codable, Sendable {
        public var family: Membership
        /// Whether the caller was already a member.
        public var alreadyMember: Bool
        /// The result, for people.
        public var message: String
    }
}

/// Removes a member from the active family, and replaces both family codes so that the member
/// cannot use them to return.
///
/// Players can remove parents and other players; parents can remove players. What a player logged
/// stays with the family, and the player may still export it.
public enum RemoveMember: Operation {
    public static let name = "families.removeMember"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = false
    /// The handler refuses parents who name a parent while the family has a player.
    public static let access = Access.members
    /// The error text for parents.
    public static let refusal = "Only players can remove a parent"
    public static let summary = "Remove a member from the family; both codes are replaced"

    /// The member to remove.
    @JSONObject
    public struct Request: OperationRequest {
        public var userID: UserID
    }

    /// The removed member.
    @JSONObject
    public struct Response: Codable, Sendable {
        public var removed: UserID
    }
}

/// Renames the active family.
public enum RenameFamily: Operation {
    public static let name = "families.rename"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = false
    public static let access = Access.family(
        [.player], refusal: "Only players can rename the family")
    public static let summary = "Rename the family"

    /// The new name.
    @JSONObject
    public struct Request: OperationRequest {
        var name: FormField<String>

        public func validated() throws(ServiceError) -> String {
            var errors = FieldErrors()
            let name = errors.requiredText(
                name, named: "name", length: FamilyLimit.familyNameLength, FamilyName.refusal)
            try errors.throwIfAny()
            return name
        }
    }

    /// The family with its new name.
    @JSONObject
    public struct Response: Codable, Sendable {
        public var family: Membership
    }
}
