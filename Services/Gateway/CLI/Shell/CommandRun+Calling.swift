import CommandKit
import Contracts
import ServiceKit

extension CommandRun {
    /// Calls an operation that needs no sign-in.
    func callAsAnybody<Op: Operation>(
        _ operation: Op.Type, _ request: Op.Request, at service: ServiceName? = nil,
        passport: [UInt8] = []
    ) throws -> Caller.Answer {
        var options = Caller.Options(passport: passport, budget: budget)
        options.isDryRun = isDryRun && !Op.isReadOnly
        if Op.isReadOnly {
            return try reported(by: Op.self) {
                try caller().answer(
                    operation, payload: encoded(request), at: service, options: options)
            }
        }
        let key = try typedKey() ?? freshKey()
        options.idempotencyKey = key
        do {
            return try reported(by: Op.self) {
                try caller().answer(
                    operation, payload: encoded(request), at: service, options: options)
            }
        } catch var failure as CommandFailure
            where failure.isRetryable || failure.isOutcomeUnknown
        {
            // Requests with secrets are not stored under their key, so there is nothing to repeat.
            if !Op.carriesSecrets { failure.offerKey(key) }
            throw failure
        }
    }

    /// Reads as the signed-in user.
    func read<Op: Operation>(
        _ operation: Op.Type, _ request: Op.Request, at service: ServiceName? = nil
    ) throws -> Caller.Answer {
        try send(operation, payload: encoded(request), at: service, key: nil)
    }

    /// Reads as the signed-in user, and decodes the answer.
    func response<Op: Operation>(
        of operation: Op.Type, _ request: Op.Request, at service: ServiceName? = nil
    ) throws -> Op.Response {
        try decoded(Op.Response.self, try read(operation, request, at: service))
    }

    /// Performs a change as the signed-in user. Key and request are stored before anything is sent;
    /// a key that is already stored sends its stored request again, regardless of the flags.
    /// `prior` is a coach to add first, in the same way.
    func change<Op: Operation>(
        _ operation: Op.Type, _ request: @autoclosure () throws -> Op.Request,
        at service: @autoclosure () throws -> ServiceName? = nil,
        key given: IdempotencyKey? = nil, adding prior: CoachForm? = nil
    ) throws -> Caller.Answer {
        if isDryRun {
            if let prior { _ = try send(AddCoach.self, payload: encoded(prior), key: nil) }
            return try send(
                operation, payload: encoded(try request()), at: try service(), key: nil)
        }
        let chosen = try given ?? typedKey()
        if let chosen, let stored = try storedCommand(chosen, of: Op.name) {
            note("Sending the stored request of \(chosen) again.")
            return try perform(operation, stored)
        }
        let user = try signedIn()
        var pending = PendingCommand(
            key: chosen ?? freshKey(), operation: Op.name, service: try service(),
            userID: try user.userID, family: needsFamily(Op.access) ? try user.family() : nil,
            payload: String(decoding: try encoded(try request()), as: UTF8.self),
            storedAt: clock.now())
        if let prior {
            pending.prior = PendingCommand.Prior(
                key: freshKey(), payload: String(decoding: try encoded(prior), as: UTF8.self))
        }
        do {
            try signIns.store(pending)
        } catch let failure as CommandFailure
            where Op.self == Logout.self && failure.exitCode == .unavailable
        {
            // Logging out works on a full disk; it can be repeated under any key.
        }
        return try perform(operation, pending)
    }

    /// Throws if a change would be rejected, by a dry run.
    func rehearse<Op: Operation>(_ operation: Op.Type, _ request: Op.Request) throws {
        _ = try send(operation, payload: encoded(request), key: nil, isRehearsal: true)
    }

    /// Performs a change that is safe to repeat, such as uploading a part of a file. Nothing is
    /// stored; the key only allows the message layer to send it again.
    func repeatable<Op: Operation>(
        _ operation: Op.Type, _ request: Op.Request, at service: ServiceName? = nil
    ) throws -> Caller.Answer {
        try send(operation, payload: encoded(request), at: service, key: freshKey())
    }

    /// Performs a change that prepares another call. It has its own key and can be sent again
    /// safely, is not stored, and is sent even in a dry run.
    func prepare<Op: Operation>(_ operation: Op.Type, _ request: Op.Request) throws -> Caller.Answer
    {
        try send(operation, payload: encoded(request), key: freshKey(), isRehearsal: false)
    }

    /// One call with this run's passport. If the passport is rejected, it is renewed and the call
    /// repeated once.
    func send<Op: Operation>(
        _ operation: Op.Type, payload: [UInt8], at service: ServiceName? = nil,
        key: IdempotencyKey?, family: FamilyID? = nil, isRehearsal: Bool? = nil
    ) throws -> Caller.Answer {
        var options = try options(
            for: operation, key: key, family: family, isRehearsal: isRehearsal)
        do {
            return try reported(by: Op.self) {
                try caller().answer(operation, payload: payload, at: service, options: options)
            }
        } catch let failure as CommandFailure where failure.exitCode == .unauthenticated {
            // Revoked, or the identity service has a new key: try once more with a new passport.
            options.passport = try signedIn().renewedPassport()
            if family == nil, options.family != nil { try signedIn().requireAnyFamily() }
        }
        return try reported(by: Op.self) {
            try caller().answer(operation, payload: payload, at: service, options: options)
        }
    }

    /// The options of a call of this run.
    private func options<Op: Operation>(
        for operation: Op.Type, key: IdempotencyKey?, family: FamilyID?, isRehearsal: Bool?
    ) throws -> Caller.Options {
        let user = try signedIn()
        var options = Caller.Options(budget: budget)
        options.idempotencyKey = key
        options.traceID = traceID
        options.isDryRun = (isRehearsal ?? isDryRun) && !Op.isReadOnly
        if needsFamily(Op.access) { options.family = try family ?? user.family() }
        options.passport = try user.passport()
        return options
    }

