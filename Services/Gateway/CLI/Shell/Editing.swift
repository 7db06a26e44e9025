import CommandKit
import Contracts
import ServiceKit

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

    /// The most characters of a value in a note.
    private static let shownMax = 60

    /// A note for each changed field, with its values before and after. For people, records have
    /// their names, and times are in their zone.
    static func notes(_ changes: [FieldChange], _ run: CommandRun) -> [String] {
        guard !changes.isEmpty else { return ["Nothing changed."] }
        let isForPeople = (try? run.format) == .table
        return changes.map { change in
            let choices = isForPeople ? Self.choices(of: change.field, run) : nil
            func shown(_ value: String?) -> String {
                guard let value else { return "—" }
                if let name = choices?.first(where: { $0.id == value })?.name { return name }
                if isForPeople, value.hasSuffix("Z"), let instant = Instant(text: value) {
                    return run.zone.text(instant)
                }
                return value.count > shownMax ? value.prefix(shownMax) + "…" : value
            }
            let field = choices == nil ? change.field : change.field.replacing("_id", with: "")
            return VisibleText.line(
                "Changed \(field): \(shown(change.before)) → \(shown(change.after))")
        }
    }

    /// The records that a field names; nil for other fields, or if they cannot be read.
    private static func choices(of field: String, _ run: CommandRun) -> [NamedRecord]? {
        switch field {
        case "school_id": try? run.schoolChoices()
        case "coach_id": try? run.coachChoices()
        case "event_id": try? run.eventChoices()
        default: nil
        }
    }

    /// Changes a record as the flags say.
    ///
    /// - Parameters:
    ///   - noun: The noun of the record.
    ///   - flags: The flags of which one must be given, as else nothing would change.
    ///   - id: The id of the record that the command names.
    ///   - storedVersion: The version at which to change the record without `--version`.
    static func change<Edit: Operation, Record: FormRecord>(
        _ operation: Edit.Type, _ noun: String, _ flags: [Flag], _ run: CommandRun,
        id: () throws -> Identifier<Record.Tag>, form: () throws -> RecordForm<Record>,
        storedVersion: (Identifier<Record.Tag>) throws -> Int?
    ) throws -> Caller.Answer where Edit.Request == RecordForm<Record> {
        try requireChange(flags, noun, run)
        return try run.change(
            operation,
            {
                let (id, form) = (try id(), try form())
                return form.editing(
                    id, at: try run.invocation.integer("version") ?? storedVersion(id))
            }())
    }

    /// Throws if none of these flags was given, as then nothing would change.
    static func requireChange(_ flags: [Flag], _ record: String, _ run: CommandRun) throws {
        let isUntouched = flags.allSatisfy {
            run.invocation.text($0.name) == nil && run.invocation.toggle($0.name) == nil
        }
        if isUntouched { throw nothing("Give at least one field to change.", run) }
    }

    /// The error of a command without a change; `reason` says what to give.
    static func nothing(_ reason: String, _ run: CommandRun) -> CommandFailure {
        .usage(
            "Nothing to change", reason: reason,
            remedy: "Try: compass \(run.invocation.command.name) --help")
    }
}
