import Glibc

/// A descriptor that is closed with its owner.
struct OwnedDescriptor: ~Copyable, Sendable {
    let number: Int32

    /// Takes over what a call returned. Throws the error of the call if it failed.
    init(_ number: Int32, from call: StaticString) throws(ZeroMQError) {
        guard number >= 0 else { throw failure(call, number: errno) }
        self.number = number
    }

    deinit {
        close(number)
    }
}
