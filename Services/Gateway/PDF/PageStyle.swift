import Contracts
import Pages

/// How printed documents look: lengths in points, 72 to the inch.
enum PageStyle {
    /// Width and height of a sheet.
    static func size(of sheet: PrintedDocument.Sheet) -> (width: Double, height: Double) {
        switch sheet {
        case .letter: (612, 792)
        case .a4: (595.28, 841.89)
        }
    }

    /// Empty edge of a page.
    static let margin = 48.0
    /// Room for the foot of a page, above the margin.
    static let footRoom = 20.0
    /// Between two columns.
    static let gap = 10.0
    /// Above and below a row's text.
    static let rowPadding = 3.5
    /// Above the title of a table.
    static let sectionSpace = 20.0

    static let headLinesMax = 3
    static let head = Lettering(size: 20, isBold: true)
    static let subhead = Lettering(size: 11, lightness: 0.3)
    static let runningHead = Lettering(size: 8.5, lightness: 0.35)
    static let factLabel = Lettering(size: 8, lightness: 0.35)
    static let factValue = Lettering(size: 10)
    static let section = Lettering(size: 12.5, isBold: true)
    static let empty = Lettering(size: 10, lightness: 0.35)
    static let foot = Lettering(size: 8, lightness: 0.35)
    static let footRight = Lettering(size: 8, lightness: 0.35, side: .right)

    /// The header of a column.
    static func columnHead(_ column: PrintedDocument.Column) -> Lettering {
        Lettering(
            size: 8.5, isBold: true, lightness: 0.25, side: column.isNumeric ? .right : .left)
    }

    /// A value.
    static func cell(_ column: PrintedDocument.Column) -> Lettering {
        Lettering(size: 9.5, side: column.isNumeric ? .right : .left)
    }
}
