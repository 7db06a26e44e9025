public import Contracts
public import ServiceKit
public import Storage

// MARK: Queries

extension DataService {
    /// Serves an operation that reads. The handler runs on a reader thread over one snapshot and is
    /// interrupted at the caller's deadline. It runs again after it threw `StaleRows`.
    public func query<Op: Operation>(
        _ operation: Op.Type,
        _ handler:
            @escaping @Sendable (Op.Request.Input, CallContext, ReadTransaction) throws ->
            Op.Response
    ) {
        queryJSON(operation) { try JSONCoding.encode(try handler($0, $1, $2)) }
    }

    /// Serves an operation that reads for the caller's family. Without one, the family is reported
    /// as not found.
    public func query<Op: Operation>(
        _ operation: Op.Type,
        _ handler:
            @escaping @Sendable (Op.Request.Input, FamilyScope, ReadTransaction) throws ->
            Op.Response
    ) {
        query(operation) { try handler($0, $1.requireFamily(), $2) }
    }

    /// Serves an operation that reads, with a handler that writes the response's JSON itself.
    public func queryJSON<Op: Operation>(
        _ operation: Op.Type,
        _ handler:
            @escaping @Sendable (Op.Request.Input, CallContext, ReadTransaction) throws -> [UInt8]
    ) {
        // Some operations compose their name each time.
        let name = Op.name
        host.register(operation) { [self] call, responder in
            answer(Query(call: call, responder: responder, name: name, handler: handler))
        }
    }

    /// Serves an operation that reads for the caller's family, with a handler that writes the
    /// response's JSON itself.
    public func queryJSON<Op: Operation>(
        _ operation: Op.Type,
        _ handler:
            @escaping @Sendable (Op.Request.Input, FamilyScope, ReadTransaction) throws -> [UInt8]
    ) {
        queryJSON(operation) { try handler($0, $1.requireFamily(), $2) }
    }

    /// A running query.
    private struct Query<Op: Operation>: Sendable {
        let call: IncomingCall<Op>
        let responder: Responder<Op>
        let name: String
        let handler: @Sendable (Op.Request.Input, CallContext, ReadTransaction) throws -> [UInt8]
        /// How often stale rows may still be refreshed before the reply.
        var refreshesLeft = StaleRows.refreshesMax
    }

    private func answer<Op: Operation>(_ query: Query<Op>) {
        let (call, responder, handler) = (query.call, query.responder, query.handler)
        let lane = call.context.family?.familyID.hashValue
        database.read(
            deadline: call.context.deadline, lane: lane,
            shortKind: call.context.isAlone ? query.name : nil
        ) { [host] transaction in
            try host.measured(query.name, call.context) {
                try handler(try call.input(), call.context, transaction)
            }
        } completion: { [self] result in
            switch result {
            case .success(let json): responder.succeed(json: json)
            case .failure(let old as StaleRows) where query.refreshesLeft > 0:
                refresh(old, then: query)
            case .failure(let error): responder.deliver(Outcome(throwing: error))
            }
        }
    }

    /// Refreshes stale rows on the writer thread, one step at a time, then runs the query again.
    private func refresh<Op: Operation>(_ old: StaleRows, then query: Query<Op>) {
        database.write(deadline: query.call.context.deadline) { transaction in
            try old.refresh(transaction)
        } completion: { [self] result in
            switch result {
            case .success(true): refresh(old, then: query)
            case .success(false):
                var query = query
                query.refreshesLeft -= 1
                answer(query)
            case .failure(let error as StorageError) where error.code == .noSpace:
                answerUnkept(query)
            case .failure(let error): query.responder.deliver(Outcome(throwing: error))
            }
        }
    }

    /// Answers a query on a full disk: refreshes the rows in a transaction that is rolled back.
    private func answerUnkept<Op: Operation>(_ query: Query<Op>) {
        let (call, handler) = (query.call, query.handler)
        database.write(
            deadline: call.context.deadline, isRepeatable: true, need: .mustGoOn
        ) { (transaction: WriteTransaction) -> Void in
            let input = try call.input()
            for _ in 0..<StaleRows.refreshesMax {
                do {
                    throw DryRunResult(json: try handler(input, call.context, transaction))
                } catch let old as StaleRows {
                    while try old.refresh(transaction) { try call.context.checkDeadline() }
                }
            }
            throw StorageError(code: .busy, message: "rows are out of date again and again")
        } completion: { (result: Result<Void, any Error>) in
            switch result {
            case .failure(let dryRun as DryRunResult):
                query.responder.succeed(json: dryRun.json)
            case .failure(let error): query.responder.deliver(Outcome(throwing: error))
            case .success: preconditionFailure("nothing of it is kept")
            }
        }
    }
}

