/// Lists the profiles of the family's players: of one's own every field, and of others the fields
/// that are for the family.
public enum ListProfiles: Operation {
    public static let definition = OperationDefinition.list(
        "profiles", of: .events, "List the profiles of the players")

    /// A profile for each player, by name; empty if the player has not filled it in.
    @JSONObject
    public struct Response {
        public var profiles: [PlayerProfile]
    }
}

/// The form for editing a profile. Its id is that of the player.
public typealias ProfileForm = RecordForm<PlayerProfile>

/// Changes the caller's own profile, which need not exist yet; fails if its version has changed in
/// the meantime.
public enum EditProfile: Operation {
    public static let definition = OperationDefinition(
        "profiles.edit", of: .events, .write, .players("edit their profile"), "Change your profile",
        http: .patch("/profiles/{id}"))

    public typealias Request = ProfileForm
    public typealias Response = EditedRecord<PlayerProfile>
}
