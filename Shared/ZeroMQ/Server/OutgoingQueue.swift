import Glibc

/// Bytes queued for a peer, in pieces, so that the memory of sent pieces is freed.
struct OutgoingQueue {
    /// The size in bytes from which a piece accepts no further message.
    static let pieceBytesMax = 65_536
    /// The largest piece in bytes that an empty queue keeps for the next message.
    static let keptBytesMax = 16_384

    private var pieces: [[UInt8]] = []
    private var first = 0
    /// The number of bytes of the first piece that have been sent.
    private var taken = 0
    /// The number of queued bytes.
    private(set) var byteCount = 0

    var isEmpty: Bool { byteCount == 0 }

    /// Appends bytes without a head.
    mutating func append(_ bytes: [UInt8]) {
        makeRoom(for: bytes.count)
        pieces[pieces.count - 1].append(contentsOf: bytes)
        byteCount += bytes.count
    }

    /// Appends the frames of a message from `first` on, with their heads.
    mutating func append(_ message: Message, from first: Int) {
        let size = OutgoingQueue.byteCount(of: message, from: first)
        makeRoom(for: size)
        let last = pieces.count - 1
        for index in first..<message.count {
            let flags = index + 1 < message.count ? ZMTP.moreFlag : 0
            let count = message.byteCount(at: index)
            ZMTP.appendHead(flags: flags, bodyCount: count, to: &pieces[last])
            unsafe message.withRawBytes(at: index) { bytes in
                unsafe pieces[last].append(contentsOf: bytes)
            }
        }
        byteCount += size
    }

    /// Returns the length of a message's frames from `first` on, heads included.
    static func byteCount(of message: Message, from first: Int) -> Int {
        var sum = 0
        for index in first..<message.count {
            let count = message.byteCount(at: index)
            sum += count + (count > ZMTP.shortBytesMax ? 9 : 2)
        }
        return sum
    }

    /// The result of a write.
    enum Outcome {
        /// The queue is empty.
        case emptied
        /// The kernel accepts no more at present.
        case blocked
        /// The connection is broken.
        case broken
    }

    /// Writes as many bytes as the kernel accepts.
    mutating func write(to descriptor: Int32) -> Outcome {
        while byteCount > 0 {
            let sent = unsafe pieces[first].withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[taken...])
                return unsafe send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            guard sent >= 0 else {
                if errno == EINTR { continue }
                return errno == EAGAIN ? .blocked : .broken
            }
            drop(sent)
        }
        return .emptied
    }

    /// Removes all bytes.
    mutating func removeAll() {
        self = OutgoingQueue()
    }

    private mutating func makeRoom(for size: Int) {
        if let tail = pieces.last, pieces.count > first,
            tail.isEmpty || tail.count + size <= OutgoingQueue.pieceBytesMax
        {
            return
        }
        var piece: [UInt8] = []
        piece.reserveCapacity(size)
        pieces.append(piece)
    }

    private mutating func drop(_ count: Int) {
        byteCount -= count
        taken += count
        guard taken == pieces[first].count else { return }
        taken = 0
        if byteCount == 0 {
            let kept = pieces[first].capacity <= OutgoingQueue.keptBytesMax ? first : nil
            if let kept { pieces[kept].removeAll(keepingCapacity: true) }
            pieces = kept.map { [pieces[$0]] } ?? []
            first = 0
            return
        }
        pieces[first] = []
        first += 1
        if first == 64 {
            pieces.removeFirst(first)
            first = 0
        }
    }
}
