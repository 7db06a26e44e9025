import Glibc

/// A connection whose request was answered before its body had come.
///
/// If its socket were closed while the client still sends, the kernel would reset the connection,
/// and the client would lose the answer, which says why. So a copy of the descriptor stays open,
/// and what arrives is thrown away for a while.
struct LingeringSocket {
    /// The most sockets; further ones are closed at once.
    static let countMax = 64
    /// How many bytes one may still send.
    static let bytesMax = 64 * 1_024 * 1_024

    let descriptor: CInt
    let deadline: ContinuousClock.Instant
    var bytesLeft = bytesMax
}

extension ServerCore {
    /// Keeps the socket of a connection that libmicrohttpd will close. To be called before.
    func keepForLingering(_ connection: Connection) {
        guard lingering.count < LingeringSocket.countMax else { return }
        let copy = fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return }
        let deadline = ContinuousClock.now + configuration.lingerTimeMax
        // While libmicrohttpd sends, it must not miss what arrives; the watch begins afterwards.
        lingering[connection.number] = LingeringSocket(descriptor: copy, deadline: deadline)
        wakeUp(at: deadline)
    }

    /// libmicrohttpd has closed the connection: begins to throw away what arrives.
    func linger(_ connection: Connection) {
        guard let socket = lingering[connection.number] else { return }
        if isStopping {
            endLingering(connection.number)
        } else {
            loop.watchInput(socket.descriptor, number: connection.number)
        }
    }

    /// Throws away what has arrived.
    func discard(_ number: UInt64) {
        guard let socket = lingering[number] else { return }
        let count = unsafe withUnsafeTemporaryAllocation(
            byteCount: RequestBody.bufferBytesMax, alignment: 1
        ) { buffer in
            unsafe recv(
                socket.descriptor, buffer.baseAddress, buffer.count, CInt(MSG_DONTWAIT))
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        if count <= 0 || count > socket.bytesLeft {
            endLingering(number)
        } else {
            lingering[number]?.bytesLeft -= count
        }
    }

    /// Closes the sockets whose time is over.
    func sweepLingering(_ now: ContinuousClock.Instant) {
        for (number, socket) in lingering {
            if socket.deadline <= now {
                endLingering(number)
            } else {
                wakeUp(at: socket.deadline)
            }
        }
    }

    func endLingering(_ number: UInt64) {
        guard let socket = lingering.removeValue(forKey: number) else { return }
        close(socket.descriptor)
    }
}
