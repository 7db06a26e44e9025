// The small documents of a workbook: what its parts are called, its sheets, its texts, its styles.

/// The relations of a part to others: `_rels/….rels`.
final class RelationReader: XMLHandler {
    /// The targets by id, and each target's type, which is the last part of its address.
    private(set) var targets: [(id: String, type: String, target: String)] = []

    func begin(_ name: String, _ attributes: XMLAttributes) throws(WorkbookError) {
        guard name == "Relationship", let id = attributes["Id"], let target = attributes["Target"]
        else { return }
        guard targets.count < WorkbookLimit.entriesMax else {
            throw .damaged("it has too many relations")
        }
        let type = attributes["Type"]?.split(separator: "/").last.map(String.init) ?? ""
        targets.append((id, type, target))
    }

    func end(_ name: String) {}
    func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}

/// The sheets of a workbook, and from which day it counts.
final class WorkbookReader: XMLHandler {
    /// A sheet as the workbook lists it.
    struct Sheet {
        let name: String
        let relation: String
        let isHidden: Bool
    }

    private(set) var sheets: [Sheet] = []
    /// Whether days count from 1904.
    private(set) var countsFrom1904 = false

    func begin(_ name: String, _ attributes: XMLAttributes) throws(WorkbookError) {
        switch name {
        case "workbookPr":
            countsFrom1904 = ["1", "true"].contains(attributes["date1904"] ?? "")
        case "sheet":
            guard let name = attributes["name"], let relation = attributes["id"] else { return }
            guard sheets.count < WorkbookLimit.sheetsMax else {
                throw WorkbookError(
                    "The workbook has over \(WorkbookLimit.sheetsMax) sheets")
            }
            let state = attributes["state"] ?? "visible"
            sheets.append(Sheet(name: name, relation: relation, isHidden: state != "visible"))
        default: break
        }
    }

    func end(_ name: String) {}
    func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}

/// The texts that cells share.
final class SharedTextReader: XMLHandler {
    private(set) var texts: [String] = []
    private var current: [UInt8]?
    private var isInText = false
    /// Readings of East Asian words stand beside them and are left out.
    private var isInReading = false
    private var bytes = 0

    func begin(_ name: String, _ attributes: XMLAttributes) throws(WorkbookError) {
        switch name {
        case "si":
            guard texts.count < WorkbookLimit.sharedTextsMax else {
                throw WorkbookError(
                    "The workbook has over \(WorkbookLimit.sharedTextsMax) texts")
            }
            current = []
        case "rPh": isInReading = true
        case "t": isInText = current != nil && !isInReading
        default: break
        }
    }

    func end(_ name: String) throws(WorkbookError) {
        switch name {
        case "si":
            texts.append(CellText.decoded(current ?? []))
            current = nil
        case "rPh": isInReading = false
        case "t": isInText = false
        default: break
        }
    }

    func text(_ piece: UnsafeBufferPointer<UInt8>) throws(WorkbookError) {
        guard isInText else { return }
        bytes += piece.count
        guard bytes <= WorkbookLimit.sharedBytesMax else {
            throw WorkbookError(
                "The workbook has over \(WorkbookLimit.sharedBytesMax) bytes of texts")
        }
        unsafe current?.append(contentsOf: piece)
        guard current?.count ?? 0 <= WorkbookLimit.cellBytesMax else {
            throw CellText.tooLong("A text")
        }
    }
}

/// How the cells of each style show a number.
final class StyleReader: XMLHandler {
    /// The formats of the styles, in their order.
    private(set) var formats: [NumberFormat] = []
    /// The formats that the workbook spells out, by their numbers.
    private var spelled: [Int: NumberFormat] = [:]
    private var isInStyles = false

    func begin(_ name: String, _ attributes: XMLAttributes) throws(WorkbookError) {
        switch name {
        case "numFmt":
            guard let id = attributes["numFmtId"].flatMap({ Int($0) }) else { return }
            guard spelled.count < WorkbookLimit.stylesMax else { throw Self.tooMany }
            let code = (attributes["formatCode"] ?? "").prefix(WorkbookLimit.formatCodeMax)
            spelled[id] = NumberFormat(code: String(code))
        case "cellXfs": isInStyles = true
        case "xf" where isInStyles:
            guard formats.count < WorkbookLimit.stylesMax else { throw Self.tooMany }
            let id = attributes["numFmtId"].flatMap { Int($0) } ?? 0
            formats.append(spelled[id] ?? NumberFormat(builtIn: id))
        default: break
        }
    }

    func end(_ name: String) {
        if name == "cellXfs" { isInStyles = false }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {}

    private static let tooMany = WorkbookError(
        "The workbook has over \(WorkbookLimit.stylesMax) styles")
}
