import CommandKit
import Contracts

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
    /// Who may create an account.
    case signUpMode = "signups.mode"
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
    /// The address on which health and metrics are served.
    case metricsAddress = "metrics.address"
    /// The port of health and metrics.
    case metricsPort = "metrics.port"
    /// The folder whose newest backup is among the metrics.
    case metricsBackups = "metrics.backups"

    /// What the values of a key are.
    enum Kind {
        case text
        case number
        case flag
    }

    /// The values that the file has for the key; nil if it may not stand there.
    var kind: Kind? {
        switch self {
        case .home, .notificationDescriptor, .now: nil
        case .readers, .signUps, .webPort, .metricsPort: .number
        case .parentsMayLog, .hooksPrivate: .flag
        default: .text
        }
    }

    /// The values that the key takes, for people.
    var values: String {
        switch self {
        case .home: "the path of a folder"
        case .brokerEndpoint: "an endpoint such as ipc:///path/of/broker.ipc"
        case .notificationDescriptor: "a number from 3 to 1023"
        case .logLevel: "debug, info, warning or error"
        case .now: "a form such as 2026-02-10T12:00:00Z"
        case .catalogue, .hooksAuthorities, .webCertificate, .webKey: "the path of a file"
        case .readers: "a number from 1 to 16"
        case .parentsMayLog, .hooksPrivate: "true or false"
        case .mailCommand: "the program's whole path"
        case .signUps: "a number from 1 to 100000"
        case .signUpMode: "open, invitation or closed"
        case .webAddress, .metricsAddress: "an IP address"
        case .webPort, .metricsPort: "a number from 0 to 65535"
        case .webHost: "a name such as compass.example.org"
        case .webProxy: "the proxy's IP address"
        case .metricsBackups: "the whole path of a folder"
        }
    }

    /// What holds if nothing is set; nil if that is nothing, or depends on the machine.
    var usual: String? {
        switch self {
        case .logLevel: LogLevel.info.word
        case .readers: "2"
        case .parentsMayLog, .hooksPrivate: "false"
        case .signUps: "20"
        case .signUpMode: SignUpMode.open.rawValue
        case .webAddress, .metricsAddress: "127.0.0.1"
        default: nil
        }
    }

    /// Whether the program of a service reads the key. A wrong value does not stop the others.
    func isRead(by service: String) -> Bool {
        switch self {
        case .home, .brokerEndpoint, .notificationDescriptor, .logLevel, .now: true
        case .catalogue: service == "coaches"
        case .readers: !["broker", "web"].contains(service)
        case .parentsMayLog: ["interactions", "web"].contains(service)
        case .hooksPrivate, .hooksAuthorities: service == "hooks"
        case .mailCommand: service == "notifications"
        case .signUps: service == "identity"
        case .signUpMode: ["identity", "web"].contains(service)
        case .webAddress, .webPort, .webHost, .webCertificate, .webKey, .webProxy,
            .metricsAddress, .metricsPort, .metricsBackups:
            service == "web"
        }
    }

    /// The refusal of a value.
    func refusal(of text: String) -> ServiceEnvironment.Failure {
        ServiceEnvironment.Failure(description: "\(rawValue) is '\(text)'; use \(values)")
    }

    /// Reads the value of a port; nil if none is set. Throws if it is no port.
    func port(_ text: String?) throws(ServiceEnvironment.Failure) -> UInt16? {
        guard let text else { return nil }
        guard let port = UInt16(text) else { throw refusal(of: text) }
        return port
    }

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
            "signups-mode", .choice(SignUpMode.allCases.map { .init($0.rawValue) }),
            default: "open", "Who may create an account"),
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
        .value(
            "metrics-address", .text("ADDRESS"),
            "The address on which health and metrics are served; 127.0.0.1 unless set"),
        .value(
            "metrics-port", .integer(in: 0...65_535),
            "The port on which they are served; 0 for one that the system chooses"),
        .value(
            "metrics-backups", .text("FOLDER"),
            "The folder whose newest backup is among the metrics; backups/ of the home unless set"),
    ]
}
