/// Ends the caller's membership in the active family. What they logged stays with the family; a
/// player may still export it.
public enum LeaveFamily: Operation {
    public static let definition = OperationDefinition(
        "families.leave", of: .identity, .write, .members,
        "Leave the family; what you logged stays with it")

    /// The family that the caller left.
    @JSONObject
    public struct Response {
        public var left: FamilyID
        /// A code for returning, if no member is left who could provide one.
        public var returnCode: String?
    }
}

/// A family in which the user was a player.
@JSONObject
public struct LeftFamily: JSONReadable, Hashable {
    public var familyUnitID: FamilyID
    public var name: String
    /// The time at which the membership ended.
    public var leftAt: Instant
}
