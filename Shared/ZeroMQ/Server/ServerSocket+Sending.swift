import CZeroMQ
import Glibc

extension ServerSocket {
    /// Sends a message to the peer whose routing id is its first frame; false, and the message is
    /// unchanged, if there is no such peer or it was closed because too much waits for it.
    /// `source` is the connection that the message came over: it is not read while its receiver
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

    /// Puts bytes of ZMTP itself behind what waits for a peer.
    func append(_ bytes: [UInt8], to peer: ServerConnection) {
        guard hasRoom(for: bytes.count, to: peer) else { return }
        peer.outgoing.append(bytes)
        appended(bytes.count, to: peer)
    }

    /// Whether so many bytes may wait for the peer; whoever is in the way is closed.
    private func hasRoom(for size: Int, to peer: ServerConnection) -> Bool {
        guard peer.outgoing.byteCount + size <= limits.outgoingBytesMax else {
            cut(peer)
            return false
        }
        while figures.outgoingBytes + size > limits.outgoingBytesTotalMax,
            peer.phase != .closed
        {
            // What waits has perhaps only not been given to the kernel yet.
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

    /// Too much waits for all peers together: the one goes that took nothing for the longest time.
    private func cutSlowestPeer() {
        var slowest: ServerConnection?
        for case let peer? in byDescriptor where !peer.outgoing.isEmpty {
            if peer.lastTaken < slowest?.lastTaken ?? .max { slowest = peer }
        }
        guard let slowest else { preconditionFailure("the bytes that wait are miscounted") }
        cut(slowest)
    }

    // MARK: To the kernel

    /// Gives the kernel what was gathered.
    public func flush() {
        dirtyBytes = 0
        var place = 0
        while place < dirty.count {
            let descriptor = dirty[place]
            place += 1
            guard let peer = connection(at: descriptor), peer.isDirty else { continue }
            peer.isDirty = false
            // A full socket tells when it takes more.
            if !peer.watchesWriting { flush(peer) }
        }
        dirty.removeAll(keepingCapacity: true)
    }

    /// Gives the kernel what waits for one peer.
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

    /// Does not read `source` until the peer that it sends to has caught up. A peer that does not
    /// take enough is waited for no more: then its own limit closes it, and nobody else waits.
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

    /// Reads on from all that were held for this peer.
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

    /// Looks whether the peers for which others are held take enough.
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

    /// Connections that are not read at the moment, for others' sake.
    public var heldDescriptors: [Int32] {
        guard !holding.isEmpty else { return [] }
        return byDescriptor.compactMap { $0?.holders ?? 0 > 0 ? $0?.descriptor : nil }
    }

    // MARK: The end

    /// Gives peers what waits for them, at most for so long, and takes nothing more from anybody.
    /// The socket's path goes now and not with the object: by then it may be the next server's.
    public func finish(lingerMilliseconds: Int) {
        _ = unsafe unlink(path)
        flush()
        var left = lingerMilliseconds
        while figures.outgoingBytes > 0, left > 0 {
            // Nobody else works on this thread any more, and peers take a moment to read.
            usleep(1_000)
            left -= 1
            for case let peer? in byDescriptor where !peer.outgoing.isEmpty { flush(peer) }
        }
    }
}
