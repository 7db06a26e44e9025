internal import Synchronization

/// A value that is made when it is first needed, for what would slow down the start of a program
/// that may never need it.
public final class Lazy<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)
    private let make: @Sendable () -> Value

    /// Creates a value that `make` makes once. It must not ask for the same value.
    public init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    public var value: Value {
        made.withLock { made in
            if let made { return made }
            let new = make()
            made = new
            return new
        }
    }
}
