public import Contracts

/// The tables of an archive, each as comma-separated values and as JSON Lines.
public enum ArchiveTable: String, CaseIterable, Sendable {
    case schools
    case coaches
    case events
    case presences
    case interactions
    case files
    case metrics
    case posts
    case followUps = "follow-ups"
    case windows
    case profiles
    case notifications
    case members
    case history

    /// The name of the table as comma-separated values.
    public var csvName: String { "\(rawValue).csv" }

    /// The name of the table as JSON Lines.
    public var jsonName: String { "\(rawValue).jsonl" }
}

/// The names in an archive. Only these are unpacked, so a name is never somebody else's path.
public enum ArchiveName {
    /// The file that says what the others are.
    public static let readme = "README.txt"
    /// The file that says when, by whom and of which family.
    public static let manifest = "archive.json"
    /// The folder of the attached files.
    public static let filesFolder = "files"

    /// The name of an attached file: its id, and the usual ending of its type.
    public static func file(_ id: AttachmentID, _ type: AttachmentType) -> String {
        "\(filesFolder)/\(id.text).\(ending(of: type))"
    }

    /// Whether an archive may contain a file of this name.
    public static func isKnown(_ name: String) -> Bool {
        if name == readme || name == manifest || isAttached(name) { return true }
        return ArchiveTable.allCases.contains { name == $0.csvName || name == $0.jsonName }
    }

    /// Whether the name is that of an attached file.
    public static func isAttached(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == filesFolder else { return false }
        let words = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        guard words.count == 2, let id = AttachmentID(text: String(words[0])) else { return false }
        return id.text == words[0]
            && AttachmentType.allCases.contains { ending(of: $0) == words[1] }
    }

    private static func ending(of type: AttachmentType) -> String { type.format.lowercased() }
}
