import CZeroMQ
import Glibc

/// Waits for sockets and descriptors, on one thread.
///
/// zmq_poll(3) asks each socket for its events before and after each wait, which takes two system
/// calls a socket even if nothing has happened. A `Poller` waits for the descriptors of the sockets
/// with poll(2) instead. It asks a socket only if its descriptor is readable, or if the socket
/// was used since it had no message (zmq_getsockopt(3), ZMQ_FD).
@safe
public final class Poller {
    /// The events to wait for.
    public struct Interest: OptionSet, Sendable {
        public let rawValue: Int16
        public init(rawValue: Int16) { self.rawValue = rawValue }
        /// A message or bytes can be received.
        public static let readable = Interest(rawValue: 1)
        /// A message can be sent.
        public static let writable = Interest(rawValue: 2)
    }

    private struct Item {
        /// Nil for an item that is only a descriptor.
        let socket: Socket?
        var interest: Interest
        var ready: Interest = []
    }

    private var items: [Item] = []
    /// The descriptor of each item, for poll(2).
    private var descriptors: [pollfd] = []

    public init() {}

    public var count: Int { items.count }

    /// Adds a socket; returns its index for the other calls.
    @discardableResult
    public func add(_ socket: Socket, for interest: Interest) throws(ZeroMQError) -> Int {
        // Whatever a socket can do next, its descriptor becomes readable.
        add(Item(socket: socket, interest: interest), try socket.descriptor, POLLIN)
    }

    /// Adds a descriptor, which the caller must keep open while the poller is in use; returns its
    /// index for the other calls.
    @discardableResult
    public func add(descriptor: Int32, for interest: Interest) -> Int {
        var events: Int32 = 0
        if interest.contains(.readable) { events |= POLLIN }
        if interest.contains(.writable) { events |= POLLOUT }
        return add(Item(socket: nil, interest: interest), descriptor, events)
    }

    private func add(_ item: Item, _ descriptor: Int32, _ events: Int32) -> Int {
        items.append(item)
        descriptors.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
        return items.count - 1
    }

    /// Changes the events that the socket of item `index` is watched for.
    public func setInterest(_ interest: Interest, at index: Int) {
        items[index].interest = interest
    }

    /// Waits until an item is ready or the timeout ends; a negative timeout waits forever.
    /// A signal ends the wait early. Returns the number of ready items.
    public func wait(milliseconds: Int) throws(ZeroMQError) -> Int {
        for index in items.indices {
            items[index].ready = []
            if let socket = items[index].socket,
                !socket.awaitsSignal || items[index].interest.contains(.writable)
            {
                try ask(socket, at: index)
            }
        }
        var left = readyCount > 0 ? 0 : milliseconds
        let end = left > 0 ? ContinuousClock.now + .milliseconds(left) : nil
        while true {
            let signalled = try poll(left)
            if signalled > 0 { try takeSignals() }
            if signalled <= 0 || readyCount > 0 || left == 0 { return readyCount }
            // A signal without an event for this caller, such as the end of a handshake.
            if let end { left = max(0, Int((end - .now) / .milliseconds(1))) }
        }
    }

    /// Returns whether item `index` was readable at the end of the last wait.
    public func isReadable(_ index: Int) -> Bool { items[index].ready.contains(.readable) }

    /// Returns whether item `index` was writable at the end of the last wait.
    public func isWritable(_ index: Int) -> Bool { items[index].ready.contains(.writable) }

    private var readyCount: Int { items.count { !$0.ready.isEmpty } }

    /// Returns how many descriptors have events; 0 after a signal to the process.
    private func poll(_ milliseconds: Int) throws(ZeroMQError) -> Int {
        let count = nfds_t(descriptors.count)
        let result = unsafe Glibc.poll(&descriptors, count, Int32(clamping: milliseconds))
        if result >= 0 { return Int(result) }
        guard errno == EINTR else { throw failure("poll", number: errno) }
        return 0
    }

    private func takeSignals() throws(ZeroMQError) {
        for index in items.indices {
            let events = Int32(descriptors[index].revents)
            guard events != 0 else { continue }
            if let socket = items[index].socket {
                try ask(socket, at: index)
            } else {
                if events & ~POLLOUT != 0 { items[index].ready.insert(.readable) }
                if events & POLLOUT != 0 { items[index].ready.insert(.writable) }
            }
        }
    }

    private func ask(_ socket: Socket, at index: Int) throws(ZeroMQError) {
        items[index].ready = try socket.events().intersection(items[index].interest)
    }
}
