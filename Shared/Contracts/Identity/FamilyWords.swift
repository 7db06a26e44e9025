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
