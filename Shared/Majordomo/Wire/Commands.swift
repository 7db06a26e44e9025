/// The first frame and the commands of MDP/Client (RFC 18/MDP).
enum ClientCommand: UInt8 {
    case request = 0x01
    case partial = 0x02
    case final = 0x03

    static let protocolHeader: StaticString = "MDPC02"
}

/// The first frame and the commands of MDP/Worker (RFC 18/MDP).
enum WorkerCommand: UInt8 {
    case ready = 0x01
    case request = 0x02
    case partial = 0x03
    case final = 0x04
    case heartbeat = 0x05
    case disconnect = 0x06

    static let protocolHeader: StaticString = "MDPW02"
}

/// Names of services.
enum ServiceName {
    static let managementPrefix = "mmi."
    static let registryPrefix = "$srv"
    static let brokerQuestion = "mmi.broker"
    static let serviceQuestion = "mmi.service"

    /// The name in a frame, or nil if it is not 1 to 255 bytes of printable ASCII.
    static func read(_ bytes: Span<UInt8>) -> String? {
        guard bytes.count >= 1, bytes.count <= Limits.serviceNameBytesMax else { return nil }
        for index in 0..<bytes.count where bytes[index] < 0x20 || bytes[index] > 0x7e {
            return nil
        }
        return unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the broker answers this name itself.
    static func isReserved(_ name: String) -> Bool {
        name.hasPrefix(managementPrefix) || name.hasPrefix(registryPrefix)
    }
}

/// Names of extensions in the answer to `mmi.broker`.
public enum Extension {
    /// Our envelope, version 1.
    public static let header = "header-1"
    /// The credit frame.
    public static let credit = "credit-1"
    /// The echo of credit 0.
    public static let drain = "drain-1"
    /// The proof frame of READY.
    public static let proof = "proof-1"
}
