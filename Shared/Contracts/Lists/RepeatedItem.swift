/// An item that an address has more than once.
public enum RepeatedItem {
    /// What is wrong with the item of a name, and what to do instead.
    public static func refusal(of name: String, takesSeveral: Bool = false) -> String {
        let remedy = takesSeveral ? "separate several values by commas" : "give it once"
        return "\(name) is given more than once; \(remedy)"
    }
}

extension ListRequest {
    /// Throws the refusal of an address that has a filter, or the order, more than once although it
    /// takes one value. `names` are those of the address's items.
    public static func requireOnce(in names: [String]) throws(ServiceError) {
        guard names.count > 1 else { return }
        let several = commaSeparatedFields
        var items = Filter.allCases.filter { !several.contains($0.rawValue) }
            .map { (field: $0.rawValue, name: $0.flagName) }
        if Filter.takesOrder {
            let sort = FieldKey.sort.stringValue
            items.append((field: sort, name: sort))
        }
        var errors = FieldErrors()
        for item in items where names.count(where: { $0 == item.name }) > 1 {
            errors.refuse(item.field, RepeatedItem.refusal(of: item.name))
        }
        try errors.throwIfAny()
    }
}
