import Base
import Synchronization

/// A command: `noun verb`, a single word, or, in a flat program, no word.
public struct Command: Sendable {
    /// What a command may change.
    public enum Effect: String, Sendable {
        /// Only reads.
        case readOnly = "read_only"
        /// Changes records of the services; accepts `--dry-run` and an idempotency key.
        case mutating
        /// Changes only this machine: a sign-in or a file.
        case local
    }

    /// An example command line for help.
    @Memberwise(labels: false)
    public struct Example: Hashable, Sendable {
        /// The line, starting with the program's name.
        public let line: String
        /// What the line does.
        public let meaning: String
    }

    /// The words of the command.
    public let path: [String]
    /// What the command may change.
    public let effect: Effect
    /// One line of help.
    public let summary: String
    /// Further help, already broken into lines; may be empty.
    public let details: String
    /// The positional arguments, in order.
    public let arguments: [Argument]
    /// The command's own flags, without those of the program.
    public var flags: [Flag] { declaredFlags.all }
    /// Two or three example lines.
    public let examples: [Example]
    /// Whether help and completions omit the command.
    public let isHidden: Bool
    private let declaredFlags: DeclaredFlags

    /// Creates a command. `path` contains its words separated by spaces: `interactions list`. Flags
    /// are made when they are first needed, since most command lines need those of one command.
    public init(
        _ path: String, _ effect: Effect, _ summary: String, details: String = "",
        arguments: [Argument] = [], flags: @autoclosure @escaping @Sendable () -> [Flag] = [],
        examples: [Example] = [], hidden: Bool = false
    ) {
        self.path = path.split(separator: " ").map(String.init)
        self.effect = effect
        self.summary = summary
        self.details = details
        self.arguments = arguments
        declaredFlags = DeclaredFlags(flags)
        self.examples = examples
        self.isHidden = hidden
    }

    /// The words joined by spaces; unique in a table.
    public var name: String { path.joined(separator: " ") }
}

/// Flags that are made once, when they are first needed.
private final class DeclaredFlags: Sendable {
    private let made = Mutex<[Flag]?>(nil)
    private let make: @Sendable () -> [Flag]

    init(_ make: @escaping @Sendable () -> [Flag]) { self.make = make }

    var all: [Flag] {
        if let known = made.withLock({ $0 }) { return known }
        let all = make()
        made.withLock { $0 = all }
        return all
    }
}
