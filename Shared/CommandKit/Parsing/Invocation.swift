import Base

/// A command with values that were checked against the table.
@Memberwise
public struct Invocation: Sendable {
    public let command: Command
    /// The arguments in order; the last may be several words joined by spaces.
    public var arguments: [String] = []
    /// The values by flag name, in the given order.
    public var values: [String: [String]] = [:]
    /// The toggles that were given.
    public var toggles: [String: Bool] = [:]

    /// Returns the argument at an index; nil if it was not given.
    public func argument(_ index: Int) -> String? {
        arguments.indices.contains(index) ? arguments[index] : nil
    }

    /// Returns the value of a flag, the last one if it was repeated.
    public func text(_ flag: String) -> String? { values[flag]?.last }

    /// Returns the value of a flag; nil if it is missing or empty.
    public func some(_ flag: String) -> String? { text(flag).flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns all values of a repeatable flag.
    public func texts(_ flag: String) -> [String] { values[flag] ?? [] }

    /// Returns the value of an integer flag.
    public func integer(_ flag: String) -> Int? { text(flag).flatMap { Int($0) } }

    /// Returns the value of a duration flag, in milliseconds.
    public func milliseconds(_ flag: String) -> Int? {
        text(flag).flatMap { SpanText.milliseconds($0) }
    }

    /// Returns the words of a flag with a list of choices.
    public func words(_ flag: String) -> [String] {
        texts(flag).flatMap { $0.split(separator: ",").map(String.init) }
    }

    /// Returns whether a toggle is on.
    public func isOn(_ flag: String) -> Bool { toggles[flag] == true }

    /// Returns the value of a toggle; nil if it was not given.
    public func toggle(_ flag: String) -> Bool? { toggles[flag] }

    /// The words that parse to this invocation.
    public var commandLine: [String] {
        var words = command.path
        for (name, isOn) in toggles.sorted(by: { $0.key < $1.key }) {
            words.append(isOn ? "--\(name)" : "--no-\(name)")
        }
        for (name, given) in values.sorted(by: { $0.key < $1.key }) {
            words += given.map { "--\(name)=\($0)" }
        }
        return arguments.isEmpty ? words : words + ["--"] + arguments
    }
}

extension Invocation: Equatable {
    /// Returns whether both run the same command with the same values.
    public static func == (left: Invocation, right: Invocation) -> Bool {
        left.command.path == right.command.path && left.arguments == right.arguments
            && left.values == right.values && left.toggles == right.toggles
    }
}

/// Quoting for POSIX shells.
public enum ShellText {
    /// Returns a word as a shell needs it: unchanged if it is plain, otherwise in single quotes.
    public static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic && scalar.isASCII || ("0"..."9").contains(scalar)
                || "-_=./:,@%+".unicodeScalars.contains(scalar)
        }
        if isPlain, !word.isEmpty { return word }
        return "'"
            + word.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''") + "'"
    }

    /// Returns a command line with quoted words.
    public static func line(_ words: [String]) -> String {
        words.map(quoted).joined(separator: " ")
    }
}
