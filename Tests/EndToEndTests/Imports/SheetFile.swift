import Foundation
import Support
import Zip

/// A small workbook, as a spreadsheet program might have saved it.
enum SheetFile {
    /// Writes a workbook with these sheets, whose cells are texts.
    static func write(_ sheets: KeyValuePairs<String, [[String]]>, to path: String) throws {
        let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        let package = "http://schemas.openxmlformats.org/package/2006/relationships"
        var parts = [
            "_rels/.rels":
                "<Relationships xmlns=\"\(package)\"><Relationship Id=\"rId1\" "
                + "Type=\"\(relations)/officeDocument\" Target=\"xl/workbook.xml\"/>"
                + "</Relationships>"
        ]
        var list = ""
        var targets = ""
        for (place, sheet) in sheets.enumerated() {
            let number = place + 1
            list += "<sheet name=\"\(sheet.key)\" sheetId=\"\(number)\" r:id=\"rId\(number)\"/>"
            targets +=
                "<Relationship Id=\"rId\(number)\" Type=\"\(relations)/worksheet\" "
                + "Target=\"worksheets/sheet\(number).xml\"/>"
            let rows = sheet.value.map { cells in
                let written = cells.map { "<c t=\"inlineStr\"><is><t>\($0)</t></is></c>" }
                return "<row>\(written.joined())</row>"
            }
            parts["xl/worksheets/sheet\(number).xml"] =
                "<worksheet><sheetData>\(rows.joined())</sheetData></worksheet>"
        }
        parts["xl/workbook.xml"] =
            "<workbook xmlns:r=\"\(relations)\"><sheets>\(list)</sheets></workbook>"
        parts["xl/_rels/workbook.xml.rels"] =
            "<Relationships xmlns=\"\(package)\">\(targets)</Relationships>"
        let folder = try TemporaryFolder()
        let writer = try ZipWriter(path: path)
        for (number, part) in parts.enumerated() {
            let file = folder.path("\(number)")
            try Data(part.value.utf8).write(to: URL(filePath: file))
            try writer.add(file, as: part.key, isCompressed: true, modified: 0)
        }
        try writer.finish()
    }
}
