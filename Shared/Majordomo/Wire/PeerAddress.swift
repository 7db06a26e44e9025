import ZeroMQ

/// A ROUTER's routing id of a peer: 1 to 255 bytes, the usual five of them without allocation.
struct PeerAddress: Hashable, Sendable {
    private let head: UInt64
    private let headCount: UInt8
    private let rest: [UInt8]

    init(_ bytes: Span<UInt8>) {
        let inHead = Swift.min(bytes.count, 8)
        var head: UInt64 = 0
        for index in 0..<inHead {
            head = head << 8 | UInt64(bytes[index])
        }
        self.head = head
        headCount = UInt8(truncatingIfNeeded: inHead)
        rest = bytes.count > 8 ? bytes.array(8..<bytes.count) : []
    }

    init(_ bytes: [UInt8]) {
        self.init(bytes.span)
    }

    /// The bytes of the routing id.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(headCount) + rest.count)
        var shift = Int(headCount) * 8
        while shift > 0 {
            shift -= 8
            bytes.append(UInt8(truncatingIfNeeded: head >> UInt64(shift)))
        }
        bytes.append(contentsOf: rest)
        return bytes
    }

    /// Appends the bytes to a message as a frame.
    func append(to message: Message) throws(ZeroMQError) {
        guard rest.isEmpty else { return try message.append(bytes) }
        let leftAligned = headCount == 0 ? 0 : head << UInt64((8 - headCount) * 8)
        let count = Int(headCount)
        try unsafe withUnsafeBytes(of: leftAligned.bigEndian) { buffer throws(ZeroMQError) in
            try unsafe message.append(copying: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    static func == (left: PeerAddress, right: PeerAddress) -> Bool {
        left.head == right.head && left.headCount == right.headCount && left.rest == right.rest
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(head)
        hasher.combine(headCount)
    }
}
