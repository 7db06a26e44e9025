import CommandKit

/// The configuration keys of a service's process: one name in three spellings. A flag
/// (`--broker-endpoint`) overrides the environment (`COMPASS_BROKER_ENDPOINT`), which overrides the
/// file (`broker.endpoint` in `compass.json` of the home), which overrides the default.
public enum ConfigurationKey: String, CaseIterable, Sendable {
    /// The folder with the system's whole state. Flag and environment only.
    case home
    case brokerEndpoint = "broker.endpoint"
    /// The descriptor to which a newline is written when the service is ready. Flag only.
    case notificationDescriptor = "notification.fd"
    /// The lowest level that is logged.
    case logLevel = "log.level"
    /// Fixes the time of day. Environment only.
    case now
    /// The path of the national catalogue of schools.
    case catalogue
    /// The number of threads that read the database.
    case readers
    /// Whether parents may log interactions.
    case parentsMayLog = "parents_may_log"
    /// Whether change hooks may lead to private networks and this machine.
    case hooksPrivate = "hooks.private"
    /// The file of the authorities whose certificates the receivers of hooks may have, as PEM.
    case hooksAuthorities = "hooks.authorities"
    /// The program that weekly digests are given to, with its arguments.
    case mailCommand = "mail.command"
    /// The burst of sign-ups allowed; the allowance grows by one per minute.
    case signUps = "signups"
    /// The address on which the pages are served.
    case webAddress = "web.address"
    /// The port of the pages.
    case webPort = "web.port"
    /// The name under which browsers of other machines reach the pages.
    case webHost = "web.host"
    /// The file of the certificate for the pages, as PEM.
    case webCertificate = "web.certificate"
    /// The file of the certificate's private key, as PEM.
    case webKey = "web.key"
    /// The address of the proxy in front of the pages.
    case webProxy = "web.proxy"

    var flagName: String { rawValue.replacing(".", with: "-").replacing("_", with: "-") }
    var environmentName: String {
        "COMPASS_" + rawValue.uppercased().replacing(".", with: "_")
    }

    /// The flags of a service's program.
    static let flags: [Flag] = [
        .value("home", .text("FOLDER"), "The folder that holds the system's state"),
        .value("broker-endpoint", .text("ENDPOINT"), "Where the broker listens (ipc://…)"),
        .value(
            "notification-fd", .integer(in: 3...1_023),
            "Write a newline to this descriptor when ready"),
        .value(
            "log-level", .choice(LogLevel.allCases.map { ValueType.Choice($0.word) }),
            "The least level that is logged"),
        .value("catalogue", .text("FILE"), "The national catalogue of schools, as CSV"),
        .value("readers", .integer(in: 1...16), "Threads that read the database"),
        .value(
            "parents-may-log", .choice([.init("true"), .init("false")]), default: "false",
            "Whether parents may log interactions"),
        .value(
            "hooks-private", .choice([.init("true"), .init("false")]), default: "false",
            "Whether change hooks may lead to private networks and this machine"),
        .value(
            "hooks-authorities", .text("FILE"),
            "The authorities whose certificates receivers of hooks may have, as PEM"),
        .value(
            "mail-command", .text("COMMAND"),
            "The program to which weekly digests are given as messages, with its arguments"),
        .value(
            "signups", .integer(in: 1...100_000),
            "How many people may sign up at once; one more may after each minute"),
        .value(
            "web-address", .text("ADDRESS"),
            "The address on which the pages are served; without TLS, 127.0.0.1 or ::1"),
        .value(
            "web-port", .integer(in: 0...65_535),
            "The port on which the pages are served; 0 for one that the system chooses"),
        .value(
            "web-host", .text("NAME"), "The name under which browsers reach the pages"),
        .value("web-certificate", .text("FILE"), "The certificate for the pages, as PEM"),
        .value("web-key", .text("FILE"), "The certificate's private key, as PEM"),
        .value(
            "web-proxy", .text("ADDRESS"),
            "The address of the proxy in front of the pages, which has the certificate"),
    ]
}
