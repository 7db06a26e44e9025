/// Creates a family with the caller as its first player.
public enum CreateFamily: Operation {
    public static let name = "families.create"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = false
    public static let access = Access.signedIn
    public static let summary = "Make a family, with you as its player"

    /// The submitted form.
    public struct Request: OperationRequest {
        var name: FormField<String>
        var timeZone: FormField<String>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case name
            case timeZone = "time_zone"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The name defaults to "My Family", the zone to the user's.
        public init(name: String? = nil, timeZone: String? = nil) {
            self.name = FormField(name)
            self.timeZone = FormField(timeZone)
        }

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
    public struct Response: Codable, Sendable {
        public var family: Membership
        /// The codes that admit others.
        public var codes: FamilyCodes

        public init(family: Membership, codes: FamilyCodes) {
            self.family = family
            self.codes = codes
        }
    }
}

/// The default name of a family and its error text.
enum FamilyName {
    static let standard = "My Family"
    static let refusal = "Family name must have 1 to 255 characters"
}

/// The two codes of a family.
public struct FamilyCodes: Codable, Hashable, Sendable {
    /// Admits parents.
    public var parentCode: String
    /// Admits another player, such as a sibling.
    public var playerCode: String

    enum CodingKeys: String, CodingKey {
        case parentCode = "parent_code"
        case playerCode = "player_code"
    }

    public init(parentCode: String, playerCode: String) {
        self.parentCode = parentCode
        self.playerCode = playerCode
    }
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
    public struct Response: Codable, Sendable {
        /// The family as the caller sees it.
        public var family: Membership
        /// The members, players first, then by name.
        public var members: [Member]

        public init(family: Membership, members: [Member]) {
            self.family = family
            self.members = members
        }
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
    public static let summary = "Show the codes that admit parents and siblings"

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
    public static let summary = "Replace a family code; the old one dies at once"

    /// The role whose code is replaced.
    public struct Request: OperationRequest {
        var role: FormField<String>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case role
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        public init(role: String) {
            self.role = FormField(role)
        }

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
    public struct Request: OperationRequest {
        var code: FormField<String>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case code
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        public init(code: String) {
            self.code = FormField(code)
        }

        public func validated() throws(ServiceError) -> FamilyCode {
            guard let code = FamilyCode(typed: code.value ?? "") else {
                throw .invalid("code", FamilyCode.refusal)
            }
            return code
        }
    }

    /// The joined family.
    public struct Response: Codable, Sendable {
        public var family: Membership
        /// Whether the caller was already a member.
        public var alreadyMember: Bool
        /// The result, for people.
        public var message: String

        enum CodingKeys: String, CodingKey {
            case family, message
            case alreadyMember = "already_member"
        }

        public init(family: Membership, alreadyMember: Bool, message: String) {
            self.family = family
            self.alreadyMember = alreadyMember
            self.message = message
        }
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
    public struct Request: OperationRequest {
        public var userID: UserID

        enum CodingKeys: String, CodingKey, CaseIterable {
            case userID = "user_id"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        public init(userID: UserID) {
            self.userID = userID
        }
    }

    /// The removed member.
    public struct Response: Codable, Sendable {
        public var removed: UserID

        enum CodingKeys: String, CodingKey {
            case removed
        }

        public init(removed: UserID) {
            self.removed = removed
        }
    }
}

/// Renames the active family.
public enum RenameFamily: Operation {
    public static let name = "families.rename"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = false
    public static let access = Access.family(
        [.player], refusal: "Only players can rename the family")
    public static let summary = "Give the family another name"

    /// The new name.
    public struct Request: OperationRequest {
        var name: FormField<String>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case name
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        public init(name: String) {
            self.name = FormField(name)
        }

        public func validated() throws(ServiceError) -> String {
            var errors = FieldErrors()
            let name = errors.requiredText(
                name, named: "name", length: FamilyLimit.familyNameLength, FamilyName.refusal)
            try errors.throwIfAny()
            return name
        }
    }

    /// The family with its new name.
    public struct Response: Codable, Sendable {
        public var family: Membership

        public init(family: Membership) {
            self.family = family
        }
    }
}
