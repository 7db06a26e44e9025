/// How much a command is needed.
public enum WriteNeed: Sendable {
    /// It is refused while the disk is full.
    case usual
    /// It goes on while the disk is full and may use the reserve: signing in and out, and what
    /// reading depends on. It writes little, and should be repeatable: only then it is tried again.
    case mustGoOn
}

/// A command in the writer's queue, its result type hidden.
class AnyWriteCommand: @unchecked Sendable {
    // @unchecked: handed over through the queue; only the writer thread touches it afterwards.
    let deadline: ContinuousClock.Instant?
    /// Whether the closure has no effect but through its transaction, so that it may run again.
    let isRepeatable: Bool
    let need: WriteNeed
    var announcements: [@Sendable () -> Void] = []
    var followUps: [@Sendable () -> Void] = []

    init(deadline: ContinuousClock.Instant?, isRepeatable: Bool, need: WriteNeed) {
        self.deadline = deadline
        self.need = need
        self.isRepeatable = isRepeatable
    }

    /// Runs the closure and keeps its result for `succeed`.
    func run(in transaction: WriteTransaction) throws {}
    /// Tells the caller that the result is durable.
    func succeed() {}
    /// Tells the caller that nothing was kept, or why nobody knows.
    func fail(_ error: any Error) {}
}

/// A command with its result.
final class WriteCommand<Value: Sendable>: AnyWriteCommand, @unchecked Sendable {
    // @unchecked: as above.
    private let body: @Sendable (WriteTransaction) throws -> Value
    private let completion: @Sendable (Result<Value, any Error>) -> Void
    private var value: Value?

    init(
        deadline: ContinuousClock.Instant?, isRepeatable: Bool, need: WriteNeed,
        body: @escaping @Sendable (WriteTransaction) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        self.body = body
        self.completion = completion
        super.init(deadline: deadline, isRepeatable: isRepeatable, need: need)
    }

    override func run(in transaction: WriteTransaction) throws {
        value = try body(transaction)
    }

    override func succeed() {
        guard let value else { preconditionFailure("a command succeeds only after it ran") }
        completion(.success(value))
    }

    override func fail(_ error: any Error) { completion(.failure(error)) }
}
