/// A value bound to a parameter of a SQL statement. Texts and numbers may be literals.
public enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
    /// An id, stored as a blob of 16 bytes in big-endian order.
    case id(high: UInt64, low: UInt64)

    public init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }
    public init(_ integer: Int64?) { self = integer.map(SQLValue.integer) ?? .null }
    public init(_ integer: Int?) { self = integer.map { .integer(Int64($0)) } ?? .null }
    public init(_ real: Double?) { self = real.map(SQLValue.real) ?? .null }
    public init(_ blob: [UInt8]?) { self = blob.map(SQLValue.blob) ?? .null }
    /// Stores 1 or 0, or NULL for nil.
    public init(_ flag: Bool?) { self = flag.map { .integer($0 ? 1 : 0) } ?? .null }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
    ExpressibleByFloatLiteral, ExpressibleByNilLiteral
{
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(stringLiteral value: String) { self = .text(value) }
    public init(floatLiteral value: Double) { self = .real(value) }
    public init(nilLiteral: ()) { self = .null }
}
