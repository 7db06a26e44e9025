/// Limits of workbooks.
public enum WorkbookLimit {
    /// The largest workbook, in bytes: 10 MiB.
    public static let fileBytesMax = 10_485_760
    /// The most files in a workbook.
    public static let entriesMax = 10_000
    /// The most bytes of all files of a workbook, unpacked: 128 MiB.
    public static let unpackedBytesMax = 134_217_728
    /// The size of an unpacked file, in bytes, above which it may not be packed beyond `ratioMax`.
    public static let ratioBytesMin = 1_048_576
    /// How many times larger a file may be unpacked than packed. Rows of empty cells with a
    /// style reach a hundred.
    public static let ratioMax = 400
    /// The most elements of XML within each other.
    public static let depthMax = 64
    /// The most bytes of a piece of XML that the parser holds because its end is missing, such as
    /// a tag: 1 MiB. It reads such a piece anew with every chunk.
    public static let tokenBytesMax = 1_048_576
    /// The most characters of a format of numbers that are read, as many as spreadsheet programs
    /// write.
    public static let formatCodeMax = 255
    /// The most rows with values, as many as a file of comma-separated values may have, and its
    /// header.
    public static let rowsMax = 50_001
    /// The highest number of a row, as in spreadsheet programs.
    public static let rowNumberMax = 1_048_576
    /// The most columns with values.
    public static let columnsMax = 256
    /// The most characters of a text in a cell that is written, in units of UTF-16, as in
    /// spreadsheet programs.
    public static let cellCharactersMax = 32_767
    /// The largest value of a cell, in bytes: 32,767 characters of up to four bytes.
    public static let cellBytesMax = 131_068
    /// The most bytes of a row's values.
    public static let rowBytesMax = 262_144
    /// The most bytes of the values of a sheet: 10 MiB.
    public static let sheetBytesMax = 10_485_760
    /// The most texts that the cells of a workbook share.
    public static let sharedTextsMax = 500_000
    /// The most bytes of the texts that the cells of a workbook share: 32 MiB.
    public static let sharedBytesMax = 33_554_432
    /// The most styles of cells and formats of numbers, as in spreadsheet programs.
    public static let stylesMax = 65_490
    /// The most sheets.
    public static let sheetsMax = 1_000
    /// The most merged areas of a sheet.
    public static let mergesMax = 50_000
    /// The most cells with formulas without their results that are reported.
    public static let unworkedMax = 1_000
    /// The most rows with values in all merged areas of a sheet, each counted in each area.
    public static let mergedRowsMax = 200_000
}

/// A workbook that cannot be read or written.
public struct WorkbookError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a sentence without a full stop.
    public let description: String
    /// What to do about it, as a sentence.
    public let remedy: String

    init(_ description: String, remedy: String = WorkbookError.saveAgain) {
        self.description = description
        self.remedy = remedy
    }

    /// The error of a table that is too large for a workbook.
    static func tooMuch(_ description: String) -> WorkbookError {
        WorkbookError(description, remedy: "Export it as CSV.")
    }

    static let saveAgain = "Open it in your spreadsheet program and save the sheet as CSV."

    /// The error of a part that is not as it should be.
    static func damaged(_ part: String) -> WorkbookError {
        WorkbookError("The workbook is damaged: \(part)")
    }
}
