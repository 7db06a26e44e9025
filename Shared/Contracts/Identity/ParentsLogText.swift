/// The texts about parents who log for players.
public enum ParentsLogText {
    static let choiceRefusal = "Please choose whether parents may log"
    /// The error text for a parent who named no player in a family with several.
    public static let chooseRefusal = "Please choose the player"
    /// The error text for a parent who named somebody else than a player of the family.
    public static let playerRefusal = "Invalid player selection"
    /// The error text for an edit or an import that names a player.
    public static let keptRefusal = "The player of a contact cannot be chosen here"
    /// The error text for a player who named somebody else.
    public static let ownRefusal = "Players log their own contacts"
    /// The error text for a parent who edits what somebody else typed.
    public static let editRefusal = "Parents can only edit what they entered"

    /// The state of the setting, for people. `parentsLog` is the family's choice, if it made one.
    public static func state(_ parentsLog: Bool?) -> String {
        switch parentsLog {
        case true?: "Parents may log for the players"
        case false?: "Parents read along"
        case nil: "Parents read along unless the server lets them log"
        }
    }
}