    /// A call that was sent and not yet answered.
    struct Preparation<Op: Operation> {
        fileprivate let payload: [UInt8]
        fileprivate let options: Caller.Options
        fileprivate let call: PendingCall
    }

    /// Sends what `prepare` would, without waiting for the answer.
    func beginPreparing<Op: Operation>(
        _ operation: Op.Type, payload: [UInt8]
    ) throws -> Preparation<Op> {
        let options = try options(
            for: operation, key: freshKey(), family: nil, isRehearsal: false)
        return Preparation(
            payload: payload, options: options,
            call: try caller().begin(operation, payload: payload, options: options))
    }

    /// Sends what `read` would, without waiting for the answer.
    func beginReading<Op: Operation>(
        _ operation: Op.Type, _ request: Op.Request
    ) throws -> Preparation<Op> {
        let payload = try encoded(request)
        let options = try options(for: operation, key: nil, family: nil, isRehearsal: nil)
        return Preparation(
            payload: payload, options: options,
            call: try caller().begin(operation, payload: payload, options: options))
    }

    /// Waits for what was read; nil if its service does not answer.
    func present<Op: Operation>(_ preparation: Preparation<Op>) throws -> Op.Response? {
        try present { try decoded(Op.Response.self, try finish(preparation)) }
    }

    /// What a service answers; nil if it does not.
    func present<Value>(_ body: () throws -> Value) throws -> Value? {
        do {
            return try body()
        } catch let failure as CommandFailure where failure.isAbsence {
            return nil
        }
    }

    /// Waits for the answer to a preparation. It is sent once more, with a new passport, if the
    /// passport was rejected; and, with `isNext`, after a conflict: it was then rejected because an
    /// earlier batch had failed, which has succeeded by now.
    func finish<Op: Operation>(
        _ preparation: Preparation<Op>, isNext: Bool = false
    ) throws -> Caller.Answer {
        var options = preparation.options
        do {
            return try reported(by: Op.self) { try preparation.call.answer() }
        } catch let failure as CommandFailure where failure.exitCode == .unauthenticated {
            options.passport = try signedIn().renewedPassport()
            if options.family != nil { try signedIn().requireAnyFamily() }
        } catch let failure as CommandFailure
            where isNext && failure.code == ErrorCode.conflict.rawValue
        {}
        return try reported(by: Op.self) {
            try caller().answer(Op.self, payload: preparation.payload, options: options)
        }
    }

    /// Waits for a preparation to end and ignores its answer.
    func abandon<Op: Operation>(_ preparation: Preparation<Op>) {
        _ = try? preparation.call.answer()
    }

    /// Runs a call and turns its error into one for people.
    private func reported<Op: Operation>(
        by operation: Op.Type, _ body: () throws -> Caller.Answer
    ) throws -> Caller.Answer {
        do {
            let answer = try body()
            lastRequestID = answer.requestID
            return answer
        } catch let failure as Caller.Failure {
            throw explained(failure, operation)
        }
    }

    // MARK: Parts of a call

    func encoded(_ request: some Encodable) throws -> [UInt8] { try JSONCoding.encode(request) }

    func decoded<Value: Decodable>(_ type: Value.Type, _ answer: Caller.Answer) throws -> Value {
        do {
            return try JSONCoding.decodeResponse(type, from: answer.json)
        } catch {
            throw CommandFailure(error.code, error.message)
        }
    }

    /// Returns a function that decodes an answer on first use and once only, for heading, rows and
    /// footer; JSON output never decodes it.
    func decoding<Value: Decodable>(
        _ type: Value.Type, _ answer: Caller.Answer
    ) -> () throws -> Value {
        var value: Value?
        return {
            if let value { return value }
            let made = try self.decoded(type, answer)
            value = made
            return made
        }
    }

    /// Returns a function for a part of an answer, which is decoded on first use and once only.
    func decoding<Value: Decodable, Part>(
        _ type: Value.Type, _ answer: Caller.Answer, _ part: @escaping (Value) -> Part
    ) -> () throws -> Part {
        let whole = decoding(type, answer)
        return { part(try whole()) }
    }

    /// Reads as the signed-in user. Returns the answer, and a function that decodes it on first
    /// use.
    func reading<Op: Operation>(
        _ operation: Op.Type, _ request: Op.Request
    ) throws -> (answer: Caller.Answer, response: () throws -> Op.Response) {
        let answer = try read(operation, request)
        return (answer, decoding(Op.Response.self, answer))
    }

    /// The same for a part of the response.
    func reading<Op: Operation, Part>(
        _ operation: Op.Type, _ request: Op.Request, _ part: @escaping (Op.Response) -> Part
    ) throws -> (answer: Caller.Answer, part: () throws -> Part) {
        let answer = try read(operation, request)
        return (answer, decoding(Op.Response.self, answer, part))
    }

    private func needsFamily(_ access: Access) -> Bool {
        access.familyRoles != nil
    }

    func freshKey() -> IdempotencyKey {
        IdempotencyKey(high: .random(in: 0...UInt64.max), low: .random(in: 1...UInt64.max))
    }

    func typedKey() throws -> IdempotencyKey? {
        guard let text = invocation.text("idempotency-key") else { return nil }
        guard let key = IdempotencyKey(text: text) else {
            throw CommandFailure.usage(
                "--idempotency-key takes the key that was printed, such as "
                    + "6f9619ff-8b86-4d01-b42d-00c04fc964ff")
        }
        return key
    }
}
