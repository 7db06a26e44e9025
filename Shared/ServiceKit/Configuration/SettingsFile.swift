import Base
import Foundation

/// The settings in `compass.json` of a home. Each is read by itself, so that a wrong one stops only
/// the programs that need it.
public struct SettingsFile: Sendable {
    private let path: String
    private let settings: [String: Setting]

    /// Reads the file of a home; without one, nothing is set. Throws if the file is not a JSON
    /// object, or has a key that no program knows.
    public init(of home: CompassHome) throws(ServiceEnvironment.Failure) {
        path = home.configurationFile
        guard FileManager.default.fileExists(atPath: path) else {
            settings = [:]
            return
        }
        guard let data = FileManager.default.contents(atPath: path),
            let settings = try? JSONDecoder().decode([String: Setting].self, from: data)
        else {
            throw ServiceEnvironment.Failure(
                description: "\(path) is not a JSON object such as {\"log.level\": \"debug\"}")
        }
        let known = ConfigurationKey.allCases.filter { $0.kind != nil }.map(\.rawValue)
        if let unknown = settings.keys.sorted().first(where: { !known.contains($0) }) {
            throw ServiceEnvironment.Failure(
                description: "\(path) has an unknown key '\(unknown)'"
                    + (EditDistance.suggestions(for: unknown, among: known).first
                        .map { "; did you mean '\($0)'?" }
                        ?? "; known keys: \(known.sorted().joined(separator: ", "))"))
        }
        self.settings = settings
    }

    /// What the file has for a key, as people write it, whether or not that is a value for the key.
    func setting(of key: ConfigurationKey) -> String? {
        switch settings[key.rawValue] {
        case nil: nil
        case .text(let text), .number(let text): text
        case let other?: "\(other)"
        }
    }

    /// What a key is set to; nil if it is not. Throws if that is no value for the key.
    public func text(
        of key: ConfigurationKey
    ) throws(ServiceEnvironment.Failure) -> String? {
        guard let setting = settings[key.rawValue] else { return nil }
        switch (setting, key.kind) {
        case (.text(let text), _): return text
        case (.number(let number), .number): return number
        case (.flag(let isOn), .flag): return String(isOn)
        default:
            throw ServiceEnvironment.Failure(
                description: "\(key.rawValue) in \(path) is \(setting); use \(key.values)")
        }
    }
}

/// A value of the file.
private enum Setting: Decodable, Sendable, CustomStringConvertible {
    case text(String)
    case number(String)
    case flag(Bool)
    case list
    case object
    case null

    init(from decoder: any Decoder) throws {
        if (try? decoder.unkeyedContainer()) != nil {
            self = .list
            return
        }
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let isOn = try? value.decode(Bool.self) {
            self = .flag(isOn)
        } else if let number = try? value.decode(Int.self) {
            self = .number(String(number))
        } else if let number = try? value.decode(Double.self) {
            self = .number(String(number))
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else {
            let isObject = (try? decoder.container(keyedBy: NoKey.self)) != nil
            self = isObject ? .object : .number("beyond 1e308")
        }
    }

    private enum NoKey: CodingKey {}

    var description: String {
        switch self {
        case .text(let text): "'\(text)'"
        case .number(let number): "the number \(number)"
        case .flag(let isOn): String(isOn)
        case .list: "a list"
        case .object: "an object"
        case .null: "null"
        }
    }
}
