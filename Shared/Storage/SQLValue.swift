/// A value bound to a parameter of a SQL statement. Texts and numbers may be written as literals.
public enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
    /// An id: its 16 bytes as a blob, most significant first.
    case id(high: UInt64, low: UInt64)

    /// A text, or NULL for nil.
    public init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }
    /// An integer, or NULL for nil.
    public init(_ integer: Int64?) { self = integer.map(SQLValue.integer) ?? .null }
    /// An integer, or NULL for nil.
    public init(_ integer: Int?) { self = integer.map { .integer(Int64($0)) } ?? .null }
    /// A number, or NULL for nil.
    public init(_ real: Double?) { self = real.map(SQLValue.real) ?? .null }
    /// Bytes, or NULL for nil.
    public init(_ blob: [UInt8]?) { self = blob.map(SQLValue.blob) ?? .null }
    /// 1 or 0, or NULL for nil.
    public init(_ flag: Bool?) { self = flag.map { .integer($0 ? 1 : 0) } ?? .null }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
    ExpressibleByFloatLiteral, ExpressibleByNilLiteral
{
    /// An integer as it is written.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A text as it is written.
    public init(stringLiteral value: String) { self = .text(value) }
    /// A number as it is written.
    public init(floatLiteral value: Double) { self = .real(value) }
    /// NULL.
    public init(nilLiteral: ()) { self = .null }
}
