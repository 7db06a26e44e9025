import Contracts
import Pages

/// Lets a document flow down its pages.
struct PageFlow {
    private let document: PrintedDocument
    private let paper: Paper
    /// How many pages there will be; nil while that is counted.
    private let pageCount: Int?
    private var page = 1
    /// Where the next part begins, from the page's upper edge.
    private var y = PageStyle.margin

    init(_ document: PrintedDocument, on paper: Paper, pageCount: Int?) {
        self.document = document
        self.paper = paper
        self.pageCount = pageCount
    }

    private var left: Double { PageStyle.margin }
    private var width: Double { paper.width - 2 * PageStyle.margin }
    /// The lower edge of the room for text.
    private var bottom: Double { paper.height - PageStyle.margin - PageStyle.footRoom }

    /// Draws everything; how many pages it took.
    func run() -> Int {
        var flow = self
        flow.head()
        flow.facts()
        for table in document.tables { flow.draw(table) }
        flow.foot()
        return flow.page
    }

    // MARK: Head and foot

    private mutating func head() {
        paragraph(document.title, PageStyle.head, linesMax: PageStyle.headLinesMax)
        if !document.subtitle.isEmpty {
            y += 3
            paragraph(document.subtitle, PageStyle.subhead, linesMax: PageStyle.headLinesMax)
        }
        y += 8
        paper.rule(x: left, y: y, width: width, thickness: 1.5, lightness: 0.07)
        y += 10
    }

    private mutating func paragraph(_ text: String, _ lettering: Lettering, linesMax: Int) {
        let block = TextBlock(text, lettering, on: paper, width: width, linesMax: linesMax)
        paper.draw(block, x: left, y: y)
        y += block.height
    }

    private func foot() {
        let number = pageCount.map { "Page \(page) of \($0)" } ?? "Page \(page)"
        let right = TextBlock(number, PageStyle.foot, on: paper)
        let top = paper.height - PageStyle.margin - right.height
        paper.draw(right, x: left + width - right.width, y: top)
        let room = width - right.width - 2 * PageStyle.gap
        paper.draw(
            TextBlock(document.footer, PageStyle.foot, on: paper, width: room), x: left, y: top)
    }

    private mutating func turnPage() {
        foot()
        paper.turnPage()
        page += 1
        y = PageStyle.margin
        paragraph(document.title, PageStyle.runningHead, linesMax: 1)
        y += 4
        paper.rule(x: left, y: y, width: width, thickness: 0.5, lightness: 0.6)
        y += 8
    }

    // MARK: Facts

    /// Labelled values, two beside each other.
    private mutating func facts() {
        let room = (width - PageStyle.gap) / 2
        for start in stride(from: 0, to: document.facts.count, by: 2) {
            let pair = document.facts[start..<min(start + 2, document.facts.count)].map { fact in
                (
                    TextBlock(fact.label, PageStyle.factLabel, on: paper, width: room),
                    TextBlock(fact.value, PageStyle.factValue, on: paper, width: room, linesMax: 2)
                )
            }
            let height = pair.map { $0.0.height + $0.1.height }.max() ?? 0
            if y + height > bottom { turnPage() }
            for (index, blocks) in pair.enumerated() {
                let x = left + Double(index) * (room + PageStyle.gap)
                paper.draw(blocks.0, x: x, y: y)
                paper.draw(blocks.1, x: x, y: y + blocks.0.height)
            }
            y += height + 6
        }
    }

    // MARK: Tables

    /// One row, set and measured.
    private struct Row {
        let blocks: [(block: TextBlock, x: Double)]
        let height: Double
    }

    private mutating func draw(_ table: PrintedDocument.Table) {
        let places = places(of: table.columns)
        let title = TextBlock(table.title, PageStyle.section, on: paper, width: width)
        let head = row(
            table.columns.map(\.title), places, table.columns.map { (PageStyle.columnHead($0), 2) })
        let looks = table.columns.map { (PageStyle.cell($0), $0.linesMax) }
        let first = table.rows.first.map { row($0, places, looks).height } ?? head.height
        // A title stays with the header and a first row.
        if y + PageStyle.sectionSpace + title.height + head.height + first > bottom { turnPage() }
        if y > PageStyle.margin { y += PageStyle.sectionSpace }
        paper.draw(title, x: left, y: y)
        y += title.height + 4
        guard !table.rows.isEmpty else {
            y += 4
            return paragraph(table.emptyText, PageStyle.empty, linesMax: 2)
        }
        drawHead(head)
        for values in table.rows {
            let row = row(values, places, looks)
            if y + row.height > bottom {
                turnPage()
                drawHead(head)
            }
            draw(row)
            paper.rule(x: left, y: y, width: width, thickness: 0.4, lightness: 0.8)
        }
    }

    private mutating func drawHead(_ head: Row) {
        draw(head)
        paper.rule(x: left, y: y, width: width, thickness: 0.8, lightness: 0.3)
    }

    private mutating func draw(_ row: Row) {
        for (block, x) in row.blocks { paper.draw(block, x: x, y: y + PageStyle.rowPadding) }
        y += row.height
    }

    /// Where each column begins, and its width.
    private func places(of columns: [PrintedDocument.Column]) -> [(x: Double, width: Double)] {
        let shares = Double(columns.reduce(0) { $0 + $1.share })
        let room = width - Double(columns.count - 1) * PageStyle.gap
        var x = left
        return columns.map { column in
            let width = room * Double(column.share) / shares
            defer { x += width + PageStyle.gap }
            return (x, width)
        }
    }

    private func row(
        _ values: [String], _ places: [(x: Double, width: Double)], _ looks: [(Lettering, Int)]
    ) -> Row {
        var blocks: [(block: TextBlock, x: Double)] = []
        var height = 0.0
        for ((value, place), look) in zip(zip(values, places), looks) {
            let block = TextBlock(
                value, look.0, on: paper, width: place.width, linesMax: look.1)
            blocks.append((block, place.x))
            height = max(height, block.height)
        }
        return Row(blocks: blocks, height: height + 2 * PageStyle.rowPadding)
    }
}
