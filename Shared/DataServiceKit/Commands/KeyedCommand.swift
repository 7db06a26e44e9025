import Contracts
import ServiceKit
import Storage

/// Thrown to take back what a dry run did.
struct Rehearsal: Error {
    let json: [UInt8]
}

/// A command with its key: what runs inside the writer's transaction.
struct KeyedCommand<Op: Operation>: Sendable {
    /// What goes to the caller after COMMIT.
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
    /// The services whose feeds were read to their ends for it.
    var caughtUp: Set<ServiceName> = []
    /// What it leaves in the log under its key; `nil` if it leaves nothing.
    private let entry: CommandLog.Entry?

    /// A command that is not yet in the writer's queue: the sum over its payload is made here, on
    /// the caller's thread, not on that of the writer.
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

    /// Key, handler with its rows and changes, stored answer: in this order, in one transaction.
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
        if context.isDryRun { throw Rehearsal(json: json) }
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
