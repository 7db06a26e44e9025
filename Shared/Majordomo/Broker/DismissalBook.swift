/// Connections whose worker was told DISCONNECT, or said it: RFC 18/MDP allows no further command
/// to them, whatever they send. A worker that comes back does so on a new socket, with a new
/// address. Bounded: the oldest entry goes first, and costs one more DISCONNECT at worst.
struct DismissalBook {
    private var dismissed: Set<PeerAddress> = []
    private var order: [PeerAddress] = []

    /// Notes that this connection hears nothing more.
    mutating func insert(_ peer: PeerAddress) {
        guard dismissed.insert(peer).inserted else { return }
        order.append(peer)
        guard order.count > Limits.dismissedPeersMax else { return }
        dismissed.remove(order.removeFirst())
    }

    /// Whether this connection hears nothing more.
    func contains(_ peer: PeerAddress) -> Bool {
        !dismissed.isEmpty && dismissed.contains(peer)
    }
}
