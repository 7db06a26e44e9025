extension Role {
    /// The name of the family code that admits people with this role.
    public var codeLabel: String {
        switch self {
        case .player: "Code for siblings who play"
        case .parent: "Code for parents"
        }
    }
}

extension FamilyCodes {
    /// Returns the code that admits people with this role.
    public func code(for role: Role) -> String {
        switch role {
        case .player: playerCode
        case .parent: parentCode
        }
    }
}

extension LeftFamily {
    /// What a player who left or was removed needs to know.
    public var explanation: String {
        "You are no longer in \(name). What you logged there is kept for you"
    }

    /// The same with the way to it; `compass` and the pages say it once.
    public var notice: String { "\(explanation): compass family export" }
}

extension IssuePassport.Response {
    /// What somebody without a family has to know first: a newcomer needs one, and whoever left or
    /// was removed needs a code.
    public var noFamilyText: String {
        wasMember == true || leftFamilies?.isEmpty == false
            ? "You belong to no family any more" : "You belong to no family yet"
    }

    /// How somebody who left or was removed comes back.
    public static let wayBack = "A player of the family has the code for joining again"
}
