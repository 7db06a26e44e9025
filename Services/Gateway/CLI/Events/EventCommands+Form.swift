import CommandKit
import Contracts

extension EventCommands {
    static let formFlags = FieldFlags<Event>.flags([
        "type": eventTypes, "event-source": eventSources, "school": Values.school,
    ])

    private static let eventTypes = ValueType.word(
        EventType.allCases.map { .init($0.rawValue, $0.label) }, placeholder: "TYPE")
    /// An empty text clears the source.
    private static let eventSources = ValueType.checked(
        "choice", placeholder: "SOURCE",
        expected: { word in
            word.isEmpty || EventSource(rawValue: word) != nil
                ? nil : "one of " + EventSource.allCases.map(\.rawValue).joined(separator: ", ")
        })

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
