/// The orders a list offers: an enumeration whose cases are the words of `sort`, in the order in
/// which pages offer them. An order is not a filter, because it excludes no rows (U-11).
///
/// Most lists have one order and declare nothing. Others name theirs in their filters: `public
/// typealias Order = CoachOrder`.
public protocol ListOrder: RawRepresentable<String>, CaseIterable, Hashable, Sendable
where AllCases == [Self] {
    /// The default order.
    static var standard: Self { get }
    var label: String { get }
}

/// The only order of a list that offers no choice.
public enum FixedOrder: String, ListOrder, Codable, JSONWritable, JSONReadable {
    case fixed

    public static let standard = FixedOrder.fixed
    /// Never shown, because there is no choice.
    public var label: String { rawValue }
}

extension ListFilter {
    /// Whether the list offers more than one order.
    static var takesOrder: Bool { Order.allCases.count > 1 }
}

extension FieldErrors {
    /// Validates an order; empty means the list's default.
    mutating func order<Order: ListOrder>(
        _ field: FormField<String>, named name: String
    ) -> Order {
        let words = Order.allCases.map(\.rawValue).joined(separator: ", ")
        let order: Order? = optionalWord(field, named: name, "Sort must be one of \(words)")
        return order ?? .standard
    }
}
