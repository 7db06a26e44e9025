/// Connections whose worker sent or received DISCONNECT. RFC 18/MDP allows no further command to
/// them. A returning worker uses a new socket with a new address. The number of entries is bounded;
/// dropping the oldest one costs at most one more DISCONNECT.
struct DisconnectedPeers {
    private var dismissed: Set<PeerAddress> = []
    private var order: [PeerAddress] = []

    /// Records that this connection must get no further message.
    mutating func insert(_ peer: PeerAddress) {
        guard dismissed.insert(peer).inserted else { return }
        order.append(peer)
        guard order.count > Limits.dismissedPeersMax else { return }
        dismissed.remove(order.removeFirst())
    }

    /// Returns whether this connection must get no further message.
    func contains(_ peer: PeerAddress) -> Bool {
        !dismissed.isEmpty && dismissed.contains(peer)
    }
}
