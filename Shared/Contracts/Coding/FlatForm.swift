/// The members of a JSON object without arrays or objects in it: what nearly every form is. Forms
/// that are sent often read themselves from it, several times faster than through `JSONDecoder`
/// and to the same effect; tests hold the two together.
struct FlatForm: Hashable, Sendable {
    enum Member: Hashable, Sendable {
        case text(String)
        case integer(Int)
        case truth(Bool)
        case null
    }

    private var keys: [String] = []
    private var members: [Member] = []

    /// Adds a member; its key is new.
    mutating func append(_ key: String, _ member: Member) {
        keys.append(key)
        members.append(member)
    }

    /// A form has few members: the first equal key is found faster than a hashed one.
    private subscript(key: String) -> Member? {
        keys.firstIndex(of: key).map { members[$0] }
    }

    /// Whether a member of this name was given.
    func has(_ key: String) -> Bool { keys.contains(key) }

    /// A text, or what else stands there as a malformed field.
    func text(_ key: String) -> FormField<String> {
        switch self[key] {
        case .text(let text): FormField(text)
        case .null, nil: FormField(nil)
        default: .malformed
        }
    }

    /// A whole number, or what else stands there as a malformed field.
    func integer(_ key: String) -> FormField<Int> {
        switch self[key] {
        case .integer(let number): FormField(number)
        case .null, nil: FormField(nil)
        default: .malformed
        }
    }

    /// A truth value, or what else stands there as a malformed field.
    func truth(_ key: String) -> FormField<Bool> {
        switch self[key] {
        case .truth(let value): FormField(value)
        case .null, nil: FormField(nil)
        default: .malformed
        }
    }

    /// A list, which a flat form cannot hold: absent, or malformed.
    func list(_ key: String) -> FormField<[String]> {
        switch self[key] {
        case .null, nil: FormField(nil)
        default: .malformed
        }
    }
}

/// A request that reads itself from a flat form.
protocol FlatFormRequest: OperationRequest {
    /// The request that the form's members make.
    init(_ form: FlatForm)
}
