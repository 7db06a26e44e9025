import Glibc

/// A connection whose request was answered before its body had come.
///
/// If its socket were closed while the client still sends, the kernel would reset the connection,
/// and the client would lose the answer, which says why. So a copy of the descriptor stays open,
/// and what arrives is thrown away for a while: now and then and not as it arrives, so that crowds
/// who send without end wait for us and not the other way round.
struct LingeringSocket {
    /// The most sockets; further ones are closed at once.
    static let countMax = 64
    /// How many bytes one may still send.
    static let bytesMax = 64 * 1_024 * 1_024
    /// The pause between two looks at what has arrived.
    static let pause = Duration.milliseconds(10)
    /// How many bytes are thrown away after each pause, of all sockets together.
    static let bytesPerLook = 1_024 * 1_024

    let descriptor: CInt
    let deadline: ContinuousClock.Instant
    var bytesLeft = bytesMax
    /// Whether libmicrohttpd has closed the connection. While it sends, it must not miss what
    /// arrives.
    var isOurs = false
}

extension ServerCore {
    /// Keeps the socket of a connection that libmicrohttpd will close. To be called before.
    func keepForLingering(_ connection: Connection) {
        guard lingering.count < LingeringSocket.countMax else { return }
        let copy = fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return }
        let deadline = ContinuousClock.now + configuration.lingerTimeMax
        lingering[connection.number] = LingeringSocket(descriptor: copy, deadline: deadline)
        wakeUp(at: deadline)
    }

    /// libmicrohttpd has closed the connection: begins to throw away what arrives.
    func linger(_ connection: Connection) {
        guard lingering[connection.number] != nil else { return }
        if isStopping {
            endLingering(connection.number)
        } else {
            lingering[connection.number]?.isOurs = true
            nextLook = nextLook ?? .now + LingeringSocket.pause
        }
    }

    /// Throws away what has arrived, once the pause is over.
    func discardArrived(_ now: ContinuousClock.Instant) {
        guard let due = nextLook, due <= now else { return }
        nextLook = nil
        let bytesMax = LingeringSocket.bytesPerLook / max(1, lingering.count)
        for (number, socket) in lingering where socket.isOurs {
            nextLook = now + LingeringSocket.pause
            discard(from: socket, number, bytesMax: bytesMax)
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

    private func discard(from socket: LingeringSocket, _ number: UInt64, bytesMax: Int) {
        // TCP throws the bytes away without copying them (tcp(7), MSG_TRUNC).
        let count = recv(socket.descriptor, nil, bytesMax, CInt(MSG_DONTWAIT | MSG_TRUNC))
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        if count <= 0 || count > socket.bytesLeft {
            endLingering(number)
        } else {
            lingering[number]?.bytesLeft -= count
        }
    }

    func endLingering(_ number: UInt64) {
        guard let socket = lingering.removeValue(forKey: number) else { return }
        close(socket.descriptor)
    }
}
