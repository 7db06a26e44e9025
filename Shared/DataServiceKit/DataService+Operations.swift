public import Contracts
public import ServiceKit
public import Storage

// MARK: Queries

extension DataService {
    /// Serves an operation that reads. The handler runs on a reader thread over one snapshot and
    /// is cut when the caller's time is over. It runs again after it threw `OutOfDate`.
    public func query<Op: Operation>(
        _ operation: Op.Type,
        _ handler:
            @escaping @Sendable (Op.Request.Input, CallContext, ReadTransaction) throws ->
            Op.Response
    ) {
        queryJSON(operation) { try JSONCoding.encode(try handler($0, $1, $2)) }
    }

    /// The same with a handler that writes the response's JSON itself.
    public func queryJSON<Op: Operation>(
        _ operation: Op.Type,
        _ handler:
            @escaping @Sendable (Op.Request.Input, CallContext, ReadTransaction) throws -> [UInt8]
    ) {
        host.register(operation) { [self] call, responder in
            answer(Query(call: call, responder: responder, handler: handler))
        }
    }

    /// A query that is under way.
    private struct Query<Op: Operation>: Sendable {
        let call: IncomingCall<Op>
        let responder: Responder<Op>
        let handler: @Sendable (Op.Request.Input, CallContext, ReadTransaction) throws -> [UInt8]
        /// How often rows may still be brought up to date before the answer.
        var refreshesLeft = OutOfDate.refreshesMax
    }

    private func answer<Op: Operation>(_ query: Query<Op>) {
        let (call, responder, handler) = (query.call, query.responder, query.handler)
        let lane = call.context.family?.familyID.hashValue
        database.read(deadline: call.context.deadline, lane: lane) { [host] transaction in
            try host.measured(Op.name, call.context) {
                try handler(try call.input(), call.context, transaction)
            }
        } completion: { [self] result in
            switch result {
            case .success(let json): responder.succeed(json: json)
            case .failure(let old as OutOfDate) where query.refreshesLeft > 0:
                refresh(old, then: query)
            case .failure(let error): responder.deliver(Outcome(throwing: error))
            }
        }
    }

    /// Brings rows up to date on the writer thread, a step at a time, then reads again.
    private func refresh<Op: Operation>(_ old: OutOfDate, then query: Query<Op>) {
        database.write(deadline: query.call.context.deadline) { transaction in
            try old.refresh(transaction)
        } completion: { [self] result in
            switch result {
            case .success(true): refresh(old, then: query)
            case .success(false):
                var query = query
                query.refreshesLeft -= 1
                answer(query)
            case .failure(let error): query.responder.deliver(Outcome(throwing: error))
            }
        }
    }
}

// MARK: Commands

extension DataService {
    /// Serves an operation that writes. The handler runs on the writer thread; its rows, its
    /// changes and the answer under the caller's key are committed together, and only then the
    /// answer goes out. What it throws leaves nothing behind. The operation must not carry secrets
    /// if its answers are to be repeated under a key: those are not stored.
    public func command<Op: Operation>(
        _ operation: Op.Type,
        _ handler:
            @escaping @Sendable (Op.Request.Input, CallContext, UnitOfWork) throws -> Op.Response
    ) {
        commandJSON(operation) { try JSONCoding.encode(try handler($0, $1, $2)) }
    }

    /// The same with a handler that writes the response's JSON itself. A handler without any effect
    /// but through its unit of work is repeatable, which is faster (`Database.write`).
    public func commandJSON<Op: Operation>(
        _ operation: Op.Type, isRepeatable: Bool = false,
        _ handler:
            @escaping @Sendable (Op.Request.Input, CallContext, UnitOfWork) throws -> [UInt8]
    ) {
        host.register(operation) { [self] call, responder in
            do {
                let command = KeyedCommand(
                    call: call, input: try call.input(), isRepeatable: isRepeatable, feed: feed,
                    handler: handler)
                submit(command, responder)
            } catch {
                responder.deliver(Outcome(throwing: error))
            }
        }
    }

    private func submit<Op: Operation>(
        _ command: KeyedCommand<Op>, _ responder: Responder<Op>
    ) {
        database.write(
            deadline: command.call.context.deadline, isRepeatable: command.isRepeatable
        ) { [host] transaction in
            try host.measured(Op.name, command.call.context) { try command.run(in: transaction) }
        } completion: { [self] result in
            switch result {
            case .success(let answer):
                responder.succeed(json: answer.json, replayed: answer.isReplayed)
            case .failure(let rehearsal as Rehearsal):
                responder.succeed(json: rehearsal.json)
            case .failure(let unknown as ReferenceUnknown)
            where !command.caughtUp.contains(unknown.producer):
                catchUp(with: unknown, then: command, responder)
            case .failure(let error):
                responder.deliver(Outcome(throwing: error))
            }
        }
    }

    /// Brings the replica up to date off the writer thread, then runs the command again.
    private func catchUp<Op: Operation>(
        with unknown: ReferenceUnknown, then command: KeyedCommand<Op>, _ responder: Responder<Op>
    ) {
        var next = command
        next.caughtUp.insert(unknown.producer)
        guard let consumer = consumer(of: unknown.producer) else {
            // Nobody is asked: the next try says what is wrong.
            return submit(next, responder)
        }
        let isTaken = catchUps.offer { [self, next] in
            do {
                try consumer.catchUp(by: command.call.context.deadline)
                submit(next, responder)
            } catch {
                // Whether the record exists is not known: the caller is not told that it does not.
                responder.fail(
                    ServiceError(
                        .unavailable, "The service \(unknown.producer.rawValue) is away; try again")
                )
            }
        }
        if !isTaken {
            responder.fail(StorageError(code: .busy, message: "").serviceError)
        }
    }
}

// MARK: Jobs

extension DataService {
    /// Serves an operation that costs processor time or waits for others, on the pool's threads.
    /// The handler may call `write` and `database.read`; its answer is not kept under a key.
    public func job<Op: Operation>(
        _ operation: Op.Type, pool: JobPool,
        _ handler:
            @escaping @Sendable (Op.Request.Input, CallContext, DataService) throws -> Op.Response
    ) {
        host.register(operation) { [self] call, responder in
            let isTaken = pool.offer { [self] in
                do {
                    try call.context.checkDeadline()
                    responder.succeed(try handler(try call.input(), call.context, self))
                } catch {
                    responder.deliver(Outcome(throwing: error))
                }
            }
            if !isTaken {
                responder.fail(StorageError(code: .busy, message: "").serviceError)
            }
        }
    }

    /// Writes as one unit of work and waits for its COMMIT: for jobs, and with no context for work
    /// that the service does by itself. Throws what the closure threw, translated for the caller.
    @discardableResult
    public func write<Value: Sendable>(
        _ context: CallContext?,
        _ body: @escaping @Sendable (UnitOfWork) throws -> Value
    ) throws -> Value {
        let now = context?.now ?? clock.now()
        return try database.write(deadline: context?.deadline) { [feed] transaction in
            try body(UnitOfWork(transaction, context: context, now: now, feed: feed))
        }
    }
}
