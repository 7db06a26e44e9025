public import Contracts
public import ServiceKit
import Storage

extension DataService {
    /// Serves an operation that writes, and whose answer waits for what others do then.
    ///
    /// All of it runs on the pool's threads: first `prepare`, which may wait for others; then the
    /// handler with its rows, its changes and its answer under the caller's key, as every command;
    /// then `complete`, which may wait until shortly before the caller's time is over and turns the
    /// stored answer into the present one. A repetition under the same key gets the present one.
    public func awaitingCommand<Op: Operation>(
        _ operation: Op.Type, pool: JobPool,
        prepare: @escaping @Sendable (Op.Request.Input, CallContext) throws -> Void = { _, _ in },
        _ handler:
            @escaping @Sendable (Op.Request.Input, CallContext, UnitOfWork) throws -> Op.Response,
        complete: @escaping @Sendable (Op.Response, CallContext) throws -> Op.Response
    ) {
        host.register(operation) { [self] call, responder in
            let isTaken = pool.offer { [self] in
                do {
                    try call.context.checkDeadline()
                    let input = try call.input()
                    try prepare(input, call.context)
                    let answer = try run(input, of: call, handler)
                    responder.succeed(
                        json: completed(answer, of: Op.self, call.context, complete),
                        replayed: answer.isReplayed)
                } catch let rehearsal as Rehearsal {
                    responder.succeed(json: rehearsal.json)
                } catch {
                    responder.deliver(Outcome(throwing: error))
                }
            }
            if !isTaken {
                responder.fail(StorageError(code: .busy, message: "").serviceError)
            }
        }
    }

    private func run<Op: Operation>(
        _ input: Op.Request.Input, of call: IncomingCall<Op>,
        _ handler:
            @escaping @Sendable (Op.Request.Input, CallContext, UnitOfWork) throws -> Op.Response
    ) throws -> KeyedCommand<Op>.Answer {
        let command = KeyedCommand(
            call: call, input: input, isRepeatable: false, feed: feed,
            handler: { try JSONCoding.encode(try handler($0, $1, $2)) })
        return try database.write(deadline: call.context.deadline) { [host] transaction in
            try host.measured(Op.name, call.context) { try command.run(in: transaction) }
        }
    }

    /// What is committed is answered in any case: the stored answer if nothing newer can be read.
    private func completed<Op: Operation>(
        _ answer: KeyedCommand<Op>.Answer, of operation: Op.Type, _ context: CallContext,
        _ complete: @Sendable (Op.Response, CallContext) throws -> Op.Response
    ) -> [UInt8] {
        do {
            let stored = try JSONCoding.decodeResponse(Op.Response.self, from: answer.json)
            return try JSONCoding.encode(try complete(stored, context))
        } catch {
            logger.warning(
                "the present answer cannot be read", ["error.message": "\(error)"])
            return answer.json
        }
    }
}
