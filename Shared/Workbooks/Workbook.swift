import Zip

/// A workbook of a spreadsheet program (Office Open XML, `.xlsx`) that may come from anywhere.
public struct Workbook {
    private let archive: ZipReader
    private let book: WorkbookReader
    /// The names of the parts of the sheets, by their relation.
    private let targets: [String: String]
    private let sharedTexts: String?
    private let styles: String?

    /// The names of the visible sheets, in their order.
    public var sheetNames: [String] { book.sheets.filter { !$0.isHidden }.map(\.name) }

    /// The bytes with which every workbook begins, as every ZIP archive.
    public static let signature: [UInt8] = [0x50, 0x4b, 0x03, 0x04]

    /// Opens a workbook and reads what its parts are called.
    public init(_ bytes: [UInt8]) throws(WorkbookError) {
        guard bytes.count <= WorkbookLimit.fileBytesMax else {
            throw WorkbookError(
                "The workbook is over \(WorkbookLimit.fileBytesMax) bytes",
                remedy: "Remove pictures from it, or save the sheet as CSV.")
        }
        do throws(ZipError) {
            archive = try ZipReader(
                bytes: bytes,
                limits: .init(
                    entriesMax: WorkbookLimit.entriesMax,
                    bytesMax: WorkbookLimit.unpackedBytesMax))
        } catch { throw WorkbookError("The workbook cannot be unpacked: \(error)") }
        try Self.requireWorkbook(archive)
        let root = RelationReader()
        try Self.read("_rels/.rels", of: archive, root)
        let main = root.targets.first { $0.type == "officeDocument" }?.target ?? "xl/workbook.xml"
        let path = Self.path(main, beside: "")
        guard !path.hasSuffix(".bin") else { throw Self.otherFormat("a binary workbook (.xlsb)") }
        book = WorkbookReader()
        try Self.read(path, of: archive, book, isNeeded: true)
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        let file = path.split(separator: "/").last ?? ""
        let relations = RelationReader()
        try Self.read(
            (folder.isEmpty ? "" : folder + "/") + "_rels/\(file).rels", of: archive, relations,
            isNeeded: true)
        func part(ofType type: String) -> String? {
            relations.targets.first { $0.type == type }
                .map { Self.path($0.target, beside: folder) }
        }
        sharedTexts = part(ofType: "sharedStrings")
        styles = part(ofType: "styles")
        targets = Dictionary(
            relations.targets.filter { $0.type == "worksheet" }
                .map { ($0.id, Self.path($0.target, beside: folder)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Throws an error that names the format of an archive that is not a workbook.
    private static func requireWorkbook(_ archive: ZipReader) throws(WorkbookError) {
        let names = Set(archive.entries.map { plain($0.name) })
        guard !names.contains("_rels/.rels") else { return }
        if names.contains("mimetype") { throw otherFormat("an OpenDocument file (.ods)") }
        if names.contains(where: { $0.hasSuffix(".iwa") }) {
            throw otherFormat("a file of Numbers")
        }
        throw WorkbookError(
            "The file is a ZIP archive, but no workbook",
            remedy: "Choose a file that ends with .xlsx or .csv.")
    }

    private static func otherFormat(_ name: String) -> WorkbookError {
        WorkbookError("The file is \(name)", remedy: "Save it as .xlsx or as CSV.")
    }

    // MARK: Sheets

    /// A sheet's values.
    public struct Table: Sendable {
        /// The sheet's name.
        public let name: String
        /// The values of the rows that have any, with the rows' numbers from 1, in their order.
        public let rows: [(number: Int, values: [String])]
        /// The cells with formulas whose results the workbook does not have, by their columns and
        /// rows from 1; they are empty. At most `WorkbookLimit.unworkedMax`.
        public let unworked: [(column: Int, row: Int)]
    }

    /// The values of a sheet as people see them: days as `2026-02-03`, formulas as their results.
    /// Hidden rows and columns are read like others.
    ///
    /// - Parameter name: The sheet, whose case does not matter; nil for the first that is visible.
    public func table(ofSheet name: String?) throws(WorkbookError) -> Table {
        let sheet = try sheet(name)
        guard let part = targets[sheet.relation] else {
            throw WorkbookError(
                "\"\(sheet.name)\" is a chart, not a table", remedy: "Choose another sheet.")
        }
        let texts = SharedTextReader()
        if let sharedTexts { try Self.read(sharedTexts, of: archive, texts) }
        let styles = StyleReader()
        if let part = self.styles { try Self.read(part, of: archive, styles) }
        let reader = SheetReader(
            sharedTexts: texts.texts, formats: styles.formats,
            countsFrom1904: book.countsFrom1904)
        try Self.read(part, of: archive, reader, isNeeded: true)
        try reader.fillMerged()
        let rows = reader.rows.sorted { $0.key < $1.key }
        return Table(
            name: sheet.name,
            rows: rows.map { number, cells in
                let last = cells.keys.max() ?? 0
                return (number, (1...max(last, 1)).map { cells[$0] ?? "" })
            }, unworked: reader.unworked)
    }

    private func sheet(_ name: String?) throws(WorkbookError) -> WorkbookReader.Sheet {
        guard let name else {
            if let first = book.sheets.first(where: { !$0.isHidden }) ?? book.sheets.first {
                return first
            }
            throw WorkbookError("The workbook has no sheets")
        }
        if let found = book.sheets.first(where: { $0.name == name })
            ?? book.sheets.first(where: { $0.name.lowercased() == name.lowercased() })
        {
            return found
        }
        let names = sheetNames.prefix(20).map { "\"\($0)\"" }.joined(separator: ", ")
        throw WorkbookError(
            "The workbook has no sheet \"\(name)\"", remedy: "Its sheets: \(names).")
    }

    // MARK: Parts

    /// Reads a part. One that is not needed may be missing.
    private static func read(
        _ path: String, of archive: ZipReader, _ handler: some XMLHandler, isNeeded: Bool = false
    ) throws(WorkbookError) {
        let wanted = plain(path)
        guard let entry = archive.entries.first(where: { plain($0.name) == wanted }) else {
            guard isNeeded else { return }
            throw .damaged("\(path) is missing")
        }
        let isBomb =
            entry.size > WorkbookLimit.ratioBytesMin
            && entry.size / max(entry.packedSize, 1) >= WorkbookLimit.ratioMax
        guard !isBomb else {
            throw .damaged("\(path) is packed over \(WorkbookLimit.ratioMax) times")
        }
        let reader = try XMLReader(path, handler)
        let take: ([UInt8]) throws(WorkbookError) -> Void = { (chunk) throws(WorkbookError) in
            try reader.read(chunk, isLast: false)
        }
        try archive.read(entry, take, failing: { .damaged("\($0)") })
        try reader.read([], isLast: true)
    }

    /// A name for comparisons. Some programs on Windows write backslashes.
    private static func plain(_ name: String) -> String {
        name.lowercased().replacing("\\", with: "/")
    }

    /// The path of a target, which is absolute or beside its folder.
    private static func path(_ target: String, beside folder: String) -> String {
        if target.hasPrefix("/") { return String(target.dropFirst()) }
        var parts = folder.split(separator: "/")
        for part in target.split(separator: "/") {
            switch part {
            case ".": break
            case "..": _ = parts.popLast()
            default: parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }
}

extension Workbook.Table {
    /// The table as comma-separated values. Each line is a row of the sheet, also those without
    /// values, so that lines have the numbers of rows.
    public var csv: [UInt8] {
        var bytes: [UInt8] = []
        var line = 1
        for row in rows {
            while line < row.number {
                bytes.append(UInt8(ascii: "\n"))
                line += 1
            }
            for (place, value) in row.values.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                guard !value.isEmpty else { continue }
                bytes.append(UInt8(ascii: "\""))
                for byte in value.utf8 {
                    if byte == UInt8(ascii: "\"") { bytes.append(byte) }
                    bytes.append(byte)
                }
                bytes.append(UInt8(ascii: "\""))
            }
            bytes.append(UInt8(ascii: "\n"))
            line += 1
        }
        return bytes
    }
}
