import CMicroHTTPD

extension ServerCore {
    /// libmicrohttpd has read the first line of a request.
    func lineReceived(_ handle: OpaquePointer, target: String) {
        guard let connection = connections[UInt(bitPattern: handle)] else { return }
        lastNumber += 1
        let id = String(UInt64.random(in: .min ... .max), radix: 16)
        let exchange = Exchange(
            id: lastNumber, requestID: String(repeating: "0", count: 16 - id.count) + id,
            rawTarget: target)
        exchange.origin.address = connection.address
        connection.exchange = exchange
        exchanges[exchange.id] = connection
        setDeadline(connection, configuration.headTimeMax)
    }

    /// What libmicrohttpd says when it asks how to go on.
    @unsafe struct Access {
        let handle: OpaquePointer
        let method: UnsafePointer<CChar>
        let version: UnsafePointer<CChar>
        let data: UnsafePointer<CChar>?
        /// How many bytes of the body there are, and then how many were not taken.
        var count: Int
    }

    /// libmicrohttpd has a head, a piece of a body or the end of a request. It asks again after
    /// each pause.
    ///
    /// - Returns: Whether the connection stays.
    func accessed(_ access: inout Access) -> Bool {
        guard let connection = unsafe connections[UInt(bitPattern: access.handle)],
            let exchange = connection.exchange, !exchange.isDropped
        else { return false }
        if unsafe access.count > 0 {
            let piece = unsafe UnsafeRawBufferPointer(start: access.data, count: access.count)
            return unsafe received(piece, &access.count, connection, exchange)
        }
        switch exchange.phase {
        case .head:
            if !exchange.hasBegun { unsafe begin(exchange, connection, access) }
            if exchange.response != nil, exchange.closesAfterResponse || exchange.hasBody {
                return queue(exchange, connection)
            }
            if exchange.hasBody, exchange.body.mode == .streamed, !exchange.body.isWanted {
                suspend(connection)
            } else {
                exchange.phase = .body
            }
            return true
        case .body:
            exchange.phase = .complete
            if connection.isPeerGone, exchange.response == nil, let route = exchange.route {
                setDeadline(connection, route.timeMax)
            }
            completeBody(exchange)
            fallthrough
        case .complete:
            if exchange.response != nil { return queue(exchange, connection) }
            suspend(connection)
            return true
        }
    }

    // MARK: Heads

    private func begin(
        _ exchange: Exchange, _ connection: Connection, _ access: Access
    ) {
        exchange.hasBegun = true
        connection.deadline = nil
        do throws(HTTPFailure) {
            let head = try unsafe readHead(exchange, connection, access)
            // From here the request is understood; a refusal need not end the connection.
            exchange.closesAfterResponse = false
            try admit(head, exchange, connection)
        } catch {
            answer(exchange, connection, error)
        }
    }

    private func readHead(
        _ exchange: Exchange, _ connection: Connection, _ access: Access
    ) throws(HTTPFailure) -> RequestHead {
        let size = unsafe compass_http_head_size(connection.handle)
        guard size <= Self.connectionMemoryBytes else { throw RequestHead.tooLarge }
        let buffer = unsafe Array(UnsafeRawBufferPointer(start: access.method, count: size))
        let head = try unsafe RequestHead(
            buffer: buffer, rawTarget: exchange.rawTarget,
            versionOffset: access.version - access.method)
        guard
            unsafe MHD_get_connection_values(connection.handle, .HEADER_KIND, nil, nil)
                == CInt(head.fields.all.count)
        else { throw RequestHead.malformed }
        exchange.failed = FailedRequest(
            id: exchange.requestID, method: head.method, target: head.rawTarget,
            headers: head.fields)
        return head
    }

    /// Finds the route, and begins with the body.
    private func admit(
        _ head: RequestHead, _ exchange: Exchange, _ connection: Connection
    ) throws(HTTPFailure) {
        let framing: RequestHead.Framing
        let host: String
        let target: RequestTarget
        do throws(HTTPFailure) {
            framing = try head.framing()
            exchange.hasBody = framing != .length(0)
            host = try head.host(allowed: configuration.hosts)
            target = try RequestTarget(head.rawTarget)
        } catch {
            exchange.closesAfterResponse = true
            throw error
        }
        takeOrigin(head.fields, exchange, connection)
        guard exchange.origin.isSecure || !configuration.isSecureOnly else {
            throw HTTPFailure(.forbidden, "The pages are served over https only.")
        }
        switch router.match(head.method, target) {
        case .failed(let failure): throw failure
        case .redirect(let location):
            set(.redirect(to: location, .permanentRedirect), exchange, connection)
        case .found(let route, let parameters):
            exchange.route = route
            if case .length(let count) = framing, count > route.body.bytesMax {
                throw ServerCore.bodyTooLarge
            }
            if route.body == .none, exchange.hasBody { throw ServerCore.bodyTooLarge }
            var request = HTTPRequest(
                head.method, target, headers: head.fields, origin: exchange.origin, host: host,
                parameters: parameters, route: route.pattern.description, id: exchange.requestID)
            exchange.body.bytesMax = route.body.bytesMax
            setDeadline(connection, route.timeMax)
            if case .streamed = route.body {
                exchange.body.mode = .streamed
                request.body = RequestBody(StreamedBody(core: self, exchangeID: exchange.id))
                exchange.request = request
                run(exchange)
            } else {
                exchange.request = request
            }
        }
    }

