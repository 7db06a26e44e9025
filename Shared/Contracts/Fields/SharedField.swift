/// A field that records of several kinds have, with what `@Field` says about it in all of them:
/// `@Field(.notes)`.
struct SharedField<Value: Encodable & Sendable>: Sendable {
    let kind: FieldKind<Value>
    let help: String
    var label: String?
    var flag: String?
    var placeholder = "TEXT"
    var columns: [String] = []
}

extension SharedField<SchoolID?> {
    /// The school that a record belongs to.
    static var school: Self {
        Self(
            kind: .identifier(SchoolID.self), help: "School: name or id", label: "School",
            flag: "school")
    }
}

extension SharedField<String?> {
    /// The two letters of a state.
    static var state: Self {
        Self(
            kind: .state, help: "State, two letters", label: "State", placeholder: "XX",
            columns: ["st"])
    }
    static var twitterHandle: Self {
        Self(
            kind: .twitterHandle, help: "Twitter handle", flag: "twitter", placeholder: "HANDLE",
            columns: ["twitter", "x", "xhandle"])
    }
    static var instagramHandle: Self {
        Self(
            kind: .instagramHandle, help: "Instagram handle", flag: "instagram",
            placeholder: "HANDLE", columns: ["instagram", "ig", "insta"])
    }
    /// The family's notes on a record.
    static var notes: Self {
        Self(
            kind: .notes, help: "The family's notes", label: "Notes",
            columns: ["note", "comment", "comments", "remarks"])
    }
}
