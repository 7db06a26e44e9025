import CommandKit
import Contracts

/// What the settings of a home are and where each comes from, and which programs would not start
/// with them.
public struct ConfigurationSurvey: Sendable {
    /// Where a value comes from.
    public enum Source: String, Sendable {
        /// A variable of the environment that asks. Programs that run have their own.
        case environment
        /// The file `compass.json` of the home.
        case file
        /// What holds without a setting.
        case usual = "default"
    }

    /// A setting.
    public struct Line: Sendable {
        /// The key as in `compass.json`.
        public let key: String
        /// Its value; nil if it has none.
        public let value: String?
        public let source: Source
        /// The values that the key takes.
        public let values: String
    }

    /// The settings that the file can have, in the order of their names.
    public let lines: [Line]
    /// Why programs would not start, by their names.
    public let problems: [(program: String, text: String)]

    /// Reads the settings. Throws if the file cannot be read as such.
    public init(
        of home: CompassHome, environment: [String: String]
    ) throws(ServiceEnvironment.Failure) {
        let file = try SettingsFile(of: home)
        let keys = ConfigurationKey.allCases.filter { $0.kind != nil }
        lines = keys.sorted { $0.rawValue < $1.rawValue }.map { key in
            func line(_ value: String?, _ source: Source) -> Line {
                Line(key: key.rawValue, value: value, source: source, values: key.values)
            }
            if let text = environment[key.environmentName] { return line(text, .environment) }
            guard let setting = file.setting(of: key) else { return line(key.usual, .usual) }
            return line(setting, .file)
        }
        problems = Self.problems(of: home, environment)
    }

    private static func problems(
        of home: CompassHome, _ environment: [String: String]
    ) -> [(program: String, text: String)] {
        var environment = environment
        environment[ConfigurationKey.home.environmentName] = home.path
        return (["broker"] + ServiceName.allCases.map(\.rawValue) + ["web"]).compactMap { name in
            let program = FlatProgram("compass-\(name)", "", flags: ConfigurationKey.flags)
            do {
                guard case .run(let invocation) = try program.parse([]) else { return nil }
                _ = try ServiceEnvironment(
                    service: name, invocation: invocation, environment: environment)
                return nil
            } catch {
                return (name, "\(error)")
            }
        }
    }
}
