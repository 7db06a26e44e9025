/// The orders that a list can be asked for: an enumeration whose cases are the words of `sort`, in
/// the order in which pages offer them. An order narrows nothing and is no filter (U-11).
///
/// Most lists have one order and declare nothing; another one names its own in its filters:
/// `public typealias Order = CoachOrder`.
public protocol ListOrder: RawRepresentable<String>, CaseIterable, Hashable, Sendable
where AllCases == [Self] {
    /// The order where none is asked for.
    static var standard: Self { get }
    var label: String { get }
}

/// The only order of a list that offers no choice.
public enum FixedOrder: String, ListOrder {
    /// The list's own.
    case fixed

    /// There is no other.
    public static let standard = FixedOrder.fixed
    /// Nobody reads it: there is no choice.
    public var label: String { rawValue }
}

extension ListFilter {
    /// Whether the list can be ordered in more than one way.
    static var takesOrder: Bool { Order.allCases.count > 1 }
}

extension FieldErrors {
    /// An order; empty means the list's own. Anything else is refused.
    mutating func order<Order: ListOrder>(
        _ field: FormField<String>, named name: String
    ) -> Order {
        let words = Order.allCases.map(\.rawValue).joined(separator: ", ")
        let order: Order? = optionalWord(field, named: name, "Sort must be one of \(words)")
        return order ?? .standard
    }
}
