import ZeroMQ

extension Message {
    /// Appends a payload in frames of at most `Limits.payloadFrameBytesMax`; an empty one is one
    /// frame.
    func appendPayload(_ payload: [UInt8]) throws(ZeroMQError) {
        let whole = payload.span
        var offset = 0
        repeat {
            let end = min(offset + Limits.payloadFrameBytesMax, whole.count)
            try append(whole.extracting(offset..<end))
            offset = end
        } while offset < whole.count
    }

    /// The bytes of all frames from `first` on, joined.
    func joinedBytes(from first: Int) -> [UInt8] {
        var joined: [UInt8] = []
        joined.reserveCapacity(byteCount(from: first))
        var index = first
        while index < count {
            withBytes(at: index) { bytes in
                unsafe bytes.withUnsafeBufferPointer { unsafe joined.append(contentsOf: $0) }
            }
            index += 1
        }
        return joined
    }
}
