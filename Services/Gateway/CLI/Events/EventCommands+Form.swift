import CommandKit
import Contracts

extension EventCommands {
    static let formFlags = FieldFlags<Event>.flags([
        "type": eventTypes, "event-source": eventSources, "school": Values.school,
    ])

    private static let eventTypes = ValueType.word(
        EventType.allCases.map { .init($0.rawValue, $0.label) }, placeholder: "TYPE")
    private static let eventSources = ValueType.word(
        EventSource.allCases.map { .init($0.rawValue, $0.label) }, placeholder: "SOURCE")

    /// The form filled from the flags. An empty text clears a field in an
    /// edit.
    static func form(_ run: CommandRun, isEdit: Bool) throws -> EventForm {
        var form = try FieldFlags<Event>.form(run, isEdit: isEdit)
        if let typed = form.schoolID.value, !typed.isEmpty {
            form.schoolID = FormField(try run.schoolID(typed).text)
        }
        return form
    }
}
