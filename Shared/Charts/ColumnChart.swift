import Base

/// Vertical bars, for example posts by day. Only the first and the last column are labelled below
/// the axis; a column of 0 has a base line.
@Memberwise
public struct ColumnChart: Sendable {
    /// A bar with its texts.
    public struct Column: Sendable {
        public let label: String
        /// The value; a negative one becomes 0.
        public let value: Int
        /// The text shown when the pointer is over the column.
        public let tooltip: String

        public init(label: String, value: Int, tooltip: String) {
            self.label = label
            self.value = max(value, 0)
            self.tooltip = tooltip
        }
    }

    /// The most columns for which values are written above them.
    public static let labelledColumnsMax = 31

    /// The title above the chart.
    public let title: String
    /// The columns from left to right.
    public let columns: [Column]
    public var colour: ChartColour = .blue
    /// The text shown if there are no columns, or only empty ones.
    public var emptyText: String = "No data available"

    /// Draws the chart into a frame of the canvas.
    public func draw(on canvas: inout SVGCanvas, in frame: ChartFrame) {
        let plot = ChartParts.title(title, on: &canvas, in: frame)
        guard columns.contains(where: { $0.value > 0 }) else {
            return ChartParts.empty(emptyText, on: &canvas, in: plot)
        }
        let scale = AxisScale(.linear, holding: columns.map { Double($0.value) })
        let ticks = scale.ticks.filter { $0 == $0.rounded() }
        let margin = ChartParts.gutter(ticks.map(ValueText.short))
        let area = plot.inset(left: margin, top: ChartParts.letters * 1.5, bottom: 24)
        for tick in ticks {
            ChartParts.level(tick, scale, ValueText.short(tick), on: &canvas, in: area)
        }
        drawColumns(on: &canvas, in: area, scale)
        drawEnds(on: &canvas, in: area)
    }

    private func drawColumns(
        on canvas: inout SVGCanvas, in area: ChartFrame, _ scale: AxisScale
    ) {
        let room = area.width / Double(columns.count)
        let width = max(room * 0.8, min(room, 1))
        let widest = columns.map { TextRoom.width(of: String($0.value), size: 10) }.max() ?? 0
        let isLabelled = columns.count <= Self.labelledColumnsMax && widest <= room
        for (index, column) in columns.enumerated() {
            let height = max((scale.share(of: Double(column.value)) ?? 0) * area.height, 1)
            let left = area.x + Double(index) * room + (room - width) / 2
            canvas.rectangle(
                ChartFrame(x: left, y: area.bottom - height, width: width, height: height),
                column.value == 0 ? .faintInk : colour, outlined: room >= 4 && column.value > 0,
                tooltip: column.tooltip)
            if isLabelled, column.value > 0 {
                canvas.text(
                    String(column.value),
                    at: ChartPoint(left + width / 2, area.bottom - height - 4),
                    SVGCanvas.Lettering(size: 10), .middle)
            }
        }
    }

    private func drawEnds(on canvas: inout SVGCanvas, in area: ChartFrame) {
        let baseline = area.bottom + 18
        guard let first = columns.first, let last = columns.last else { return }
        canvas.text(first.label, at: ChartPoint(area.x, baseline), ChartParts.note)
        if columns.count > 1 {
            canvas.text(last.label, at: ChartPoint(area.right, baseline), ChartParts.note, .end)
        }
    }
}