// MARK: Commands

extension DataService {
    /// Serves an operation that writes. The handler runs on the writer thread. Its rows, its
    /// changes and the reply stored under the caller's key are committed together before the reply
    /// is sent. An error rolls everything back. Replies of operations with secrets are not stored,
    /// so they cannot be replayed. A handler without effects outside its unit of work is
    /// repeatable, which is faster (`Database.write`); one for a full disk (`WriteNeed`) must be.
    public func command<Op: Operation>(
        _ operation: Op.Type, isRepeatable: Bool = false, need: WriteNeed = .usual,
        _ handler:
            @escaping @Sendable (Op.Request.Input, CallContext, UnitOfWork) throws -> Op.Response
    ) {
        commandJSON(operation, isRepeatable: isRepeatable || need == .mustGoOn, need: need) {
            try JSONCoding.encode(try handler($0, $1, $2))
        }
    }

    /// Serves an operation that writes for the caller's family. Without one, the family is reported
    /// as not found.
    public func command<Op: Operation>(
        _ operation: Op.Type, isRepeatable: Bool = false,
        _ handler:
            @escaping @Sendable (Op.Request.Input, FamilyScope, UnitOfWork) throws -> Op.Response
    ) {
        command(operation, isRepeatable: isRepeatable) {
            try handler($0, $1.requireFamily(), $2)
        }
    }

    /// Serves an operation that writes, with a handler that writes the response's JSON itself. A
    /// parent is admitted if the operation and the family let parents log.
    public func commandJSON<Op: Operation>(
        _ operation: Op.Type, isRepeatable: Bool = false, need: WriteNeed = .usual,
        _ handler:
            @escaping @Sendable (Op.Request.Input, CallContext, UnitOfWork) throws -> [UInt8]
    ) {
        registerDecoded(operation) { [self] call, responder in
            let input: Op.Request.Input
            do {
                input = try call.input()
            } catch {
                return refuse(call, for: error, responder)
            }
            var command = KeyedCommand(
                call: call, input: input, isRepeatable: isRepeatable, feed: feed,
                handler: { [self] input, context, unit in
                    try admit(operation, context, in: unit.transaction)
                    return try handler(input, context, unit)
                })
            command.need = need
            submit(command, responder) {
                responder.succeed(json: $0.json, replayed: $0.isReplayed)
            }
        }
        // Only here, where each call is checked.
        if Op.admitsParentsWhoLog { host.allow([.parent], toCall: operation) }
    }

    /// Serves an operation that writes for the caller's family, with a handler that writes the
    /// response's JSON itself.
    public func commandJSON<Op: Operation>(
        _ operation: Op.Type, isRepeatable: Bool = false,
        _ handler:
            @escaping @Sendable (Op.Request.Input, FamilyScope, UnitOfWork) throws -> [UInt8]
    ) {
        commandJSON(operation, isRepeatable: isRepeatable) {
            try handler($0, $1.requireFamily(), $2)
        }
    }

    /// Registers an operation whose requests the decoder decodes. An error of `body` is the reply.
    func registerDecoded<Op: Operation>(
        _ operation: Op.Type,
        _ body: @escaping @Sendable (IncomingCall<Op>, Responder<Op>) throws -> Void
    ) {
        host.register(operation) { [decoder] call, responder in
            let isTaken = decoder.run(call.payload.count) {
                do {
                    try body(call, responder)
                } catch {
                    responder.deliver(Outcome(throwing: error))
                }
            }
            if !isTaken { responder.failBusy() }
        }
    }

    /// Serves a command that continues after its COMMIT in steps, each in its own transaction, so
    /// that other commands run in between. The reply is sent once the last step is committed; a
    /// retry with the same key waits for the steps as well. `steps` creates the step, which returns
    /// whether there is more to do. After a kill a housekeeping task continues the steps.
    func command<Op: Operation>(
        _ operation: Op.Type,
        _ handler:
            @escaping @Sendable (Op.Request.Input, CallContext, UnitOfWork) throws -> Op.Response,
        continuing steps: @escaping @Sendable (Op.Request.Input, CallContext) throws -> Step
    ) {
        registerDecoded(operation) { [self] call, responder in
            let input = try call.input()
            let command = KeyedCommand(
                call: call, input: input, isRepeatable: false, feed: feed,
                handler: { try JSONCoding.encode(try handler($0, $1, $2)) })
            let step = try steps(input, call.context)
            submit(command, responder) { [self] done in
                run(step) { ending in
                    switch ending {
                    case .success:
                        responder.succeed(json: done.json, replayed: done.isReplayed)
                    case .failure:
                        // The commit stays, and the housekeeping task continues the steps.
                        responder.fail(
                            ServiceError(
                                .unavailable,
                                "The service has accepted it and is still working on it; "
                                    + "ask again in a moment with the same key"),
                            executed: .unknown)
                    }
                }
            }
        }
    }

