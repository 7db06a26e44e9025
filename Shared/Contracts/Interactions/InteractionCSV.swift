/// Interactions as tables, for the command line and the pages.
public struct InteractionCSV: Sendable {
    /// Stands for a missing value in a record's file (ID-16).
    public static let missing = "N/A"
    /// The columns of the list's file.
    public static let columns = [
        "Date", "Type", "Direction", "School", "Coach", "Subject", "Content", "Sentiment",
    ]
    /// The longest file name, in bytes.
    static let fileNameBytesMax = 255

    /// Writes the values.
    public let writer: CSVWriter
    private let date: @Sendable (ContactTime?) -> String

    /// - Parameter date: The text of a time in the reader's zone.
    public init(writer: CSVWriter, date: @escaping @Sendable (ContactTime?) -> String) {
        self.writer = writer
        self.date = date
    }

    // MARK: One record

    /// A record's file (ID-15 to ID-17): fields and values, each quoted, lines separated by line
    /// feeds without a final one.
    public func text(of record: Interaction) -> String {
        let rows = facts(of: record).map { "\(writer.quoted($0.name)),\(writer.quoted($0.value))" }
        return (["Field,Value"] + rows).joined(separator: "\n")
    }

    /// What a record's file says of it.
    public func facts(of record: Interaction) -> [(name: String, value: String)] {
        [
            ("Subject", record.displaySubject),
            ("Type", record.type.label),
            ("Direction", record.direction.label),
            ("Sentiment", record.sentiment?.label ?? Self.missing),
            ("School", record.schoolText ?? Self.missing),
            ("Coach", record.coachText ?? Self.missing),
            ("Date", date(record.displayTime)),
            ("Content", record.content ?? Self.missing),
            ("Attachments", String(record.attachmentCount)),
        ]
    }

    // MARK: The list

    /// The list's header.
    public var header: String { writer.line(Self.columns) }

    /// One row of the list's file.
    public func line(of record: Interaction) -> String { writer.line(values(of: record)) }

    /// The values of a row; missing ones are empty.
    public func values(of record: Interaction) -> [String] {
        [
            date(record.displayTime), record.type.label, record.direction.label,
            record.schoolText ?? "", record.coachText ?? "", record.subject ?? "",
            record.content ?? "", record.sentiment?.label ?? "",
        ]
    }

    // MARK: File names

    /// The name of the list's file, which contains the day as `2026-02-03`.
    public static func fileName(on day: String, _ ending: String = "csv") -> String {
        "interactions-\(day).\(ending)"
    }

    /// The name of a record's file: its subject in lower case, in which one hyphen replaces blanks
    /// and characters unsafe in file systems or shells. If nothing else remains, the end of the id.
    public static func fileName(of record: Interaction, _ ending: String = "csv") -> String {
        let (before, after) = ("interaction-", ".\(ending)")
        let bytesMax = fileNameBytesMax - before.utf8.count - after.utf8.count
        var name = ""
        for character in record.displaySubject.lowercased() {
            let isPlain = character.unicodeScalars.allSatisfy { Self.isPlain($0) }
            let piece = isPlain ? String(character) : "-"
            if piece == "-", name.isEmpty || name.hasSuffix("-") { continue }
            if name.utf8.count + piece.utf8.count > bytesMax { break }
            name += piece
        }
        while name.hasSuffix("-") { name.removeLast() }
        return before + (name.isEmpty ? ShortID.text(of: record.id.text) : name) + after
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isWhitespace || "/\\:*?\"<>|".unicodeScalars.contains(scalar) {
            return false
        }
        switch scalar.properties.generalCategory {
        case .control, .surrogate, .privateUse, .unassigned: return false
        default: return !AttachmentName.isUnseen(scalar)
        }
    }
}
