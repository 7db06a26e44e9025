import CommandKit

/// What the commands that change a record have in common.
enum Editing {
    /// The version that the user saw, for scripts that look before they change.
    static let version = Flag.value("version", Values.version, "The version that you saw")

    /// The help about a change to this kind of record.
    static func details(_ record: String) -> String {
        """
        Changes what is given and leaves the rest; an empty text takes an entry away. \
        Nothing is changed if somebody else changed the \(record) meanwhile, or, with \
        --version, since that version was shown.
        """
    }

    /// Refuses a change that changes nothing: none of these flags was given.
    static func requireChange(_ flags: [Flag], _ record: String, _ run: CommandRun) throws {
        guard flags.allSatisfy({ run.invocation.text($0.name) == nil }) else { return }
        throw CommandFailure.usage(
            "Nothing to change", reason: "No flag says what the \(record) gets.",
            remedy: "Try: compass \(run.invocation.command.name) --help")
    }
}
