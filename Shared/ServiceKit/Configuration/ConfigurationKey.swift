import CommandKit

/// The configuration of a service's process: one name in three spellings. A flag
/// (`--broker-endpoint`) wins over the environment (`COMPASS_BROKER_ENDPOINT`), which wins over
/// the file (`broker.endpoint` in `compass.json` of the home), which wins over the default.
public enum ConfigurationKey: String, CaseIterable, Sendable {
    /// The folder that holds the system's whole state. Flag and environment only.
    case home
    /// Where the broker listens.
    case brokerEndpoint = "broker.endpoint"
    /// The descriptor on which readiness is announced by a newline. Flag only.
    case notificationDescriptor = "notification.fd"
    /// The least level that is logged.
    case logLevel = "log.level"
    /// Fixes the time of day. Environment only.
    case now
    /// Where the national catalogue of schools lies.
    case catalogue
    /// Threads that read the database.
    case readers
    /// Whether parents may log interactions.
    case parentsMayLog = "parents_may_log"
    /// How many people may sign up at once; one more may after each minute.
    case signUps = "signups"

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
            "signups", .integer(in: 1...100_000),
            "How many people may sign up at once; one more may after each minute"),
    ]
}
