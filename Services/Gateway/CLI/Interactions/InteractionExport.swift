import CommandKit
import Contracts

/// Interactions as people take them along: DOMAIN, "Exports".
struct InteractionExport {
    /// What stands in a record's file where there is nothing (ID-16).
    static let missing = "N/A"
    /// The columns of the list's file.
    static let columns = [
        "Date", "Type", "Direction", "School", "Coach", "Subject", "Content", "Sentiment",
    ]
    /// The longest name that file systems take, in bytes.
    static let fileNameBytesMax = 255

    let zone: LocalZone
    let writer: CSVWriter

    // MARK: One record

    /// A record's file (ID-15 to ID-17): fields and values, each in quotes, lines joined by line
    /// feeds, none behind the last one.
    func text(of record: Interaction) -> String {
        let fields: [(String, String)] = [
            ("Subject", record.displaySubject),
            ("Type", record.type.label),
            ("Direction", record.direction.label),
            ("Sentiment", record.sentiment?.label ?? Self.missing),
            ("School", record.schoolText ?? Self.missing),
            ("Coach", record.coachText ?? Self.missing),
            ("Date", zone.text(record.displayDate)),
            ("Content", record.content ?? Self.missing),
            ("Attachments", String(record.attachmentCount)),
        ]
        let rows = fields.map { "\(writer.quoted($0.0)),\(writer.quoted($0.1))" }
        return (["Field,Value"] + rows).joined(separator: "\n")
    }

    /// ID-18: what a share sheet would say, as lines before the header. A program that knows no
    /// comments reads them as values: the subject stands in quotes then, and behind a "# " no part
    /// of it begins a cell that could be a formula (S53).
    func comment(on record: Interaction) -> String {
        let subject = VisibleText.line(record.displaySubject)
        return writer.field("# Interaction: \(subject)") + "\n"
            + "# Exported from The Recruiting Compass\n"
    }

    // MARK: The list

    /// The list's header.
    var header: String { writer.line(Self.columns) }

    /// A row of the list's file; what is missing is empty.
    func line(of record: Interaction) -> String {
        writer.line([
            zone.text(record.displayDate), record.type.label, record.direction.label,
            record.schoolText ?? "", record.coachText ?? "", record.subject ?? "",
            record.content ?? "", record.sentiment?.label ?? "",
        ])
    }

    // MARK: File names

    /// The list's file, named by its day.
    func fileName(on day: Instant) -> String { "interactions-\(zone.isoDay(day)).csv" }

    /// A record's file: its subject in lower case, with one hyphen for blanks and whatever a file
    /// system or a shell would trip over. A subject of nothing else leaves the end of the id.
    static func fileName(of record: Interaction) -> String {
        let (before, after) = ("interaction-", ".csv")
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
        return before + (name.isEmpty ? RecordNames.short(record.id.text) : name) + after
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
