import CommandKit
import Contracts
import ServiceKit

extension InteractionCommands {
    static let note = CompassCommand(
        "interactions note", .mutating, "Append a note to several interactions",
        details: """
            The note stands at the end of the content of each, in a paragraph of its own. At \
            most \(DeleteInteractions.idsMax) interactions get it together or not at all, and \
            one undo removes it from all of them. Asks for confirmation unless --yes is given \
            if filters choose them.
            """,
        arguments: [
            Argument(
                "ID", "The id, or its last 8 digits", Values.interactionID, optional: true,
                repeatable: true)
        ],
        flags: [.value("text", .text(), field: "note", "The note, up to 2,000 characters")]
            + InteractionFilter.flags + [
                .toggle(allMatching, "Append it to all that match the filters")
            ],
        examples: [
            "compass interactions note 4f0c2a9d 5e1b3c8a --text \"At the same camp\"":
                "Two at once",
            "compass interactions note --all-matching --type camp --text \"Paid by club\"":
                "All that match",
        ]
    ) { run in
        if let stored = try run.repeated(NoteInteractions.self) {
            return try noted(stored.answer, run)
        }
        guard let text = run.invocation.some("text") else {
            throw CommandFailure.usage(
                "Missing: --text", reason: "Give the note to append.",
                remedy: "Try: compass interactions note --help")
        }
        let selection = try chosen(run, "append the note to")
        let request = NoteInteractions.Request(ids: selection.ids, note: text)
        if selection.isByFilters, try run.asks() {
            // Reports what would be refused before asking.
            try run.rehearse(NoteInteractions.self, request)
            try run.confirm(
                "Append the note to \(CountedNoun.text(Set(selection.ids).count, "interactions"))?")
        }
        return try noted(try run.change(NoteInteractions.self, request), run)
    }

    private static func noted(_ answer: Caller.Answer, _ run: CommandRun) throws -> CommandResult {
        let response = try run.decoded(NoteInteractions.Response.self, answer)
        return .line(
            response.message, json: answer.json, notes: run.undoNotes(response.operationID))
    }
}
