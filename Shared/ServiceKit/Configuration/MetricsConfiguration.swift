import Glibc

/// Where the system's health and metrics are served, and what they watch: the keys `metrics.…`.
///
/// They are served without TLS: to this machine, or to a network of its operators only.
public struct MetricsConfiguration: Sendable {
    /// The address to listen on.
    public let address: String
    /// The port; 0 for one that the system chooses, nil for the usual one.
    public let port: UInt16?
    /// The folder whose newest backup is among the metrics.
    public let backupFolder: String

    /// Throws if a value is invalid.
    init(
        _ home: CompassHome,
        _ value: (ConfigurationKey) throws(ServiceEnvironment.Failure) -> String?
    ) throws(ServiceEnvironment.Failure) {
        address = try value(.metricsAddress) ?? ConfigurationKey.metricsAddress.usual ?? ""
        port = try ConfigurationKey.metricsPort.port(try value(.metricsPort))
        backupFolder = try value(.metricsBackups) ?? home.backupFolder
        guard WebConfiguration.isAddress(address) else {
            throw ConfigurationKey.metricsAddress.refusal(of: address)
        }
        guard !Self.isEveryAddress(address) else {
            throw ServiceEnvironment.Failure(
                description: "metrics.address is '\(address)'; name one address of this machine, "
                    + "such as 127.0.0.1")
        }
        guard backupFolder.hasPrefix("/") else {
            throw ConfigurationKey.metricsBackups.refusal(of: backupFolder)
        }
    }

    /// Whether an address stands for all of the machine. It would not say by which names the server
    /// may be called.
    private static func isEveryAddress(_ text: String) -> Bool {
        var four = in_addr()
        if unsafe inet_pton(AF_INET, text, &four) == 1 { return four.s_addr == 0 }
        var six = in6_addr()
        guard unsafe inet_pton(AF_INET6, text, &six) == 1 else { return false }
        return unsafe withUnsafeBytes(of: &six) { unsafe $0.allSatisfy { $0 == 0 } }
    }
}