    static let bodyTooLarge = HTTPFailure(.contentTooLarge, "The request's body is too large.")

    /// Believes a trusted proxy about the client.
    private func takeOrigin(
        _ fields: HTTPFields, _ exchange: Exchange, _ connection: Connection
    ) {
        exchange.origin = RequestOrigin(
            address: connection.address, isSecure: configuration.certificate != nil)
        guard configuration.trustedProxies.contains(connection.address) else { return }
        // The last one is the one that the proxy itself has seen.
        if let address = fields.list("X-Forwarded-For").last { exchange.origin.address = address }
        if let scheme = fields.list("X-Forwarded-Proto").last {
            exchange.origin.isSecure = scheme == "https"
        }
        if let id = fields["X-Request-Id"], id.utf8.count <= 64,
            id.utf8.allSatisfy({ $0.isAlphanumeric || $0 == UInt8(ascii: "-") })
        {
            exchange.requestID = id
            exchange.failed.id = id
        }
    }

    // MARK: Bodies

    private func received(
        _ piece: UnsafeRawBufferPointer, _ count: inout Int, _ connection: Connection,
        _ exchange: Exchange
    ) -> Bool {
        var rest = unsafe piece[...]
        while unsafe !rest.isEmpty {
            if exchange.body.mode == .discarded {
                exchange.body.count += unsafe rest.count
                unsafe rest = unsafe rest[rest.endIndex...]
                guard exchange.body.count <= exchange.body.discardEnd else { return false }
            } else if unsafe exchange.body.count + rest.count > exchange.body.bytesMax {
                refuseBody(exchange, connection)
            } else {
                let taken = unsafe exchange.body.take(rest)
                unsafe rest = unsafe rest.dropFirst(taken)
                if taken == 0 {
                    // The reader is slower than the client.
                    suspend(connection)
                    break
                }
            }
        }
        count = unsafe rest.count
        return true
    }

    private func refuseBody(_ exchange: Exchange, _ connection: Connection) {
        discardBody(exchange)
        if exchange.request != nil, exchange.task != nil {
            exchange.body.fail(ServerCore.bodyTooLarge)
        } else if exchange.response == nil {
            answer(exchange, connection, ServerCore.bodyTooLarge)
        }
    }

    /// What still comes is read only so that the client gets its answer.
    func discardBody(_ exchange: Exchange) {
        guard exchange.body.mode != .discarded else { return }
        if exchange.body.mode == .collected { exchange.body.bytes = [] }
        exchange.body.mode = .discarded
        exchange.body.discardEnd = exchange.body.count + Self.discardBytesMax
    }

    private func completeBody(_ exchange: Exchange) {
        exchange.body.isComplete = true
        exchange.body.serve()
        guard exchange.response == nil, exchange.task == nil, exchange.request != nil else {
            return
        }
        exchange.request?.body = RequestBody(exchange.body.bytes)
        exchange.body.bytes = []
        run(exchange)
    }

    /// The next chunk of a streamed body.
    func nextChunk(of id: UInt64) async throws -> [UInt8]? {
        guard let connection = exchanges[id], let exchange = connection.exchange,
            exchange.body.waiter == nil
        else { throw CancellationError() }
        exchange.body.isWanted = true
        if !exchange.body.bytes.isEmpty {
            defer { exchange.body.bytes = [] }
            if !exchange.body.isComplete { resume(connection) }
            return exchange.body.bytes
        }
        if let failure = exchange.body.failure { throw failure }
        guard exchange.hasBody, !exchange.body.isComplete else { return nil }
        resume(connection)
        return try await withCheckedThrowingContinuation { exchange.body.waiter = $0 }
    }

    // MARK: Handlers

    /// Starts the handler as a job of this thread. `Task.immediate` would run it in the callback of
    /// libmicrohttpd, where the runtime does not know the thread's executor: each of its waits
    /// would end on another thread.
    private func run(_ exchange: Exchange) {
        guard let request = exchange.request, let route = exchange.route else { return }
        let id = exchange.id
        exchange.task = Task {
            do {
                let response =
                    switch route.body {
                    case .none, .collected: try await route.handler(request)
                    case .streamed: try await route.handleApart(request)
                    }
                guard let stream = respond(response, to: id) else { return }
                try await stream.write(to: ResponseWriter(core: self, exchangeID: id))
                finishStream(id)
            } catch {
                handlerFailed(id, error)
            }
        }
    }
}
