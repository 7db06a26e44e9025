/// A field that records of several kinds have, with what `@Field` says about it in all of them:
/// `@Field(.notes)`.
struct SharedField: Sendable {
    let kind: FieldKind<String?>
    let help: String
    var label: String?
    var flag: String?
    var placeholder = "TEXT"
    let columns: [String]

    /// The two letters of a state.
    static let state = SharedField(
        kind: .state, help: "State, two letters", label: "State", placeholder: "XX",
        columns: ["st"])
    static let twitterHandle = SharedField(
        kind: .twitterHandle, help: "Twitter handle", flag: "twitter", placeholder: "HANDLE",
        columns: ["twitter", "x", "xhandle"])
    static let instagramHandle = SharedField(
        kind: .instagramHandle, help: "Instagram handle", flag: "instagram",
        placeholder: "HANDLE", columns: ["instagram", "ig", "insta"])
    /// The family's notes on a record.
    static let notes = SharedField(
        kind: .notes, help: "The family's notes", label: "Notes",
        columns: ["note", "comment", "comments", "remarks"])
}
