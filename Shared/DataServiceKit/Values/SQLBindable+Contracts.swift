public import Contracts
public import Storage

extension Identifier: SQLBindable {
    /// Binds a blob of 16 bytes in big-endian order.
    @inlinable
    public func bind(to binder: inout Binder) throws { try binder.bind(high: high, low: low) }
}

extension Instant: SQLBindable {
    /// Binds the milliseconds since 1970.
    @inlinable
    public func bind(to binder: inout Binder) throws { try binder.bind(milliseconds) }
}
