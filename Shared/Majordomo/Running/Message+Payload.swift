import ZeroMQ

extension Message {
    /// Appends a payload in frames of at most `Limits.payloadFrameBytesMax`; an empty payload is
    /// one empty frame.
    func appendPayload(_ payload: [UInt8]) throws(ZeroMQError) {
        let whole = payload.span
        var offset = 0
        repeat {
            let end = min(offset + Limits.payloadFrameBytesMax, whole.count)
            try append(whole.extracting(offset..<end))
            offset = end
        } while offset < whole.count
    }

    /// Returns the joined bytes of all frames from `first` on.
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
