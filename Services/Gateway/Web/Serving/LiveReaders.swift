import Contracts
import Synchronization

/// Counts the open streams of each reader, so that one reader does not take those of all.
final class LiveReaders: Sendable {
    /// The most streams of one reader, each of an open page. Further pages do not update
    /// themselves.
    static let streamsMax = 20

    /// One of a reader's streams. It counts until it is ended or nobody holds it any more.
    final class Stream: Sendable {
        private let readers: LiveReaders
        private let reader: UserID
        private let hasEnded = Mutex(false)

        fileprivate init(_ reader: UserID, of readers: LiveReaders) {
            self.readers = readers
            self.reader = reader
        }

        deinit { end() }

        func end() {
            let isFirst = hasEnded.withLock { hasEnded in
                defer { hasEnded = true }
                return !hasEnded
            }
            if isFirst { readers.end(reader) }
        }
    }

    private let counts = Mutex<[UserID: Int]>([:])

    /// Begins a stream; returns nil if the reader has `streamsMax` already.
    func begin(_ reader: UserID) -> Stream? {
        let isFree = counts.withLock { counts in
            let count = counts[reader, default: 0]
            guard count < Self.streamsMax else { return false }
            counts[reader] = count + 1
            return true
        }
        return isFree ? Stream(reader, of: self) : nil
    }

    private func end(_ reader: UserID) {
        counts.withLock { counts in
            let left = counts[reader, default: 1] - 1
            counts[reader] = left == 0 ? nil : left
        }
    }
}