    /// Runs a step until there is nothing more to do, then calls `done`.
    private func run(
        _ step: @escaping Step, then done: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        let now = clock.now()
        database.write {
            try step($0, now)
        } completion: { [self] result in
            switch result {
            case .success(true): run(step, then: done)
            case .success(false): done(.success(()))
            case .failure(let error): done(.failure(error))
            }
        }
    }

    /// Runs a command and passes its reply to `answer` after COMMIT; errors go to the caller.
    func submit<Op: Operation>(
        _ command: KeyedCommand<Op>, _ responder: Responder<Op>,
        answer: @escaping @Sendable (KeyedCommand<Op>.Answer) -> Void
    ) {
        database.write(
            deadline: command.call.context.deadline, isRepeatable: command.isRepeatable,
            need: command.need
        ) { [host] transaction in
            try host.measured(Op.name, command.call.context) { try command.run(in: transaction) }
        } completion: { [self] result in
            switch result {
            case .success(let done):
                answer(done)
            case .failure(let dryRun as DryRunResult):
                responder.succeed(json: dryRun.json)
            case .failure(let unknown as UnknownReference)
            where !command.caughtUp.contains(unknown.producer):
                catchUp(with: unknown, then: command, responder, answer: answer)
            case .failure(let error):
                responder.deliver(Outcome(throwing: error))
            }
        }
    }

    /// Updates the replica off the writer thread, then runs the command again.
    private func catchUp<Op: Operation>(
        with unknown: UnknownReference, then command: KeyedCommand<Op>,
        _ responder: Responder<Op>,
        answer: @escaping @Sendable (KeyedCommand<Op>.Answer) -> Void
    ) {
        var next = command
        next.caughtUp.insert(unknown.producer)
        guard let consumer = consumer(of: unknown.producer) else {
            // The service does not follow this producer: the second run reports the error.
            return submit(next, responder, answer: answer)
        }
        consumer.catchUp(by: command.call.context.deadline, on: catchUps) { [self, next] result in
            switch result {
            case .success:
                submit(next, responder, answer: answer)
            case .failure(let error as StorageError):
                responder.fail(error.serviceError)
            case .failure where unknown.holdsWithoutNews:
                responder.fail(unknown.refusal)
            case .failure:
                // It is unknown whether the record exists, so do not report it as missing.
                responder.fail(
                    ServiceError(
                        .unavailable,
                        "The service \(unknown.producer.rawValue) is not available; try again")
                )
            }
        }
    }
}

// MARK: Jobs

extension Responder {
    /// Refuses the request because too many others wait.
    fileprivate func failBusy() { fail(StorageError(code: .busy, message: "").serviceError) }
}

extension DataService {
    /// Serves an operation that uses much processor time or waits for others, on the pool's
    /// threads. The handler may call `write` and `database.read`. Its reply is not stored under a
    /// key.
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
            if !isTaken { responder.failBusy() }
        }
    }

    /// Writes as one unit of work and waits for its COMMIT, for jobs. Pass no context for the
    /// service's own work. Throws the closure's error, translated for the caller. Work for a full
    /// disk (`WriteNeed`) must have no effect outside its unit of work.
    @discardableResult
    public func write<Value: Sendable>(
        _ context: CallContext?, need: WriteNeed = .usual,
        _ body: @escaping @Sendable (UnitOfWork) throws -> Value
    ) throws -> Value {
        let now = context?.now ?? clock.now()
        return try database.write(
            deadline: context?.deadline, isRepeatable: need == .mustGoOn, need: need
        ) { [feed] transaction in
            try body(UnitOfWork(transaction, context: context, now: now, feed: feed))
        }
    }
}

// MARK: Handlers

/// Returns a handler that passes a part of the service to `handler` as its last argument.
public func passing<Input, Caller, Access, Part: Sendable, Response>(
    _ part: Part,
    to handler: @escaping @Sendable (Input, Caller, Access, Part) throws -> Response
) -> @Sendable (Input, Caller, Access) throws -> Response {
    { try handler($0, $1, $2, part) }
}
