/// A value that can be bound to a parameter of a SQL statement.
public protocol SQLBindable: Sendable {
    func bind(to binder: inout Binder) throws
}

extension Int64: SQLBindable {
    @inlinable
    public func bind(to binder: inout Binder) throws { try binder.bind(self) }
}

extension Int: SQLBindable {
    @inlinable
    public func bind(to binder: inout Binder) throws { try binder.bind(Int64(self)) }
}

extension Double: SQLBindable {
    @inlinable
    public func bind(to binder: inout Binder) throws { try binder.bind(self) }
}

extension Bool: SQLBindable {
    /// Binds 1 or 0.
    @inlinable
    public func bind(to binder: inout Binder) throws { try binder.bind(self ? 1 : 0) }
}

extension String: SQLBindable {
    @inlinable
    public func bind(to binder: inout Binder) throws { try binder.bind(self) }
}

/// A blob.
extension [UInt8]: SQLBindable {
    @inlinable
    public func bind(to binder: inout Binder) throws { try binder.bind(self) }
}

extension Optional: SQLBindable where Wrapped: SQLBindable {
    /// Binds NULL for nil.
    @inlinable
    public func bind(to binder: inout Binder) throws {
        if let self { try self.bind(to: &binder) } else { try binder.bindNull() }
    }
}
