public import Contracts
public import ServiceKit
import Storage

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
        host.register(operation) { [self] call, responder in
            do {
                let command = KeyedCommand(
                    call: call, input: try call.input(), isRepeatable: false, feed: feed,
                    handler: { try JSONCoding.encode(try handler($0, $1, $2)) })
                submit(command, responder) { [self] answer in
                    finish(answer, of: call, responder, complete)
                }
            } catch {
                responder.deliver(Outcome(throwing: error))
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
        host.register(operation) { call, responder in
            do {
                try call.context.checkDeadline()
                try handler(try call.input(), call.context) { result in
                    switch result {
                    case .success(let response): responder.succeed(response)
                    case .failure(let error): responder.deliver(Outcome(throwing: error))
                    }
                }
            } catch {
                responder.deliver(Outcome(throwing: error))
            }
        }
    }
}
