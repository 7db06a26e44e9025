/// Creates a family with the caller as its first player.
public enum CreateFamily: Operation {
    public static let definition = OperationDefinition(
        "families.create", of: .identity, .write, .signedIn,
        "Create a family with you as its player")

    /// The submitted form.
    @JSONObject
    public struct Request: OperationRequest {
        var name: FormField<String>
        var timeZone: FormField<String>

        public func validated() throws(ServiceError) -> Input {
            var chosen = name
            if !chosen.isMalformed, (chosen.value ?? "").isEmpty {
                chosen.value = FamilyName.standard
            }
            return try FieldErrors.check {
                Input(
                    name: $0.requiredText(
                        chosen, named: "name", length: FamilyLimit.familyNameLength,
                        FamilyName.refusal),
                    timeZone: $0.chosenTimeZone(timeZone, named: "time_zone"))
            }
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
    public struct Response {
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
public struct FamilyCodes: Hashable {
    /// Admits parents.
    public var parentCode: String
    /// Admits another player, such as a sibling.
    public var playerCode: String
}

/// Shows the active family and its members.
public enum ShowFamily: Operation {
    public static let definition = OperationDefinition(
        "families.show", of: .identity, .read, .members, "Show the family and its members",
        http: .get("/family"))

    /// The family and its members.
    @JSONObject
    public struct Response {
        /// The family as the caller sees it.
        public var family: Membership
        /// The members, players first, then by name.
        public var members: [Member]
    }
}

/// Shows the codes of the active family to a player, or to a parent of a family without a player.
public enum ShowFamilyCodes: Operation {
    /// The handler refuses parents while the family has a player.
    public static let definition = OperationDefinition(
        "families.codes", of: .identity, .read, .members,
        "Show the codes for inviting parents and siblings", carriesSecrets: true)
    /// The error text for parents.
    public static let refusal = "Only players can see the family codes"

    public typealias Response = FamilyCodes
}

/// Replaces one code of the active family; the old code stops working immediately. For players, and
/// for parents of a family without a player.
public enum RenewFamilyCode: Operation {
    /// The handler refuses parents while the family has a player.
    public static let definition = OperationDefinition(
        "families.renewCode", of: .identity, .write, .members,
        "Replace a family code; the old one stops working at once")
    /// The error text for parents.
    public static let refusal = "Only players can renew the family codes"

    /// The role whose code is replaced.
    @JSONObject
    public struct Request: OperationRequest {
        var role: FormField<String>

        public func validated() throws(ServiceError) -> Role {
            try FieldErrors.check {
                $0.requiredWord(role, named: "role", "Please choose which code: player or parent")
                    ?? .parent
            }
        }
    }

    public typealias Response = FamilyCodes
}

/// Joins a family by its code.
public enum JoinFamily: Operation {
    public static let definition = OperationDefinition(
        "families.join", of: .identity, .write, .signedIn,
        "Join a family with the code that its player gave you")

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
    public struct Response {
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
    /// The handler refuses parents who name a parent while the family has a player.
    public static let definition = OperationDefinition(
        "families.removeMember", of: .identity, .write, .members,
        "Remove a member from the family; both codes are replaced")
    /// The error text for parents.
    public static let refusal = "Only players can remove a parent"

    /// The member to remove.
    @JSONObject
    public struct Request: OperationRequest {
        public var userID: UserID
    }

    public typealias Response = Removed<UserID>
}

/// Changes the time zone of the active family, in which its days begin and end.
public enum SetFamilyZone: Operation {
    public static let definition = OperationDefinition(
        "families.setTimeZone", of: .identity, .write, .players("change the family's time zone"),
        "Change the family's time zone")

    /// The new zone, an IANA name.
    @JSONObject
    public struct Request: OperationRequest {
        var timeZone: FormField<String>

        public func validated() throws(ServiceError) -> String {
            try FieldErrors.check { errors in
                let zone = errors.chosenTimeZone(timeZone, named: "time_zone")
                if zone == nil { errors.refuse("time_zone", Zone.refusal) }
                return zone ?? ""
            }
        }
    }

    public typealias Response = RenameFamily.Response
}

/// Decides whether parents may log for the players of the active family.
public enum SetParentsLog: Operation {
    public static let definition = OperationDefinition(
        "families.setParentsLog", of: .identity, .write, .players("decide whether parents log"),
        "Decide whether parents may log for the players")

    /// The decision.
    @JSONObject
    public struct Request: OperationRequest {
        var parentsLog: FormField<Bool>

        public func validated() throws(ServiceError) -> Bool {
            guard let parentsLog = parentsLog.value else {
                throw .invalid("parents_log", ParentsLogText.choiceRefusal)
            }
            return parentsLog
        }
    }

    public typealias Response = RenameFamily.Response
}

/// Renames the active family.
public enum RenameFamily: Operation {
    public static let definition = OperationDefinition(
        "families.rename", of: .identity, .write, .players("rename the family"),
        "Rename the family")

    /// The new name.
    @JSONObject
    public struct Request: OperationRequest {
        var name: FormField<String>

        public func validated() throws(ServiceError) -> String {
            try FieldErrors.check {
                $0.requiredText(
                    name, named: "name", length: FamilyLimit.familyNameLength, FamilyName.refusal)
            }
        }
    }

    /// The family as it is now.
    @JSONObject
    public struct Response {
        public var family: Membership
    }
}
