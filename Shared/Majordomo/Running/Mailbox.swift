import Synchronization
import ZeroMQ

/// Hands items from any thread to one thread that sleeps in a poll. The descriptor is written only
/// when that thread may be asleep.
final class Mailbox<Item: Sendable>: Sendable {
    private struct Contents {
        var items: [Item] = []
        var isReaderAsleep = false
        var isClosed = false
    }

    private let contents = Mutex(Contents())
    private let wakeUp: WakeUp

    init() throws(ZeroMQError) {
        wakeUp = try WakeUp()
    }

    /// The descriptor to poll.
    var descriptor: Int32 { wakeUp.descriptor }

    /// Puts an item in; false once the mailbox is closed.
    @discardableResult
    func put(_ item: Item) -> Bool {
        let (isTaken, wakes) = contents.withLock { contents in
            guard !contents.isClosed else { return (false, false) }
            contents.items.append(item)
            let wakes = contents.isReaderAsleep
            contents.isReaderAsleep = false
            return (true, wakes)
        }
        if wakes { wakeUp.signal() }
        return isTaken
    }

    /// Takes everything, for the reader.
    func takeAll() -> [Item] {
        contents.withLock { contents in
            guard !contents.items.isEmpty else { return [] }
            var items: [Item] = []
            swap(&items, &contents.items)
            return items
        }
    }

    /// The reader is about to sleep; false if something came meanwhile.
    func mayFallAsleep() -> Bool {
        contents.withLock { contents in
            contents.isReaderAsleep = contents.items.isEmpty
            return contents.isReaderAsleep
        }
    }

    /// The reader woke up.
    func wokeUp(isSignalled: Bool) {
        if isSignalled { wakeUp.clear() }
        contents.withLock { $0.isReaderAsleep = false }
    }

    /// Takes what is left and refuses what comes later.
    func close() -> [Item] {
        contents.withLock { contents in
            contents.isClosed = true
            var items: [Item] = []
            swap(&items, &contents.items)
            return items
        }
    }
}
