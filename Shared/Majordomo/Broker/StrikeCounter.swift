/// Counts malformed messages per connection and refuses offenders. Drops the oldest entry when
/// full.
struct StrikeCounter {
    private var records: [PeerAddress: StrikeRecord] = [:]

    /// Counts a strike; returns true if this strike causes the refusal.
    mutating func strike(
        _ peer: PeerAddress, descriptor: Int32?, at now: MonotonicTime
    ) -> Bool {
        var record = records[peer] ?? StrikeRecord(since: now)
        if now.milliseconds(since: record.since) >= Limits.strikeWindowMilliseconds {
            record = StrikeRecord(since: now)
        }
        record.count += 1
        record.descriptor = descriptor
        let isLast = record.count == Limits.strikesMax
        if isLast {
            record.refusedUntil = now.advanced(byMilliseconds: Limits.refusalMilliseconds)
        }
        makeRoom(for: peer)
        records[peer] = record
        return isLast
    }

    /// Returns whether the connection is refused now.
    mutating func refuses(_ peer: PeerAddress, at now: MonotonicTime) -> Bool {
        guard !records.isEmpty, let until = records[peer]?.refusedUntil else { return false }
        if now < until { return true }
        records[peer] = nil
        return false
    }

    /// Forgets a closed connection, so that the next one with its descriptor starts without
    /// strikes.
    mutating func forget(descriptor: Int32) {
        guard !records.isEmpty else { return }
        records = records.filter { $0.value.descriptor != descriptor }
    }

    private mutating func makeRoom(for peer: PeerAddress) {
        guard records.count >= Limits.struckPeersMax, records[peer] == nil,
            let oldest = records.min(by: { $0.value.since < $1.value.since })
        else { return }
        records[oldest.key] = nil
    }
}
