import Contracts
import Pages

/// The style of printed documents. Lengths are in points, 72 per inch.
enum PageStyle {
    static func size(of sheet: PrintedDocument.Sheet) -> (width: Double, height: Double) {
        switch sheet {
        case .letter: (612, 792)
        case .a4: (595.28, 841.89)
        }
    }

    /// The margin on all sides of a page.
    static let margin = 48.0
    /// The height of the footer above the margin.
    static let footRoom = 20.0
    /// The space between two columns.
    static let gap = 10.0
    /// The space above and below a row's text.
    static let rowPadding = 3.5
    /// The space above a table's title.
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

    static func columnHead(_ column: PrintedDocument.Column) -> Lettering {
        Lettering(
            size: 8.5, isBold: true, lightness: 0.25, side: column.isNumeric ? .right : .left)
    }

    static func cell(_ column: PrintedDocument.Column) -> Lettering {
        Lettering(size: 9.5, side: column.isNumeric ? .right : .left)
    }
}
