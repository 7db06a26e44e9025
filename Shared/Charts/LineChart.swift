import Base

/// Lines through measured points, with two axes and their units. Series differ in colour, mark
/// shape and dashes, so that they are distinguishable without colour.
@Memberwise
public struct LineChart: Sendable {
    /// What an axis measures, and how its ticks are labelled.
    public struct Axis: Sendable {
        /// The measured quantity with its unit.
        public let name: String
        public let kind: AxisScale.Kind
        /// Formats the values of the ticks.
        public let format: @Sendable (Double) -> String

        /// Creates an axis; by default values have as many decimals as necessary.
        public init(
            _ name: String, _ kind: AxisScale.Kind = .linear,
            format: @escaping @Sendable (Double) -> String = ValueText.short
        ) {
            self.name = name
            self.kind = kind
            self.format = format
        }
    }

    /// A line through points, and how it is drawn.
    @Memberwise(labels: false)
    public struct Series: Sendable {
        /// The name in the legend.
        public let name: String
        /// The points in drawing order. Points without a position are omitted.
        public let points: [(x: Double, y: Double)]
        /// The colour; nil for the next one of `ChartColour.ofData`.
        public var colour: ChartColour?
        /// Whether every point has a mark.
        public var isMarked: Bool = true
    }

    /// A value marked across the whole chart, such as a limit.
    @Memberwise
    public struct Rule: Sendable {
        public let label: String
        public let value: Double
        /// Whether the value is on the vertical axis, rather than the horizontal one.
        public let isLevel: Bool
    }

    /// The title above the chart.
    public let title: String
    /// The horizontal axis.
    public let x: Axis
    /// The vertical axis.
    public let y: Axis
    public let series: [Series]
    /// The marked values.
    public var rules: [Rule] = []
    /// The text shown if there are no points.
    public var emptyText: String = "No data available"

    /// Draws the chart into a frame of the canvas.
    public func draw(on canvas: inout SVGCanvas, in frame: ChartFrame) {
        let below = ChartParts.title(title, on: &canvas, in: frame)
        guard series.contains(where: { !$0.points.isEmpty }) else {
            return ChartParts.empty(emptyText, on: &canvas, in: below)
        }
        let plot = drawLegend(on: &canvas, in: below)
        let levels = rules.filter(\.isLevel).map(\.value)
        let instants = rules.filter { !$0.isLevel }.map(\.value)
        let points = series.flatMap(\.points)
        let scaleX = AxisScale(x.kind, holding: points.map(\.x) + instants)
        let scaleY = AxisScale(y.kind, holding: points.map(\.y) + levels)
        let area = plot.inset(
            left: ChartParts.gutter(scaleY.ticks.map(y.format)), top: 24, right: 16, bottom: 44)
        drawAxes(on: &canvas, in: area, scaleX, scaleY)
        for rule in rules { draw(rule, on: &canvas, in: area, scaleX, scaleY) }
        for (index, line) in series.enumerated() {
            let places = line.points.compactMap { point -> ChartPoint? in
                guard let across = scaleX.share(of: point.x), let up = scaleY.share(of: point.y)
                else { return nil }
                return ChartPoint(area.x + across * area.width, area.bottom - up * area.height)
            }
            let look = SeriesLook(index, line.colour)
            canvas.path(places, look.stroke)
            guard line.isMarked else { continue }
            for (place, point) in zip(places, line.points.filter { has($0, scaleX, scaleY) }) {
                look.mark(
                    place, on: &canvas, "\(line.name): \(x.format(point.x)), \(y.format(point.y))")
            }
        }
    }

    private func has(_ point: (x: Double, y: Double), _ x: AxisScale, _ y: AxisScale) -> Bool {
        x.share(of: point.x) != nil && y.share(of: point.y) != nil
    }

    /// Draws the legend in as many lines as necessary and returns the frame below it.
    private func drawLegend(on canvas: inout SVGCanvas, in frame: ChartFrame) -> ChartFrame {
        guard series.count > 1 else { return frame }
        var place = ChartPoint(frame.x, frame.y + ChartParts.letters)
        for (index, line) in series.enumerated() {
            let name = TextRoom.fitted(line.name, to: frame.width / 2, size: ChartParts.letters)
            let room = 34 + TextRoom.width(of: name, size: ChartParts.letters)
            if place.x + room > frame.right, place.x > frame.x {
                place = ChartPoint(frame.x, place.y + 20)
            }
            let look = SeriesLook(index, line.colour)
            let middle = place.y - ChartParts.letters * 0.35
            canvas.line(
                from: ChartPoint(place.x, middle), to: ChartPoint(place.x + 26, middle),
                look.stroke)
            if line.isMarked { look.mark(ChartPoint(place.x + 13, middle), on: &canvas, nil) }
            canvas.text(name, at: ChartPoint(place.x + 32, place.y), ChartParts.note)
            place = ChartPoint(place.x + room + 16, place.y)
        }
        return frame.inset(top: place.y - frame.y + 8)
    }

    private func drawAxes(
        on canvas: inout SVGCanvas, in area: ChartFrame, _ scaleX: AxisScale, _ scaleY: AxisScale
    ) {
        for tick in scaleY.ticks {
            ChartParts.level(tick, scaleY, y.format(tick), on: &canvas, in: area)
        }
        canvas.text(y.name, at: ChartPoint(area.x, area.y - 10), ChartParts.note)
        canvas.text(
            x.name, at: ChartPoint(area.x + area.width / 2, area.bottom + 38), ChartParts.note,
            .middle)
        var free = -Double.infinity
        for tick in scaleX.ticks {
            guard let share = scaleX.share(of: tick) else { continue }
            let across = area.x + share * area.width
            canvas.line(
                from: ChartPoint(across, area.bottom), to: ChartPoint(across, area.bottom + 4),
                SVGCanvas.Stroke(.faintInk))
            let half = TextRoom.width(of: x.format(tick), size: ChartParts.letters) / 2
            guard across - half > free else { continue }
            canvas.text(
                x.format(tick), at: ChartPoint(across, area.bottom + 18), ChartParts.note, .middle)
            free = across + half + 4
        }
    }

    private func draw(
        _ rule: Rule, on canvas: inout SVGCanvas, in area: ChartFrame, _ scaleX: AxisScale,
        _ scaleY: AxisScale
    ) {
        let stroke = SVGCanvas.Stroke(.faintInk, width: 1, dashes: [2, 3])
        if rule.isLevel {
            guard let share = scaleY.share(of: rule.value) else { return }
            let height = area.bottom - share * area.height
            canvas.line(
                from: ChartPoint(area.x, height), to: ChartPoint(area.right, height), stroke)
            canvas.text(
                rule.label, at: ChartPoint(area.x + 6, height - 4), ChartParts.note)
        } else {
            guard let share = scaleX.share(of: rule.value) else { return }
            let across = area.x + share * area.width
            canvas.line(
                from: ChartPoint(across, area.y), to: ChartPoint(across, area.bottom), stroke)
            let isRight = share > 0.5
            canvas.text(
                rule.label, at: ChartPoint(across + (isRight ? -4 : 4), area.y + 12),
                ChartParts.note, isRight ? .end : .start)
        }
    }
}
