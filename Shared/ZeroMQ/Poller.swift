import CZeroMQ
import Glibc

/// Waits for sockets and descriptors of one thread (zmq_poll(3)).
@safe
public final class Poller {
    /// What to wait for.
    public struct Interest: OptionSet, Sendable {
        /// The bits, as `zmq_poll` has them.
        public let rawValue: Int16
        /// Makes a set from its bits.
        public init(rawValue: Int16) { self.rawValue = rawValue }
        /// A message or bytes can be read.
        public static let readable = Interest(rawValue: 1)
        /// A message can be sent.
        public static let writable = Interest(rawValue: 2)
    }

    private var items: [zmq_pollitem_t] = unsafe []
    private var sockets: [Socket] = []

    /// Makes a poller that waits for nothing yet.
    public init() {}

    /// The number of items.
    public var count: Int { unsafe items.count }

    /// Adds a socket; the answer is its number for the other calls.
    @discardableResult
    public func add(_ socket: Socket, for interest: Interest) -> Int {
        sockets.append(socket)
        unsafe items.append(
            zmq_pollitem_t(
                socket: socket.handle, fd: 0, events: interest.rawValue, revents: 0))
        return unsafe items.count - 1
    }

    /// Adds a descriptor; the caller keeps it open as long as the poller is used.
    @discardableResult
    public func add(descriptor: Int32, for interest: Interest) -> Int {
        unsafe items.append(
            zmq_pollitem_t(socket: nil, fd: descriptor, events: interest.rawValue, revents: 0))
        return unsafe items.count - 1
    }

    /// Changes what item `index` waits for.
    public func setInterest(_ interest: Interest, at index: Int) {
        unsafe items[index].events = interest.rawValue
    }

    /// Waits until an item is ready or the time is over; below 0 waits for ever.
    /// A signal ends the wait early. The answer is how many items are ready.
    public func wait(milliseconds: Int) throws(ZeroMQError) -> Int {
        let result = unsafe items.withUnsafeMutableBufferPointer { buffer in
            unsafe zmq_poll(buffer.baseAddress, Int32(buffer.count), milliseconds)
        }
        if result >= 0 { return Int(result) }
        let number = zmq_errno()
        guard number == EINTR else { throw failure("zmq_poll", number: number) }
        for index in unsafe items.indices { unsafe items[index].revents = 0 }
        return 0
    }

    /// Whether item `index` was readable when the last wait ended.
    public func isReadable(_ index: Int) -> Bool {
        unsafe items[index].revents & Interest.readable.rawValue != 0
    }

    /// Whether item `index` was writable when the last wait ended.
    public func isWritable(_ index: Int) -> Bool {
        unsafe items[index].revents & Interest.writable.rawValue != 0
    }
}
