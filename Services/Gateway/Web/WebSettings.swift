import Contracts
import HTML
import HTTP
import ServiceKit

/// Where the pages are served, and the limits of the server.
struct WebSettings {
    /// The port unless another one is set.
    static let usualPort: UInt16 = 8_080

    /// The port that is set; nil for the usual one, or any other if that is taken.
    let port: UInt16?
    /// The server's configuration without its port and its observer.
    private let configuration: HTTPServerConfiguration
    /// Whether browsers reach the pages over TLS.
    var isSecure: Bool { configuration.certificate != nil }

    init(_ environment: ServiceEnvironment) {
        port = environment.webPort
        var configuration = HTTPServerConfiguration()
        configuration.address = environment.webAddress
        configuration.commonHeaders = Self.securityHeaders
        configuration.failurePage = { failure, _ in HTTPResponse(failed: failure) }
        self.configuration = configuration
    }

    /// Returns the configuration with a port and an observer.
    func configuration(port: UInt16, observedBy log: RequestLog) -> HTTPServerConfiguration {
        var configuration = configuration
        configuration.port = port
        configuration.observe = { log.note($0) }
        return configuration
    }

    /// The address of the pages for browsers.
    func address(port: UInt16) -> String {
        let address = configuration.address
        let host = address.contains(":") ? "[\(address)]" : address
        return "\(isSecure ? "https" : "http")://\(host):\(port)/"
    }

    /// Fields of every response: own files only, no script in a page, no frames, no address in
    /// `Referer`, no copies in shared caches.
    private static let securityHeaders: HTTPFields = [
        "Content-Security-Policy":
            "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
            + "img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "private",
    ]
}
