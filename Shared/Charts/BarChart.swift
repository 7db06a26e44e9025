import Base

/// Horizontal bars, with the label on the left and the value as text on the right.
@Memberwise
public struct BarChart: Sendable {
    /// A bar.
    @Memberwise
    public struct Bar: Sendable {
        public let label: String
        /// The bar's length as a share of the longest possible one; it is drawn clamped to 0 to 1.
        public let share: Double
        /// The value as text, for example "12 (40.0 %)".
        public let value: String
        public let colour: ChartColour

        fileprivate var drawnShare: Double { share.isFinite ? min(max(share, 0), 1) : 0 }
    }

    /// The height of a row, in user units.
    public static let rowHeight = 32.0

    /// The title above the chart.
    public let title: String
    /// The bars from top to bottom.
    public let bars: [Bar]
    /// The text shown if there are no bars.
    public var emptyText: String = "No data available"

    /// Draws the chart into a frame of the canvas.
    public func draw(on canvas: inout SVGCanvas, in frame: ChartFrame) {
        let plot = ChartParts.title(title, on: &canvas, in: frame)
        guard !bars.isEmpty else { return ChartParts.empty(emptyText, on: &canvas, in: plot) }
        let size = ChartParts.letters
        func room(_ texts: [String]) -> Double {
            let widest = texts.map { TextRoom.width(of: $0, size: size) }.max() ?? 0
            return min(widest, plot.width / 3)
        }
        let labelRoom = room(bars.map(\.label))
        let valueRoom = room(bars.map(\.value))
        let track = plot.inset(left: labelRoom + 12, right: valueRoom + 12)
        let height = min(Self.rowHeight, plot.height / Double(bars.count))
        for (index, bar) in bars.enumerated() {
            let top = plot.y + Double(index) * height
            let baseline = top + height / 2 + size * 0.35
            canvas.text(
                TextRoom.fitted(bar.label, to: labelRoom, size: size),
                at: ChartPoint(plot.x, baseline), SVGCanvas.Lettering(size: size))
            let thickness = height * 0.55
            let row = ChartFrame(
                x: track.x, y: top + (height - thickness) / 2, width: track.width,
                height: thickness)
            canvas.rectangle(row, .grid, radius: 3)
            let length = max(bar.drawnShare * track.width, 1)
            canvas.rectangle(
                ChartFrame(x: row.x, y: row.y, width: length, height: thickness), bar.colour,
                outlined: bar.drawnShare > 0, radius: min(3, length / 2),
                tooltip: "\(bar.label): \(bar.value)")
            canvas.text(
                TextRoom.fitted(bar.value, to: valueRoom, size: size),
                at: ChartPoint(plot.right, baseline), SVGCanvas.Lettering(size: size), .end)
        }
    }
}
