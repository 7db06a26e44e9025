import Foundation
import Support
import Zip

/// A small workbook, part by part, as spreadsheet programs write them.
struct SampleWorkbook {
    /// The parts by their names.
    var parts: [String: String]

    static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    static let package = "http://schemas.openxmlformats.org/package/2006/relationships"

    /// A workbook with these sheets, each given as the content of its `worksheet`.
    ///
    /// - Parameters:
    ///   - texts: The shared texts.
    ///   - codes: The formats of the styles from 1; those of style 0 are general.
    ///   - sheetAttributes: Further attributes of each sheet, such as its state.
    init(
        _ sheets: KeyValuePairs<String, String>, texts: [String] = [], codes: [String] = [],
        properties: String = "", sheetAttributes: [String: String] = [:]
    ) {
        var list = ""
        var relations = ""
        parts = [:]
        for (place, sheet) in sheets.enumerated() {
            let number = place + 1
            let state = sheetAttributes[sheet.key] ?? ""
            list +=
                "<sheet name=\"\(sheet.key)\" sheetId=\"\(number)\" r:id=\"rId\(number)\" "
                + "\(state)/>"
            relations += Self.relation(number, "worksheet", "worksheets/sheet\(number).xml")
            parts["xl/worksheets/sheet\(number).xml"] =
                "<worksheet xmlns=\"\(Self.main)\">\(sheet.value)</worksheet>"
        }
        relations += Self.relation(sheets.count + 1, "sharedStrings", "sharedStrings.xml")
        relations += Self.relation(sheets.count + 2, "styles", "/xl/styles.xml")
        parts["_rels/.rels"] =
            "<Relationships xmlns=\"\(Self.package)\">"
            + Self.relation(1, "officeDocument", "xl/workbook.xml") + "</Relationships>"
        parts["xl/_rels/workbook.xml.rels"] =
            "<Relationships xmlns=\"\(Self.package)\">\(relations)</Relationships>"
        parts["xl/workbook.xml"] = """
            <?xml version="1.0" encoding="UTF-8"?>
            <workbook xmlns="\(Self.main)" xmlns:r="\(Self.office)">\
            <workbookPr \(properties)/><sheets>\(list)</sheets></workbook>
            """
        parts["xl/sharedStrings.xml"] =
            "<sst xmlns=\"\(Self.main)\">" + texts.map { "<si>\($0)</si>" }.joined() + "</sst>"
        let formats = codes.enumerated().map { place, code in
            "<numFmt numFmtId=\"\(164 + place)\" formatCode=\"\(code)\"/>"
        }
        let styles = codes.indices.map { "<xf numFmtId=\"\(164 + $0)\"/>" }
        parts["xl/styles.xml"] = """
            <styleSheet xmlns="\(Self.main)"><numFmts>\(formats.joined())</numFmts>\
            <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>\
            <cellXfs><xf numFmtId="0"/>\(styles.joined())</cellXfs></styleSheet>
            """
    }

    private static func relation(_ number: Int, _ type: String, _ target: String) -> String {
        "<Relationship Id=\"rId\(number)\" Type=\"\(office)/\(type)\" Target=\"\(target)\"/>"
    }

    /// The workbook's bytes.
    func bytes() throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let writer = try ZipWriter(path: folder.path("book.xlsx"))
        var files: [String: String] = [:]
        for (name, content) in parts.sorted(by: { $0.key < $1.key }) {
            let path = files[content] ?? folder.path("\(files.count)")
            if files.updateValue(path, forKey: content) == nil {
                try Data(content.utf8).write(to: URL(filePath: path))
            }
            try writer.add(path, as: name, isCompressed: true, modified: 0)
        }
        try writer.finish()
        return [UInt8](try Data(contentsOf: URL(filePath: folder.path("book.xlsx"))))
    }

    /// A sheet with one row for each list of cells; a cell is written as it is.
    static func sheet(_ rows: [[String]], after: String = "") -> String {
        let written = rows.enumerated().map { place, cells in
            "<row r=\"\(place + 1)\">\(cells.joined())</row>"
        }
        return "<sheetData>\(written.joined())</sheetData>\(after)"
    }

    /// A cell with a text of its own.
    static func inline(_ text: String) -> String {
        "<c t=\"inlineStr\"><is><t>\(text)</t></is></c>"
    }
}
