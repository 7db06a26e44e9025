import HTML
import Synchronization
import WebPages

/// Counts the answers of the pages and of the API since the start.
final class RequestCounts: Sendable {
    struct Figures {
        /// How many answers had each status.
        var byStatus: [Int: Int] = [:]
        /// The sum of the times from the end of a head to the last byte, without those of pages'
        /// streams of changes, which stay open.
        var time = Duration.zero
        /// How many answers that sum is of.
        var timed = 0
    }

    private let kept = Mutex(Figures())

    var figures: Figures { kept.withLock { $0 } }

    /// Counts an answer of the route with this pattern.
    func note(route: String, status: Int, duration: Duration) {
        kept.withLock { figures in
            figures.byStatus[status, default: 0] += 1
            guard route != Place.live.text else { return }
            figures.time += duration
            figures.timed += 1
        }
    }
}
