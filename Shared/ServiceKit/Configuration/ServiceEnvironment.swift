public import CommandKit
public import Contracts
import Foundation

/// The configuration and surroundings of a service's process.
public struct ServiceEnvironment: Sendable {
    /// Why the configuration is invalid.
    public struct Failure: Error, CustomStringConvertible, Sendable {
        /// The cause and the remedy.
        public let description: String
    }

    public let service: String
    public let home: CompassHome
    public let brokerEndpoint: String
    /// The descriptor to which a newline is written when the service is ready.
    public let notificationDescriptor: Int32?
    public let clock: ProcessClock
    public let logger: Logger
    /// The path of the national catalogue of schools.
    public let catalogue: String
    /// The number of threads that read the database.
    public let readers: Int
    /// Whether parents may log interactions; false by default.
    public let parentsMayLog: Bool
    /// Whether change hooks may lead to private networks and this machine; false by default.
    public let hooksAllowPrivate: Bool
    /// The file of the authorities whose certificates receivers of change hooks may have; nil for
    /// those that the system trusts.
    public let hooksAuthorities: String?
    /// The program that weekly digests are given to, and its arguments; empty for none.
    public let mailCommand: [String]
    /// The burst of sign-ups allowed.
    public let signUpsAtOnce: Int
    /// Who may create an account.
    public let signUpMode: SignUpMode
    /// Where the pages are served.
    public let web: WebConfiguration
    /// Where health and metrics are served.
    public let metrics: MetricsConfiguration

    /// Reads flags, environment, file and defaults. Throws if a value is invalid.
    public init(
        service: String, invocation: Invocation,
        environment: [String: String]
    ) throws {
        let home = CompassHome(
            path: invocation.text("home") ?? environment["COMPASS_HOME"]
                ?? CompassHome.defaultPath(environment: environment))
        let file = try SettingsFile(of: home)
        func value(_ key: ConfigurationKey) throws(Failure) -> String? {
            guard key.isRead(by: service) else { return nil }
            if let text = invocation.text(key.flagName) { return text }
            if let text = environment[key.environmentName] { return text }
            return try file.text(of: key)
        }
        func chosen(_ key: ConfigurationKey) throws(Failure) -> String {
            try value(key) ?? key.usual ?? ""
        }
        self.service = service
        self.home = home
        brokerEndpoint = try value(.brokerEndpoint) ?? home.brokerEndpoint
        notificationDescriptor = invocation.integer(
            ConfigurationKey.notificationDescriptor.flagName
        )
        .map { Int32($0) }
        clock = try ServiceEnvironment.clock(
            fixedBy: environment[ConfigurationKey.now.environmentName], brokerEndpoint)
        let levelWord = try chosen(.logLevel)
        guard let level = LogLevel.allCases.first(where: { $0.word == levelWord }) else {
            throw ConfigurationKey.logLevel.refusal(of: levelWord)
        }
        logger = Logger(service: service, level: level, clock: clock)
        catalogue =
            try value(.catalogue) ?? Checkout.file("deploy/catalogue/schools_us_athletics.csv")
        let readersText = try chosen(.readers)
        guard let readers = Int(readersText), (1...16).contains(readers) else {
            throw ConfigurationKey.readers.refusal(of: readersText)
        }
        self.readers = readers
        func flag(_ key: ConfigurationKey) throws(Failure) -> Bool {
            let text = try chosen(key)
            guard let flag = Bool(text) else { throw key.refusal(of: text) }
            return flag
        }
        parentsMayLog = try flag(.parentsMayLog)
        hooksAllowPrivate = try flag(.hooksPrivate)
        hooksAuthorities = try value(.hooksAuthorities)
        mailCommand = (try value(.mailCommand) ?? "").split(separator: " ").map(String.init)
        guard mailCommand.first?.hasPrefix("/") ?? true else {
            throw ConfigurationKey.mailCommand.refusal(of: mailCommand[0])
        }
        let signUpsText = try chosen(.signUps)
        guard let signUps = Int(signUpsText), (1...100_000).contains(signUps) else {
            throw ConfigurationKey.signUps.refusal(of: signUpsText)
        }
        signUpsAtOnce = signUps
        let modeWord = try chosen(.signUpMode)
        guard let mode = SignUpMode(rawValue: modeWord) else {
            throw ConfigurationKey.signUpMode.refusal(of: modeWord)
        }
        signUpMode = mode
        web = try WebConfiguration(value)
        metrics = try MetricsConfiguration(home, value)
    }

    /// Returns the clock, which stands still if `COMPASS_NOW` fixes it. A fixed clock is for tests
    /// and demos on one machine and is refused together with a TCP endpoint.
    public static func clock(
        fixedBy text: String?, _ endpoint: String
    ) throws(Failure) -> ProcessClock {
        guard let text, !text.isEmpty else { return ProcessClock() }
        guard let instant = Instant(text: text) else {
            throw Failure(
                description: "COMPASS_NOW is '\(text)'; use a form such as 2026-02-10T12:00:00Z")
        }
        guard !endpoint.hasPrefix("tcp:") else {
            throw Failure(description: "COMPASS_NOW cannot be used with a TCP endpoint; unset it")
        }
        return ProcessClock(fixed: instant)
    }
}
