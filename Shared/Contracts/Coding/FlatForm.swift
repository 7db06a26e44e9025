/// The members of a JSON object that contains no arrays or objects, as nearly every form does.
///
/// Frequent requests initialize themselves from it, several times faster than through
/// `JSONDecoder`. Tests ensure that both give the same result.
struct FlatForm: Hashable, Sendable {
    enum Member: Hashable, Sendable {
        case text(String)
        case integer(Int)
        case truth(Bool)
        case null
    }

    private var keys: [String] = []
    private var members: [Member] = []

    /// Adds a member whose key is not present yet.
    mutating func append(_ key: String, _ member: Member) {
        keys.append(key)
        members.append(member)
    }

    /// Searches linearly: with few members that is faster than hashing.
    private subscript(key: String) -> Member? {
        keys.firstIndex(of: key).map { members[$0] }
    }

    /// Returns whether the form has a member of this name.
    func has(_ key: String) -> Bool { keys.contains(key) }

    /// Returns a text field, malformed if the member is not a text.
    func text(_ key: String) -> FormField<String> {
        switch self[key] {
        case .text(let text): FormField(text)
        case .null, nil: FormField(nil)
        default: .malformed
        }
    }

    /// Returns an integer field, malformed if the member is not a whole number.
    func integer(_ key: String) -> FormField<Int> {
        switch self[key] {
        case .integer(let number): FormField(number)
        case .null, nil: FormField(nil)
        default: .malformed
        }
    }

    /// Returns a Boolean field, malformed if the member is not a truth value.
    func truth(_ key: String) -> FormField<Bool> {
        switch self[key] {
        case .truth(let value): FormField(value)
        case .null, nil: FormField(nil)
        default: .malformed
        }
    }

    /// Returns a list field: absent, or malformed since a flat form cannot hold a list.
    func list(_ key: String) -> FormField<[String]> {
        switch self[key] {
        case .null, nil: FormField(nil)
        default: .malformed
        }
    }
}

/// A request that can be initialized from a flat form; `@JSONObject` adds the initializer.
protocol FlatFormRequest: OperationRequest {
    /// Creates the request from the form's members.
    init(_ form: FlatForm)
}
