import Glibc

extension ServerSocket {
    /// Socket types whose messages a ROUTER accepts.
    private static let peerTypes: Set<String> = ["DEALER", "REQ", "ROUTER"]

    /// Reads once from a connection and makes it the current one if bytes arrived.
    func fill(_ connection: ServerConnection) {
        position = 0
        filled = connection.leftover.count
        unsafe buffer.copyBytes(from: connection.leftover)
        let came = unsafe recv(
            connection.descriptor, buffer.baseAddress! + filled, ServerSocket.readBytesMax, 0)
        guard came > 0 else {
            if came == 0 || (errno != EAGAIN && errno != EINTR) { close(connection) }
            return
        }
        connection.leftover.removeAll(keepingCapacity: true)
        filled += came
        connection.lastHeard = now
        connection.pinged = nil
        current = connection
    }

    /// Returns the next complete message in the buffer; nil if there is none.
    func decode(_ connection: ServerConnection) -> Message? {
        while connection.phase != .closed {
            if connection.frame == nil {
                guard begin(connection) else { return nil }
                continue
            }
            guard takeBody(connection) else { return nil }
            if let message = finish(connection) { return message }
        }
        return nil
    }

    /// Reads a greeting or a frame's head; returns false if more bytes are needed.
    private func begin(_ connection: ServerConnection) -> Bool {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[position..<filled])
            .assumingMemoryBound(to: UInt8.self)
        let bytes = unsafe rest.span
        if connection.phase == .greeting {
            guard ZMTP.isGreeting(bytes) else {
                cut(connection)
                return false
            }
            guard bytes.count >= ZMTP.greetingByteCount else {
                connection.leftover = unsafe Array(rest)
                return false
            }
            position += ZMTP.greetingByteCount
            connection.phase = .handshake
            if connection.isAdmitted { append(ZMTP.ready(socketType: "ROUTER"), to: connection) }
            return true
        }
        do throws(ZMTP.Problem) {
            guard let head = try ZMTP.head(in: bytes, at: 0) else {
                connection.leftover = unsafe Array(rest)
                return false
            }
            position += head.byteCount
            return try begin(head, of: connection)
        } catch {
            cut(connection)
            return false
        }
    }

    /// Makes room for a frame's body; returns false if the connection was closed meanwhile.
    private func begin(
        _ head: ZMTP.Head, of connection: ServerConnection
    ) throws(ZMTP.Problem) -> Bool {
        if head.isCommand {
            guard !head.hasMore, head.bodyCount <= ZMTP.commandBytesMax else {
                throw .malformed
            }
            connection.command.removeAll()
        } else {
            guard connection.phase == .open else { throw .malformed }
            let size = head.byteCount + head.bodyCount
            guard connection.messageBytes + size <= limits.messageBytesMax,
                connection.message.map({ $0.count < Message.framesMax }) ?? true
            else { throw .tooLong }
            do throws(ZeroMQError) {
                try appendFrame(head.bodyCount, to: connection)
            } catch {
                // There is not enough memory.
                throw .tooLong
            }
            connection.messageBytes += size
            figures.incomingBytes += size
            while figures.incomingBytes > limits.incomingBytesTotalMax { cutOldestMessage() }
        }
        connection.frame = ZMTP.FrameInProgress(head: head)
        return connection.phase != .closed
    }

    private func appendFrame(
        _ byteCount: Int, to connection: ServerConnection
    ) throws(ZeroMQError) {
        let message = connection.message ?? freshMessage()
        if connection.message == nil {
            try message.append(connection.routingID)
            connection.message = message
            connection.messageBegan = now
        }
        try message.appendFrame(byteCount: byteCount)
    }

    /// Closes the connection whose message began first, because arriving messages exceed the total
    /// limit.
    private func cutOldestMessage() {
        var oldest: ServerConnection?
        for case let connection? in byDescriptor where connection.messageBytes > 0 {
            if connection.messageBegan < oldest?.messageBegan ?? .max { oldest = connection }
        }
        guard let oldest else { preconditionFailure("the bytes of begun messages are miscounted") }
        cut(oldest)
    }

    /// Moves the received part of the body; returns true if the body is complete.
    private func takeBody(_ connection: ServerConnection) -> Bool {
        guard let frame = connection.frame else { return true }
        let missing = frame.head.bodyCount - frame.filled
        let taken = min(missing, filled - position)
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer[position..<position + taken])
        if frame.head.isCommand {
            unsafe connection.command.append(contentsOf: bytes)
        } else {
            unsafe connection.message?.write(bytes, at: frame.filled)
        }
        position += taken
        connection.frame?.filled += taken
        return taken == missing
    }

    /// Completes a frame; returns the message if the frame was its last.
    private func finish(_ connection: ServerConnection) -> Message? {
        guard let head = connection.frame?.head else { return nil }
        connection.frame = nil
        if head.isCommand {
            commandReceived(connection.command, from: connection)
            connection.command.removeAll()
            return nil
        }
        guard !head.hasMore, let message = connection.message else { return nil }
        message.sourceDescriptor = connection.descriptor
        figures.incomingBytes -= connection.messageBytes
        connection.message = nil
        connection.messageBytes = 0
        return message
    }

    private func commandReceived(_ command: [UInt8], from connection: ServerConnection) {
        if connection.phase == .handshake {
            guard let type = ZMTP.socketType(inReady: command),
                ServerSocket.peerTypes.contains(type)
            else { return cut(connection) }
            guard connection.isAdmitted else {
                append(ZMTP.error("400"), to: connection)
                flush(connection)
                return close(connection)
            }
            connection.phase = .open
        } else if let context = ZMTP.context(ofPing: command) {
            append(ZMTP.pong(context), to: connection)
        }
        // The receipt of PONG is sufficient; unknown commands belong to later versions.
    }
}
