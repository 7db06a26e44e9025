public import Contracts
import Dispatch
public import ServiceKit
public import Storage

/// Receives the result of work that waits for other services; called once, on any thread.
public typealias Completion<Value> = @Sendable (Result<Value, any Error>) -> Void

extension DataService {
    /// Serves an operation that writes and whose reply depends on what other services do
    /// afterwards.
    ///
    /// The handler runs like that of any command. Then `complete` turns the stored reply into the
    /// current one. It returns at once and calls back when the others are done or the caller's
    /// deadline is near. A waiting caller holds no thread. A retry with the same key gets the
    /// current reply.
    public func awaitingCommand<Op: Operation>(
        _ operation: Op.Type,
        _ handler:
            @escaping @Sendable (Op.Request.Input, CallContext, UnitOfWork) throws -> Op.Response,
        complete:
            @escaping @Sendable (Op.Response, CallContext, @escaping Completion<Op.Response>) ->
            Void
    ) {
        registerDecoded(operation) { [self] call, responder in
            let command = KeyedCommand(
                call: call, input: try call.input(), isRepeatable: false, feed: feed,
                handler: { try JSONCoding.encode(try handler($0, $1, $2)) })
            submit(command, responder) { [self] answer in
                finish(answer, of: call, responder, complete)
            }
        }
    }

    /// Answers a committed command: with the stored reply if no newer one can be read.
    private func finish<Op: Operation>(
        _ answer: KeyedCommand<Op>.Answer, of call: IncomingCall<Op>, _ responder: Responder<Op>,
        _ complete: (Op.Response, CallContext, @escaping Completion<Op.Response>) -> Void
    ) {
        @Sendable func respond(_ result: Result<Op.Response, any Error>) {
            var json = answer.json
            do {
                json = try JSONCoding.encode(try result.get())
            } catch {
                logger.warning(
                    "the present answer cannot be read", ["error.message": "\(error)"])
            }
            responder.succeed(json: json, replayed: answer.isReplayed)
        }
        do {
            let stored = try JSONCoding.decodeResponse(Op.Response.self, from: answer.json)
            complete(stored, call.context) { respond($0) }
        } catch {
            respond(.failure(error))
        }
    }

    /// Serves an operation that reads and waits. The handler returns at once and calls back with
    /// the response. A waiting caller holds no thread.
    public func awaitingQuery<Op: Operation>(
        _ operation: Op.Type,
        _ handler:
            @escaping @Sendable (Op.Request.Input, CallContext, @escaping Completion<Op.Response>)
            throws -> Void
    ) {
        registerDecoded(operation) { call, responder in
            try call.context.checkDeadline()
            try handler(try call.input(), call.context) { result in
                switch result {
                case .success(let response): responder.succeed(response)
                case .failure(let error): responder.deliver(Outcome(throwing: error))
                }
            }
        }
    }

    /// Serves an operation that waits for news, at most for the time that `wait` returns.
    ///
    /// `look` returns the present response and whether it is news to the caller. It is called at
    /// once, after each commit that concerns the caller's family or the caller, and when the wait
    /// is over. A waiting caller holds no thread.
    public func waitingQuery<Op: Operation>(
        _ operation: Op.Type, for wait: @escaping @Sendable (Op.Request.Input) -> Duration,
        look:
            @escaping @Sendable (Op.Request.Input, CallContext, ReadTransaction) throws -> (
                response: Op.Response, isNews: Bool
            )
    ) {
        registerDecoded(operation) { [self] call, responder in
            let (input, context) = (try call.input(), call.context)
            var topics: [WaitingCalls.Topic] = []
            if let family = context.family?.familyID { topics.append(.family(family)) }
            if let user = context.principal.user {
                topics += [.user(user.userID), .session(user.sessionID)]
            }
            let until = min(ContinuousClock.now + wait(input), context.deadline)
            feed.waitingCalls.wait(for: topics, until: until) { [database, feed] isLast, done in
                let lane = context.family?.familyID.hashValue
                database.read(deadline: context.deadline, lane: lane) { transaction in
                    try look(input, context, transaction)
                } completion: { result in
                    if !isLast, case .success(let found) = result, !found.isNews {
                        return done(false)
                    }
                    // Before the answer, so that whoever has it does not wait any more.
                    done(true)
                    feed.reportParked()
                    switch result {
                    case .success(let found): responder.succeed(found.response)
                    case .failure(let error): responder.deliver(Outcome(throwing: error))
                    }
                }
            }
            feed.reportParked()
            feed.timer.signal()
        }
    }

    /// Ends the waits of callers whose rights have ended.
    func endWaits(of subject: RevocationList.Subject) {
        switch subject {
        case .session(let session): feed.waitingCalls.end(.session(session))
        case .user(let user): feed.waitingCalls.end(.user(user))
        }
        feed.reportParked()
    }
}
