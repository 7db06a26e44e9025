import CZeroMQ
import Glibc

extension ServerSocket {
    /// Queues a message for the peer whose routing id is its first frame. Returns false and leaves
    /// the message unchanged if there is no such peer or if the peer was closed because of its
    /// queue.
    /// `source` is the connection that the message came over. It is not read while the receiver
    /// lags behind.
    public func send(_ message: Message, from source: Int32? = nil) -> Bool {
        precondition(message.count > 1, "a message to send has a routing id and a frame")
        let number = message.withBytes(at: 0) { ServerConnection.number(of: $0) }
        guard let number, let peer = connection(numbered: number), peer.phase == .open else {
            return false
        }
        let size = OutgoingQueue.byteCount(of: message, from: 1)
        guard hasRoom(for: size, to: peer) else { return false }
        peer.outgoing.append(message, from: 1)
        appended(size, to: peer)
        message.removeAll()
        if peer.outgoing.byteCount > limits.outgoingBytesHold { hold(source, for: peer) }
        return true
    }

    /// Queues bytes of ZMTP itself for a peer.
    func append(_ bytes: [UInt8], to peer: ServerConnection) {
        guard hasRoom(for: bytes.count, to: peer) else { return }
        peer.outgoing.append(bytes)
        appended(bytes.count, to: peer)
    }

    /// Returns whether `size` bytes may be queued for the peer. Closes connections that exceed a
    /// limit.
    private func hasRoom(for size: Int, to peer: ServerConnection) -> Bool {
        guard peer.outgoing.byteCount + size <= limits.outgoingBytesMax else {
            cut(peer)
            return false
        }
        while figures.outgoingBytes + size > limits.outgoingBytesTotalMax,
            peer.phase != .closed
        {
            // Some of the queued bytes may not have been offered to the kernel yet.
            flush()
            guard figures.outgoingBytes + size > limits.outgoingBytesTotalMax else { break }
            cutSlowestPeer()
        }
        return peer.phase != .closed
    }

    private func appended(_ size: Int, to peer: ServerConnection) {
        if peer.outgoing.byteCount == size { peer.lastTaken = now }
        figures.outgoingBytes += size
        dirtyBytes += size
        guard !peer.isDirty else { return }
        peer.isDirty = true
        dirty.append(peer.descriptor)
    }

    /// Closes the connection whose peer has accepted nothing for the longest time, because the
    /// queues exceed the total limit.
    private func cutSlowestPeer() {
        var slowest: ServerConnection?
        for case let peer? in byDescriptor where !peer.outgoing.isEmpty {
            if peer.lastTaken < slowest?.lastTaken ?? .max { slowest = peer }
        }
        guard let slowest else { preconditionFailure("the bytes that wait are miscounted") }
        cut(slowest)
    }

    // MARK: Writing

    /// Writes the queued bytes of all connections.
    public func flush() {
        dirtyBytes = 0
        var place = 0
        while place < dirty.count {
            let descriptor = dirty[place]
            place += 1
            guard let peer = connection(at: descriptor), peer.isDirty else { continue }
            peer.isDirty = false
            // epoll reports when a full socket accepts more.
            if !peer.watchesWriting { flush(peer) }
        }
        dirty.removeAll(keepingCapacity: true)
    }

    /// Writes the queued bytes of one peer.
    func flush(_ peer: ServerConnection) {
        let before = peer.outgoing.byteCount
        let outcome = peer.outgoing.write(to: peer.descriptor)
        let taken = before - peer.outgoing.byteCount
        figures.outgoingBytes -= taken
        peer.takenBytes &+= UInt64(taken)
        if taken > 0 { peer.lastTaken = now }
        switch outcome {
        case .broken: return close(peer)
        case .blocked: watch(peer, writing: true)
        case .emptied:
            watch(peer, writing: false)
            peer.isSlow = false
            peer.heldMilliseconds = 0
        }
        if peer.outgoing.byteCount <= limits.outgoingBytesHold / 2 { release(peer) }
    }

    private func watch(_ peer: ServerConnection, writing: Bool) {
        let reading = peer.holders == 0
        guard peer.watchesWriting != writing || peer.watchesReading != reading else { return }
        peer.watchesWriting = writing
        peer.watchesReading = reading
        _ = compass_epoll_watch(epoll, peer.descriptor, 0, reading ? 1 : 0, writing ? 1 : 0)
    }

    // MARK: Holding senders

    /// Stops reading `source` until the peer it sends to has caught up. If the peer accepts too
    /// little, its senders are released and its own limit closes it.
    private func hold(_ source: Int32?, for peer: ServerConnection) {
        guard !peer.isSlow, let source, source != peer.descriptor,
            let sender = connection(at: source), !peer.held.contains(sender.number)
        else { return }
        flush(peer)
        guard peer.phase == .open, peer.outgoing.byteCount > limits.outgoingBytesHold else {
            return
        }
        if holding.isEmpty { heldSince = now }
        if peer.held.isEmpty {
            holding.append(peer.number)
            peer.takenAtCheck = peer.takenBytes
        }
        peer.held.append(sender.number)
        sender.holders += 1
        watch(sender, writing: sender.watchesWriting)
    }

    /// Resumes reading all connections held for this peer.
    func release(_ peer: ServerConnection) {
        guard !peer.held.isEmpty else { return }
        holding.removeAll { $0 == peer.number }
        for number in peer.held {
            guard let sender = connection(numbered: number) else { continue }
            sender.holders -= 1
            sender.lastHeard = now
            watch(sender, writing: sender.watchesWriting)
        }
        peer.held.removeAll()
    }

    /// Checks whether the peers with held senders accept enough.
    func checkHolds() {
        let passed = now - heldSince
        guard passed >= limits.holdCheckMilliseconds else { return }
        heldSince = now
        for number in holding {
            guard let peer = connection(numbered: number) else { continue }
            peer.heldMilliseconds += passed
            let taken = peer.takenBytes &- peer.takenAtCheck
            peer.takenAtCheck = peer.takenBytes
            guard
                taken < limits.holdCheckBytesMin
                    || peer.heldMilliseconds >= limits.holdMillisecondsMax
            else { continue }
            peer.isSlow = true
            release(peer)
        }
    }

    /// The connections that are not read at present because a receiver is slow.
    public var heldDescriptors: [Int32] {
        guard !holding.isEmpty else { return [] }
        return byDescriptor.compactMap { $0?.holders ?? 0 > 0 ? $0?.descriptor : nil }
    }

    // MARK: Shutdown

    /// Accepts nothing more and writes the queued bytes for at most `lingerMilliseconds`. Unlinks
    /// the socket's path now rather than on deinitialization, when it may belong to the next
    /// server.
    public func finish(lingerMilliseconds: Int) {
        _ = unsafe unlink(path)
        flush()
        var left = lingerMilliseconds
        while figures.outgoingBytes > 0, left > 0 {
            // Nothing else runs on this thread any more, and peers need a moment to read.
            usleep(1_000)
            left -= 1
            for case let peer? in byDescriptor where !peer.outgoing.isEmpty { flush(peer) }
        }
    }
}
