public import CommandKit
import Contracts
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
    /// Where the pages are served.
    public let web: WebConfiguration

    /// Reads flags, environment, file and defaults. Throws if a value is invalid.
    public init(
        service: String, invocation: Invocation,
        environment: [String: String]
    ) throws {
        let home = CompassHome(
            path: invocation.text("home") ?? environment["COMPASS_HOME"]
                ?? CompassHome.defaultPath(environment: environment))
        let file = try ServiceEnvironment.configuration(of: home)
        func value(_ key: ConfigurationKey) -> String? {
            invocation.text(key.flagName) ?? environment[key.environmentName] ?? file[key]
        }
        self.service = service
        self.home = home
        brokerEndpoint = value(.brokerEndpoint) ?? home.brokerEndpoint
        notificationDescriptor = invocation.integer(
            ConfigurationKey.notificationDescriptor.flagName
        )
        .map { Int32($0) }
        clock = try ServiceEnvironment.clock(
            fixedBy: environment[ConfigurationKey.now.environmentName], brokerEndpoint)
        let levelWord = value(.logLevel) ?? "info"
        guard let level = LogLevel.allCases.first(where: { $0.word == levelWord }) else {
            throw Failure(
                description: "log.level is '\(levelWord)'; use debug, info, warning or error")
        }
        logger = Logger(service: service, level: level, clock: clock)
        catalogue = value(.catalogue) ?? Checkout.file("deploy/catalogue/schools_us_athletics.csv")
        let readersText = value(.readers) ?? "2"
        guard let readers = Int(readersText), (1...16).contains(readers) else {
            throw Failure(description: "readers is '\(readersText)'; use a number from 1 to 16")
        }
        self.readers = readers
        func flag(_ key: ConfigurationKey) throws(Failure) -> Bool {
            let text = value(key) ?? "false"
            guard let flag = Bool(text) else {
                throw Failure(description: "\(key.rawValue) is '\(text)'; use true or false")
            }
            return flag
        }
        parentsMayLog = try flag(.parentsMayLog)
        hooksAllowPrivate = try flag(.hooksPrivate)
        hooksAuthorities = value(.hooksAuthorities)
        mailCommand = (value(.mailCommand) ?? "").split(separator: " ").map(String.init)
        guard mailCommand.first?.hasPrefix("/") ?? true else {
            throw Failure(
                description: "mail.command is '\(mailCommand[0])'; use the program's whole path")
        }
        let signUpsText = value(.signUps) ?? "20"
        guard let signUps = Int(signUpsText), (1...100_000).contains(signUps) else {
            throw Failure(
                description: "signups is '\(signUpsText)'; use a number from 1 to 100000")
        }
        signUpsAtOnce = signUps
        web = try WebConfiguration(value)
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

    /// Returns the values in `compass.json` of a home; empty if there is no file. Throws if the
    /// file is not an object of strings or has an unknown key.
    public static func configuration(
        of home: CompassHome
    ) throws(Failure) -> [ConfigurationKey: String] {
        let path = home.configurationFile
        guard FileManager.default.fileExists(atPath: path) else { return [:] }
        guard let data = FileManager.default.contents(atPath: path),
            let values = try? JSONDecoder().decode([String: String].self, from: data)
        else {
            throw Failure(
                description: "\(path) is not a JSON object of texts, such as "
                    + "{\"log.level\": \"debug\"}")
        }
        let known = ConfigurationKey.allCases.map(\.rawValue)
        if let unknown = values.keys.sorted().first(where: { !known.contains($0) }) {
            throw Failure(
                description: "\(path) has an unknown key '\(unknown)'; known keys: "
                    + known.sorted().joined(separator: ", "))
        }
        return ConfigurationKey.allCases.reduce(into: [:]) { result, key in
            result[key] = values[key.rawValue]
        }
    }
}
