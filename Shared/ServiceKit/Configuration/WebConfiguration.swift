import Glibc

/// Where the pages are served, and under which names: the keys `web.…`.
///
/// The pages are encrypted between browser and server, or they are for this machine only. Either
/// the server has a certificate, or a proxy in front of it has one.
public struct WebConfiguration: Sendable {
    /// The files of a certificate, as PEM.
    public struct Certificate: Equatable, Sendable {
        /// The server's certificate, then those that lead to a root.
        public let chainFile: String
        public let keyFile: String
    }

    /// The longest host name in bytes (RFC 1035, section 2.3.4).
    static let hostBytesMax = 253
    private static let thisMachine = ["127.0.0.1", "::1"]

    /// The address to listen on.
    public let address: String
    /// The port; 0 for one that the system chooses, nil for the usual one.
    public let port: UInt16?
    /// The name under which browsers of other machines reach the pages, in small letters.
    public let host: String?
    public let certificate: Certificate?
    /// The address of the proxy in front.
    public let proxy: String?

    /// Whether browsers reach the pages over TLS.
    public var isSecure: Bool { certificate != nil || proxy != nil }

    /// Throws if a value is invalid, or if the pages would leave the machine without TLS.
    init(
        _ value: (ConfigurationKey) throws(ServiceEnvironment.Failure) -> String?
    ) throws(ServiceEnvironment.Failure) {
        address = try value(.webAddress) ?? ConfigurationKey.webAddress.usual ?? ""
        host = try value(.webHost)?.lowercased()
        proxy = try value(.webProxy)
        port = try ConfigurationKey.webPort.port(try value(.webPort))
        switch (try value(.webCertificate), try value(.webKey)) {
        case (nil, nil): certificate = nil
        case (let chain?, let key?): certificate = Certificate(chainFile: chain, keyFile: key)
        case (nil, _): throw Self.failure("web.key is set, and web.certificate is not; set both")
        case (_, nil): throw Self.failure("web.certificate is set, and web.key is not; set both")
        }
        try check()
    }

    private func check() throws(ServiceEnvironment.Failure) {
        guard Self.isAddress(address) else {
            throw ConfigurationKey.webAddress.refusal(of: address)
        }
        if let host, !Self.isHost(host) {
            throw ConfigurationKey.webHost.refusal(of: host)
        }
        if let proxy, !Self.isAddress(proxy) {
            throw ConfigurationKey.webProxy.refusal(of: proxy)
        }
        if proxy != nil, certificate != nil {
            throw Self.failure("web.proxy and web.certificate exclude each other; remove one")
        }
        if isSecure, host == nil {
            throw Self.failure("web.host is missing; set the name that browsers use")
        }
        guard isSecure || Self.thisMachine.contains(address) else {
            throw Self.failure(
                "web.address is '\(address)'; without TLS the pages are served to this machine "
                    + "only: use 127.0.0.1 or ::1, or set web.certificate or web.proxy")
        }
    }

    private static func failure(_ text: String) -> ServiceEnvironment.Failure {
        ServiceEnvironment.Failure(description: text)
    }

    /// Whether a text is an IPv4 or IPv6 address.
    static func isAddress(_ text: String) -> Bool {
        var four = in_addr()
        var six = in6_addr()
        return unsafe inet_pton(AF_INET, text, &four) == 1 || inet_pton(AF_INET6, text, &six) == 1
    }

    /// Whether a text is a name of letters, digits, hyphens and dots, such as `localhost`.
    private static func isHost(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= hostBytesMax
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            }
    }
}
