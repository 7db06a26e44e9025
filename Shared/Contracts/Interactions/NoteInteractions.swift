/// Appends a note to the content of several of the caller's interactions as one operation, which
/// one undo takes back. If one of them cannot take it, none does.
public enum NoteInteractions: Operation {
    public static let definition = OperationDefinition(
        "interactions.note", of: .interactions, .write, .players("add notes"),
        "Append a note to several interactions at once; one undo removes it from all of them",
        http: .post("/interactions/note"))

    /// The maximum length of a note, in characters.
    public static let noteMax = 2_000
    /// The name for notes in answers and operation counts.
    public static let table = "notes"

    /// The texts of refusals.
    public enum Refusal {
        /// No note was given.
        public static let note = "Note must have 1 to 2,000 characters"

        /// Some of the records are not there, or not the caller's.
        public static func missing(_ missing: Int, of all: Int) -> String {
            "\(missing) of \(CountedNoun.text(all, "interactions")) \(missing == 1 ? "is" : "are") "
                + "not among yours, so nothing was changed"
        }

        /// Some of the contents would be too long.
        public static func full(_ full: Int, of all: Int) -> String {
            "\(full) of \(CountedNoun.text(all, "interactions")) would have more than 10,000 "
                + "characters, so nothing was changed"
        }
    }

    /// The interactions, and the note.
    @JSONObject
    public struct Request: OperationRequest {
        /// The ids, 1 to `DeleteInteractions.idsMax`; one that stands there twice counts once.
        public var ids: FormField<[String]>
        public var note: FormField<String>

        public init(ids: [InteractionID], note: String) {
            self.ids = FormField(ids.map(\.text))
            self.note = FormField(note)
        }

        public func validated() throws(ServiceError) -> Input {
            var chosen = DeleteInteractions.Request(ids: [])
            chosen.ids = self.ids
            let ids = try chosen.validated().ids
            var errors = FieldErrors()
            let text = errors.optionalText(
                self.note, named: "note", max: noteMax, Refusal.note)
            let note = Sanitizer.plainText(text)?.trimmed ?? ""
            if note.isEmpty { errors.refuse("note", Refusal.note) }
            try errors.throwIfAny()
            return Input(ids: ids, note: note)
        }
    }

    /// The validated request.
    public struct Input: Hashable, Sendable {
        /// The ids, each once.
        public let ids: [InteractionID]
        /// Plain text, not empty.
        public let note: String
    }

    /// What was changed.
    @JSONObject
    public struct Response {
        /// The number of interactions with the note.
        public var noted: Int
        /// What happened, for people.
        public var message: String
        /// The operation that can be undone to remove the note again.
        public var operationID: OperationID
    }
}

extension Interaction {
    /// Between the content and a note that is appended to it.
    private static let noteBreak = "\n\n"

    /// Returns the interaction with a note at the end of its content, above the line that a
    /// calibration leaves there; nil if the content would be too long.
    public func appending(note: String) -> Interaction? {
        let text = contentWithoutNote.map { $0 + Self.noteBreak + note } ?? note
        return text.count <= InteractionLimit.contentMax ? replacingText(with: text) : nil
    }

    /// Returns the interaction without an appended note, wherever it stands by now; nil if it is
    /// not there any more.
    public func removing(note: String) -> Interaction? {
        guard let text = contentWithoutNote else { return nil }
        if text == note { return replacingText(with: nil) }
        let (after, before) = (Self.noteBreak + note, note + Self.noteBreak)
        if text.hasSuffix(after) {
            return replacingText(with: String(text.dropLast(after.count)))
        }
        if let range = text.ranges(of: after + Self.noteBreak).last {
            let end = text.index(range.lowerBound, offsetBy: after.count)
            return replacingText(with: String(text[..<range.lowerBound] + text[end...]))
        }
        guard text.hasPrefix(before) else { return nil }
        return replacingText(with: String(text.dropFirst(before.count)))
    }

    /// Replaces the content except the line of a calibration.
    private func replacingText(with text: String?) -> Interaction {
        let line = content?.dropFirst(contentWithoutNote?.count ?? 0) ?? ""
        let whole = (text ?? "") + line
        var interaction = self
        interaction.content = whole.isEmpty ? nil : whole
        return interaction
    }
}
