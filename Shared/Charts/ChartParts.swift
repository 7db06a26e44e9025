/// Elements common to all charts.
enum ChartParts {
    /// The font size of labels, in user units.
    static let letters = 12.0
    /// The style of labels beside the data.
    static let note = SVGCanvas.Lettering(size: letters, colour: .faintInk)

    /// Draws the title and returns the frame below it.
    static func title(_ text: String, on canvas: inout SVGCanvas, in frame: ChartFrame)
        -> ChartFrame
    {
        let size = 16.0
        canvas.text(
            TextRoom.fitted(text, to: frame.width, size: size),
            at: ChartPoint(frame.x, frame.y + size), SVGCanvas.Lettering(size: size, isBold: true))
        return frame.inset(top: size + 14)
    }

    /// Draws the text shown instead of data.
    static func empty(_ text: String, on canvas: inout SVGCanvas, in frame: ChartFrame) {
        canvas.text(
            text, at: ChartPoint(frame.x + frame.width / 2, frame.y + frame.height / 2),
            SVGCanvas.Lettering(size: 14, colour: .faintInk), .middle)
    }

    /// Returns the width of the labels of a vertical axis, in user units.
    static func gutter(_ labels: [String]) -> Double {
        (labels.map { TextRoom.width(of: $0, size: letters) }.max() ?? 0) + 8
    }

    /// Draws a line with its label at a value of the vertical axis.
    static func level(
        _ value: Double, _ scale: AxisScale, _ label: String, on canvas: inout SVGCanvas,
        in area: ChartFrame
    ) {
        guard let share = scale.share(of: value) else { return }
        let height = area.bottom - share * area.height
        canvas.line(
            from: ChartPoint(area.x, height), to: ChartPoint(area.right, height),
            SVGCanvas.Stroke(share == 0 ? .faintInk : .grid))
        canvas.text(label, at: ChartPoint(area.x - 6, height + letters * 0.35), note, .end)
    }
}
