/// A command with its values, checked against the table.
public struct Invocation: Sendable {
    /// The command to run.
    public let command: Command
    /// The arguments in order; the last may hold several words joined by blanks.
    public let arguments: [String]
    /// Values by flag name, in the order given.
    public let values: [String: [String]]
    /// The toggles that were given.
    public let toggles: [String: Bool]

    /// A command with its values; `CommandParser` makes checked ones.
    public init(
        command: Command, arguments: [String] = [], values: [String: [String]] = [:],
        toggles: [String: Bool] = [:]
    ) {
        self.command = command
        self.arguments = arguments
        self.values = values
        self.toggles = toggles
    }

    /// The argument at a place, if it was given.
    public func argument(_ index: Int) -> String? {
        arguments.indices.contains(index) ? arguments[index] : nil
    }

    /// The value of a flag; the last one if it was repeated.
    public func text(_ flag: String) -> String? { values[flag]?.last }

    /// The value of a flag, unless it is empty: an empty one says that there is none.
    public func some(_ flag: String) -> String? { text(flag).flatMap { $0.isEmpty ? nil : $0 } }

    /// All values of a repeatable flag.
    public func texts(_ flag: String) -> [String] { values[flag] ?? [] }

    /// The value of a flag declared as integer.
    public func integer(_ flag: String) -> Int? { text(flag).flatMap { Int($0) } }

    /// The value of a flag declared as duration, in milliseconds.
    public func milliseconds(_ flag: String) -> Int? {
        text(flag).flatMap { SpanText.milliseconds($0) }
    }

    /// The words of a flag declared as a list of choices.
    public func words(_ flag: String) -> [String] {
        texts(flag).flatMap { $0.split(separator: ",").map(String.init) }
    }

    /// Whether a toggle is on.
    public func isOn(_ flag: String) -> Bool { toggles[flag] == true }

    /// What a toggle was set to; nil when it was not given.
    public func toggle(_ flag: String) -> Bool? { toggles[flag] }

    /// The words that give this invocation again when they are parsed.
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
    /// Whether both run the same command with the same values.
    public static func == (left: Invocation, right: Invocation) -> Bool {
        left.command.path == right.command.path && left.arguments == right.arguments
            && left.values == right.values && left.toggles == right.toggles
    }
}

/// Text for a POSIX shell.
public enum ShellText {
    /// One word so that a shell reads exactly it: unchanged if it is plain, in single quotes else.
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

    /// A whole command line.
    public static func line(_ words: [String]) -> String {
        words.map(quoted).joined(separator: " ")
    }
}
