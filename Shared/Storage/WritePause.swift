/// A place in the writer's queue at which it waits between two groups of commands.
final class WritePause: AnyWriteCommand, @unchecked Sendable {
    // @unchecked: like every command, handed over through the queue.
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
        super.init(deadline: nil, isRepeatable: true, need: .mustGoOn)
    }

    /// Keeps the writer's thread until the body ends.
    func hold() { body() }
}

// MARK: Copies made beside the writer

extension Database {
    /// Has the writer wait between two groups of commands for as long as the body runs, on the
    /// writer's thread: what was acknowledged before is in the file, and nothing is added to it.
    /// Reads go on. The body bounds its own time. A full disk holds nobody up: nothing is written.
    ///
    /// - Throws: `untrusted` when the file is refused, `busy` when the queue is full, `closed` at
    ///   the end.
    public func pauseWrites(_ body: @escaping @Sendable () -> Void) throws(StorageError) {
        if let refusal = writeRefusal { throw refusal }
        switch shared.commands.offer(WritePause(body)) {
        case .taken: return
        case .full:
            throw StorageError(code: .busy, message: "too many commands wait; try again later")
        case .closed:
            throw StorageError(code: .closed, message: "the database has been closed")
        }
    }

    /// Lets the write-ahead log grow until then, because another process copies the file: emptying
    /// the log would wait for that reader, and every command with it. `nil` ends it. On a full disk
    /// the log is emptied all the same, as far as readers let it.
    public func spareReaders(until limit: ContinuousClock.Instant?) {
        shared.spareReaders(until: limit)
    }
}
