import Glibc

/// A blocking connection to a server on this machine, for clients that send exact bytes.
public enum LoopbackSocket {
    /// Nobody listens, or the connection failed otherwise.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// Connects to a port and returns the descriptor, which the caller closes. Reads give up after
    /// `patience` seconds.
    public static func connect(to port: UInt16, patience: Int) throws(Failure) -> CInt {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var timeout = timeval(tv_sec: patience, tv_usec: 0)
        unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe Glibc.connect(
                    descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            let code = errno
            close(descriptor)
            throw Failure(description: "port \(port): errno \(code)")
        }
        return descriptor
    }

    /// Sends bytes; returns how many the server's side has taken before it closed.
    public static func send(_ bytes: [UInt8], to descriptor: CInt) -> Int {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes { buffer in
                unsafe Glibc.send(
                    descriptor, buffer.baseAddress, buffer.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { break }
            sent += count
        }
        return sent
    }
}
