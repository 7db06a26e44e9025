import Contracts

/// Files that are no tables, although they are taken for some.
public enum TableFile {
    /// The mark with which comma-separated values begin in files for people: spreadsheet programs
    /// take a file without it for the encoding of their machine.
    public static let byteOrderMark = "\u{FEFF}"

    /// The bytes at the start of a file that tell what it is.
    private static let startBytes = 1_024

    /// Why a file that begins so is not read, with the remedy; nil if it may be a table.
    public static func problem(_ start: [UInt8]) -> ImportProblem? {
        if WorkbookProgram.isOldWorkbook(start) { return WorkbookProgram.oldWorkbook }
        for (signature, name) in signatures where start.starts(with: signature) {
            return problem("The file is \(name), not a table", "Save the table as .xlsx or CSV.")
        }
        let text = String(decoding: start.prefix(startBytes), as: UTF8.self)
            .drop { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
        let again = "Open it in your spreadsheet program and save it as .xlsx."
        if text.hasPrefix("<?xml"), text.contains("office:spreadsheet") {
            return problem("The file is a workbook of an old program (XML)", again)
        }
        if text.hasPrefix("mime-version:") || pages.contains(where: text.hasPrefix) {
            return problem("The file is a web page, whatever its name ends with", again)
        }
        return nil
    }

    /// How web pages begin.
    private static let pages = [
        "<!doctype html", "<html", "<head", "<meta", "<body", "<table", "<div", "<style",
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><html",
    ]

    private static let signatures: [([UInt8], String)] = [
        (Array("%PDF".utf8), "a PDF"), (Array("{\\rtf".utf8), "a text document (.rtf)"),
        ([0x89, 0x50, 0x4E, 0x47], "a picture"), ([0xFF, 0xD8, 0xFF], "a picture"),
        ([0x1F, 0x8B], "packed (.gz)"),
    ]

    private static func problem(_ message: String, _ reason: String) -> ImportProblem {
        ImportProblem(message, reason: reason, field: ImportProblem.file)
    }
}
