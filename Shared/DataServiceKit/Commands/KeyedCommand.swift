import Contracts
import ServiceKit
import Storage

/// Thrown to roll back a dry run.
struct DryRunResult: Error {
    let json: [UInt8]
}

/// A command and its idempotency key, as run in the writer's transaction.
struct KeyedCommand<Op: Operation>: Sendable {
    /// The reply for the caller after COMMIT.
    struct Answer: Sendable {
        let json: [UInt8]
        let isReplayed: Bool
    }

    let call: IncomingCall<Op>
    let input: Op.Request.Input
    let isRepeatable: Bool
    var need = WriteNeed.usual
    let feed: ChangeFeed
    let handler: @Sendable (Op.Request.Input, CallContext, UnitOfWork) throws -> [UInt8]
    /// The producers whose feeds were read to the end for this command.
    var caughtUp: Set<ServiceName> = []
    /// The command's entry in the log; nil if its reply is not stored.
    private let entry: CommandLog.Entry?

    /// Creates a command and hashes its payload on the calling thread rather than the writer's.
    init(
        call: IncomingCall<Op>, input: Op.Request.Input, isRepeatable: Bool, feed: ChangeFeed,
        handler:
            @escaping @Sendable (Op.Request.Input, CallContext, UnitOfWork) throws -> [UInt8]
    ) {
        self.call = call
        self.input = input
        self.isRepeatable = isRepeatable
        self.feed = feed
        self.handler = handler
        entry = call.context.isDryRun || Op.carriesSecrets ? nil : Self.entry(of: call)
    }

    /// Checks the key, runs the handler and stores the reply, all in one transaction.
    func run(in transaction: WriteTransaction) throws -> Answer {
        let context = call.context
        let log = CommandLog(transaction: transaction)
        if let entry {
            switch try find(entry, in: log) {
            case .unknown: break
            case .done(let json): return Answer(json: json, isReplayed: true)
            case .reused:
                throw ServiceError(
                    .keyReused, "This idempotency key was used for another request; use a new one")
            }
        }
        let unit = UnitOfWork(
            transaction, context: context, now: context.now, feed: feed, caughtUp: caughtUp)
        let json = try handler(input, context, unit)
        if context.isDryRun { throw DryRunResult(json: json) }
        if let entry { try store(json, entry, in: log, at: unit.housekeepingTime) }
        return Answer(json: json, isReplayed: false)
    }

    private static func entry(of call: IncomingCall<Op>) -> CommandLog.Entry? {
        call.context.idempotencyKey.map { key in
            CommandLog.Entry(
                key: key, principal: call.context.principal.commandLogBytes,
                fingerprint: RequestFingerprint(of: call))
        }
    }

    private func find(_ entry: CommandLog.Entry, in log: CommandLog) throws -> CommandLog.Finding {
        #if DEBUG
            if TestHooks.isOn("key-not-checked") { return .unknown }
        #endif
        return try log.find(entry)
    }

    private func store(
        _ json: [UInt8], _ entry: CommandLog.Entry, in log: CommandLog, at time: Instant
    ) throws {
        #if DEBUG
            if TestHooks.isOn("key-not-checked") { return }
        #endif
        try log.store(json, for: entry, at: time)
    }
}
