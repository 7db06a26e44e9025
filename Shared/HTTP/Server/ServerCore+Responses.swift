import CMicroHTTPD
import CSystem
import Glibc

extension ServerCore {
    // MARK: From the handler

    /// Takes a handler's response.
    ///
    /// - Returns: The stream that is to be written, if there is one and the client wants it.
    func respond(_ response: HTTPResponse, to id: UInt64) -> ResponseStream? {
        guard let connection = exchanges[id], let exchange = connection.exchange,
            exchange.response == nil
        else { return nil }
        set(response, exchange, connection)
        guard exchange.stream != nil, case .stream(let stream) = response.body else { return nil }
        if isStopping, stream.keepAlive != nil {
            exchange.stream?.fail()
            return nil
        }
        return stream
    }

    func handlerFailed(_ id: UInt64, _ error: any Error) {
        guard let connection = exchanges[id], let exchange = connection.exchange else { return }
        if exchange.stream != nil {
            if !(error is CancellationError) { report(exchange, "\(error)") }
            exchange.stream?.fail()
            resume(connection)
        } else if exchange.response == nil {
            if let failure = error as? HTTPFailure {
                answer(exchange, connection, failure)
            } else if connection.isPeerGone {
                drop(connection)
            } else {
                report(exchange, "\(error)")
                answer(exchange, connection, Self.internalError)
            }
        }
    }

    private static let internalError = HTTPFailure(
        .internalServerError, "Something went wrong. Please try again.")

    private func report(_ exchange: Exchange, _ error: String) {
        configuration.observe(
            .handlerFailed(
                requestID: exchange.requestID, route: exchange.route?.pattern.description ?? "",
                error: error))
    }

    /// Answers with the page of a failure.
    func answer(_ exchange: Exchange, _ connection: Connection, _ failure: HTTPFailure) {
        var response = configuration.failurePage(failure, exchange.failed)
        response.status = failure.status
        response.headers.addMissing(failure.headers)
        set(response, exchange, connection)
    }

    /// Fixes the response and lets the connection go on.
    func set(_ response: HTTPResponse, _ exchange: Exchange, _ connection: Connection) {
        var response = response
        response.headers.addMissing(configuration.commonHeaders)
        if let fault = Self.fault(in: response) {
            report(exchange, fault)
            response = HTTPResponse(.internalServerError)
        }
        if response.status.isBodiless { response.body = .bytes([]) }
        if case .stream(let stream) = response.body, exchange.failed.method != .head {
            exchange.stream = OutgoingStream(keepAlive: stream.keepAlive)
            if let keepAlive = stream.keepAlive { wakeUp(at: .now + keepAlive.interval) }
        }
        exchange.response = response
        connection.deadline = nil
        if exchange.phase == .body {
            // libmicrohttpd sends the answer when the body has ended.
            discardBody(exchange)
            setDeadline(connection, configuration.lingerTimeMax)
        }
        exchange.body.fail(CancellationError())
        resume(connection)
    }

    /// Why a response cannot be sent; `nil` if it can.
    private static func fault(in response: HTTPResponse) -> String? {
        guard (200...599).contains(response.status.rawValue) else {
            return "the status \(response.status) is not one of a response"
        }
        for field in response.headers.all {
            guard field.isValid else { return "the header \(field.name) is not valid" }
        }
        for name in ["Content-Length", "Transfer-Encoding", "Connection", "Date"]
        where response.headers[name] != nil {
            return "the header \(name) is the server's"
        }
        return nil
    }

    // MARK: To libmicrohttpd

    /// Hands the response to libmicrohttpd.
    ///
    /// - Returns: Whether the connection stays.
    func queue(_ exchange: Exchange, _ connection: Connection) -> Bool {
        guard let response = exchange.response, !exchange.isQueued,
            let raw = unsafe make(response, exchange)
        else { return false }
        defer { unsafe MHD_destroy_response(raw) }
        for field in response.headers.all {
            guard unsafe MHD_add_response_header(raw, field.name, field.value) == .YES else {
                return false
            }
        }
        if isStopping || exchange.closesAfterResponse
            || connections.count - exchanges.count > configuration.keptConnectionsMax
        {
            unsafe _ = MHD_add_response_header(raw, "Connection", "close")
        }
        // Before the body has come, libmicrohttpd closes the connection after the response.
        if exchange.phase == .head, exchange.hasBody { keepForLingering(connection) }
        exchange.isQueued = true
        let status = UInt32(response.status.rawValue)
        return unsafe MHD_queue_response(connection.handle, status, raw) == .YES
    }

