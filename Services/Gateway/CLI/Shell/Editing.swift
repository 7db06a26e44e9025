import CommandKit

/// What the commands that change a record have in common.
enum Editing {
    /// The version that the user saw, for scripts that read a record before they change it.
    static let version = Flag.value("version", Values.version, "The version that you saw")

    /// The help text on changing a record of this kind.
    static func details(_ record: String) -> String {
        """
        Changes only the given fields; an empty text clears a field. Fails if somebody else \
        has changed the \(record) in the meantime or, with --version, since that version.
        """
    }

    /// Throws if none of these flags was given, as then nothing would change.
    static func requireChange(_ flags: [Flag], _ record: String, _ run: CommandRun) throws {
        guard flags.allSatisfy({ run.invocation.text($0.name) == nil }) else { return }
        throw CommandFailure.usage(
            "Nothing to change", reason: "Give at least one field to change.",
            remedy: "Try: compass \(run.invocation.command.name) --help")
    }
}
