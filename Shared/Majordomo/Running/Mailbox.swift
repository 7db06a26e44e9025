import Synchronization
import ZeroMQ

/// Passes items from any thread to one thread that sleeps in a poll. Signals the descriptor only if
/// that thread may be asleep.
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

    /// The descriptor for the reader to poll.
    var descriptor: Int32 { wakeUp.descriptor }

    /// Adds an item; returns false if the mailbox is closed.
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

    /// Removes and returns all items. Called by the reader.
    func takeAll() -> [Item] {
        contents.withLock { contents in
            guard !contents.items.isEmpty else { return [] }
            var items: [Item] = []
            swap(&items, &contents.items)
            return items
        }
    }

    /// Announces that the reader is about to sleep; returns false if items have arrived.
    func mayFallAsleep() -> Bool {
        contents.withLock { contents in
            contents.isReaderAsleep = contents.items.isEmpty
            return contents.isReaderAsleep
        }
    }

    /// Announces that the reader is awake.
    func wokeUp(isSignalled: Bool) {
        if isSignalled { wakeUp.clear() }
        contents.withLock { $0.isReaderAsleep = false }
    }

    /// Closes the mailbox and returns the remaining items.
    func close() -> [Item] {
        contents.withLock { contents in
            contents.isClosed = true
            var items: [Item] = []
            swap(&items, &contents.items)
            return items
        }
    }
}