    private func make(_ response: HTTPResponse, _ exchange: Exchange) -> OpaquePointer? {
        switch response.body {
        case .bytes(let bytes):
            return unsafe bytes.withUnsafeBytes { buffer in
                // Copied and never written, though the parameter says otherwise.
                unsafe MHD_create_response_from_buffer(
                    buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress),
                    .RESPMEM_MUST_COPY)
            }
        case .file(let range):
            guard let descriptor = try? range.duplicate() else { return nil }
            // Closes the descriptor with the response.
            let raw = unsafe MHD_create_response_from_fd_at_offset64(
                range.byteCount, descriptor, range.offset)
            if unsafe raw == nil { close(descriptor) }
            return unsafe raw
        case .stream(let stream):
            return unsafe ServerCallbacks.makeResponse(
                core: self, exchangeID: exchange.id, byteCount: stream.byteCount)
        }
    }

    /// What libmicrohttpd sends next of a stream.
    enum Filled {
        case bytes(Int)
        case end
        case failure
    }

    /// Fills libmicrohttpd's buffer; with nothing to send, the connection is suspended.
    func fill(_ buffer: UnsafeMutableRawBufferPointer, of id: UInt64) -> Filled {
        guard let connection = exchanges[id], let exchange = connection.exchange,
            let stream = exchange.stream, !stream.hasFailed, !exchange.isDropped
        else { return .failure }
        if stream.waitingCount > 0 {
            return .bytes(unsafe exchange.stream?.take(into: buffer) ?? 0)
        }
        if stream.isFinished { return .end }
        suspend(connection)
        return .bytes(0)
    }

    // MARK: Streams

    func write(_ bytes: [UInt8], to id: UInt64) async throws {
        guard let connection = exchanges[id], let exchange = connection.exchange,
            let stream = exchange.stream, !stream.hasFailed, !stream.isFinished
        else { throw CancellationError() }
        guard !bytes.isEmpty else { return }
        exchange.stream?.append(bytes)
        resume(connection)
        guard exchange.stream?.waitingCount ?? 0 > ResponseWriter.bufferBytesMax else { return }
        try await withCheckedThrowingContinuation { exchange.stream?.waiters.append($0) }
    }

    func finishStream(_ id: UInt64) {
        guard let connection = exchanges[id], let exchange = connection.exchange else { return }
        exchange.stream?.isFinished = true
        resume(connection)
    }

    /// Sends what keeps a silent stream open.
    func keepAlive(_ connection: Connection, _ now: ContinuousClock.Instant) {
        guard let exchange = connection.exchange, let stream = exchange.stream,
            let (bytes, interval) = stream.keepAlive, !stream.isFinished, !stream.hasFailed
        else { return }
        if stream.waitingCount == 0, stream.lastWrite + interval <= now {
            exchange.stream?.append(bytes)
            resume(connection)
        }
        wakeUp(at: max(stream.lastWrite, now) + interval)
    }

    // MARK: Ends

    /// The client has closed its side: whoever reads for it may stop. What changes something is
    /// done if it was sent as a whole, of which a part may still be on its way to the handler.
    func hangUp(_ connection: Connection) {
        connection.isPeerGone = true
        if connection.awaitsMore, !connection.isSuspended {
            setDeadline(connection, Self.hangUpPatience)
        }
        guard let exchange = connection.exchange, exchange.hasBegun else { return }
        if exchange.stream != nil {
            exchange.task?.cancel()
            exchange.stream?.fail()
            resume(connection)
        } else if exchange.route?.changesNothing ?? (exchange.failed.method?.isSafe != false) {
            exchange.task?.cancel()
            exchange.body.fail(CancellationError())
        }
    }

    /// The time is over.
    func expire(_ connection: Connection) {
        guard let exchange = connection.exchange, exchange.hasBegun, exchange.phase != .body else {
            // A head or a body that comes too slowly. libmicrohttpd cannot answer yet.
            connection.exchange?.task?.cancel()
            drop(connection)
            return
        }
        guard exchange.response == nil else { return }
        exchange.task?.cancel()
        answer(
            exchange, connection,
            HTTPFailure(.gatewayTimeout, "The answer took too long. Please try again."))
    }

    /// libmicrohttpd is done with a request.
    func completed(_ handle: OpaquePointer, isComplete: Bool) {
        guard let connection = connections[UInt(bitPattern: handle)],
            let exchange = connection.exchange
        else {
            return
        }
        end(exchange, of: connection, isComplete: isComplete)
        // A client that sends the next head byte by byte is not idle, but is cut as well.
        setDeadline(connection, configuration.idleTimeMax + configuration.headTimeMax)
        if isStopping || connection.isPeerGone {
            shutdown(connection.descriptor, CInt(SHUT_RDWR))
        }
    }

    func end(_ exchange: Exchange, of connection: Connection, isComplete: Bool) {
        exchanges[exchange.id] = nil
        connection.exchange = nil
        exchange.task?.cancel()
        exchange.body.fail(CancellationError())
        exchange.stream?.fail()
        if exchange.body.count >= Self.largeBodyMin { compass_give_back_memory() }
        guard let response = exchange.response else { return }
        configuration.observe(
            .answered(
                AnsweredRequest(
                    id: exchange.requestID, method: exchange.failed.method,
                    route: exchange.route?.pattern.description ?? "", status: response.status,
                    address: exchange.origin.address,
                    duration: .now - exchange.began, isComplete: isComplete && exchange.isQueued)))
    }
}
