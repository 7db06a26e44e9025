/// Whether a command runs while the disk is full.
public enum WriteNeed: Sendable {
    /// The command is refused while the disk is full.
    case usual
    /// The command runs while the disk is full and may use the reserve: sign-ins, sign-outs and
    /// writes on which reads depend. It must write little and should be repeatable, because only
    /// repeatable commands are retried.
    case mustGoOn
}

/// A type-erased command in the writer's queue.
class AnyWriteCommand: @unchecked Sendable {
    // @unchecked: passed through the queue; afterwards only the writer thread uses it.
    let deadline: ContinuousClock.Instant?
    /// Whether the closure's only effects are in its transaction, so that it may run again.
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
    /// Reports to the caller that the result is durable.
    func succeed() {}
    /// Reports to the caller that nothing was kept, or that the outcome is unknown.
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
