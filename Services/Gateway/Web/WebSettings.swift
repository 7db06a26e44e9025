import Contracts
import Foundation
import Glibc
import HTML
import HTTP
import ServiceKit

/// Where the pages are served, and the limits of the server.
struct WebSettings {
    /// The port unless another one is set.
    static let usualPort: UInt16 = 8_080

    private let web: WebConfiguration
    /// The server's configuration without its port and its observer.
    private let configuration: HTTPServerConfiguration

    /// Throws if the certificate cannot be read.
    init(_ web: WebConfiguration) throws(Listener.Failure) {
        self.web = web
        var configuration = HTTPServerConfiguration()
        configuration.address = web.address
        configuration.commonHeaders = Self.securityHeaders
        configuration.failurePage = { failure, request in
            request.isForAPI
                ? HTTPResponse(problem: failure, of: request.id) : HTTPResponse(failed: failure)
        }
        if web.isSecure {
            configuration.commonHeaders["Strict-Transport-Security"] = "max-age=31536000"
            configuration.isSecureOnly = true
        }
        if let host = web.host { configuration.hosts?.insert(host) }
        if let proxy = web.proxy {
            configuration.trustedProxies = [proxy]
            // All connections come from the proxy, which counts those of each client.
            configuration.connectionsPerAddressMax = 0
        }
        if let files = web.certificate {
            configuration.certificate = .init(
                chain: try Self.text(of: files.chainFile),
                privateKey: try Self.text(of: files.keyFile, isSecret: true))
        }
        self.configuration = configuration
    }

    private static func text(
        of path: String, isSecret: Bool = false
    ) throws(Listener.Failure) -> String {
        var status = stat()
        guard unsafe stat(path, &status) == 0,
            let text = try? String(contentsOfFile: path, encoding: .utf8)
        else {
            throw Listener.Failure(
                description: "\(path) cannot be read; web.certificate and web.key name PEM files")
        }
        guard !isSecret || status.st_mode & 0o007 == 0 else {
            throw Listener.Failure(
                description: "\(path) is readable for everybody on this machine; make the key "
                    + "private: chmod 600 \(path)")
        }
        return text
    }

    /// Returns the configuration with an observer.
    func configuration(observedBy log: RequestLog) -> HTTPServerConfiguration {
        var configuration = configuration
        configuration.observe = { log.note($0) }
        return configuration
    }

    /// Where the pages are served.
    func place(in home: CompassHome, _ logger: Logger) -> Listener.Place {
        Listener.Place(
            port: web.port, usualPort: Self.usualPort, addressFile: home.webAddressFile,
            remedy: "Use another port: {\"web.port\": 8081} in \(home.configurationFile)",
            address: { [web] in Self.address(of: web, port: $0) },
            onOtherPort: { error in
                logger.info("the usual port is taken", ["error.message": "\(error)"])
            })
    }

    /// The address of the pages for browsers.
    private static func address(of web: WebConfiguration, port: UInt16) -> String {
        if web.proxy != nil, let host = web.host { return "https://\(host)/" }
        let address = web.address.contains(":") ? "[\(web.address)]" : web.address
        guard web.isSecure, let host = web.host else { return "http://\(address):\(port)/" }
        return "https://\(host)\(port == 443 ? "" : ":\(port)")/"
    }

    /// Fields of every response: own files only, no script in a page, no frames, no devices, no
    /// address in `Referer`, and no copies that the Back button of the next reader could show.
    private static let securityHeaders: HTTPFields = [
        "Content-Security-Policy":
            "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
            + "img-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
            + "base-uri 'none'; frame-ancestors 'none'",
        "Permissions-Policy":
            "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-store",
    ]
}
