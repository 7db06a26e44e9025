import HTTP
import ServiceKit

/// Where health and metrics are served, and the limits of that server.
struct MetricsSettings {
    /// The port unless another one is set.
    static let usualPort: UInt16 = 9_188
    /// The most connections; further ones wait. It bounds how often services are asked at once.
    static let connectionsMax = 16

    /// The port that is set; nil for the usual one, or any other if that is taken.
    private let port: UInt16?
    /// The server's configuration without its port.
    let configuration: HTTPServerConfiguration

    /// The settings for an address and a port. `host` is a name under which other machines reach
    /// the address.
    init(address: String, port: UInt16?, host: String?) {
        self.port = port
        var configuration = HTTPServerConfiguration()
        configuration.address = address
        configuration.connectionsMax = Self.connectionsMax
        configuration.connectionsPerAddressMax = Self.connectionsMax
        configuration.commonHeaders = [
            "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
        ]
        configuration.hosts?.insert(Self.hostName(of: address))
        if let host { configuration.hosts?.insert(host) }
        self.configuration = configuration
    }

    /// Where the server listens. `file` is the home's file with the settings.
    func place(in home: CompassHome, _ logger: Logger) -> Listener.Place {
        let remedy =
            "Use another port: {\"metrics.port\": 9189} in \(home.configurationFile)"
        let address = Self.hostName(of: configuration.address)
        return Listener.Place(
            port: port, usualPort: Self.usualPort, addressFile: home.metricsAddressFile,
            remedy: remedy, address: { "http://\(address):\($0)/" },
            onOtherPort: { error in
                logger.warning(
                    "the usual port of the metrics is taken; they are on another one until the "
                        + "next start",
                    ["error.message": "\(error) \(remedy)"])
            })
    }

    /// An address as it stands in front of a port.
    private static func hostName(of address: String) -> String {
        address.contains(":") ? "[\(address.lowercased())]" : address
    }
}
