/// Lines through measured points over two axes with named units. Series differ in colour, in the
/// shape of their marks and in their dashes, so that none is told by colour alone.
public struct LineChart: Sendable {
    /// One axis.
    public struct Axis: Sendable {
        /// What it measures, with its unit.
        public let name: String
        /// How values are spread.
        public let kind: AxisScale.Kind
        /// How a marked value is written.
        public let format: @Sendable (Double) -> String

        /// An axis; without a format values are written with as many decimals as they need.
        public init(
            _ name: String, _ kind: AxisScale.Kind = .linear,
            format: @escaping @Sendable (Double) -> String = ValueText.short
        ) {
            self.name = name
            self.kind = kind
            self.format = format
        }
    }

    /// One line.
    public struct Series: Sendable {
        /// What the legend calls it.
        public let name: String
        /// Its points in drawing order: values of both axes. Those without a place are left out.
        public let points: [(x: Double, y: Double)]
        /// Its colour; nil takes the next of `ChartColour.ofData`.
        public let colour: ChartColour?
        /// Whether every point has a mark.
        public let isMarked: Bool

        /// A line.
        public init(
            _ name: String, _ points: [(x: Double, y: Double)], colour: ChartColour? = nil,
            isMarked: Bool = true
        ) {
            self.name = name
            self.points = points
            self.colour = colour
            self.isMarked = isMarked
        }
    }

    /// A level or an instant that is marked across the whole chart, such as a limit.
    public struct Rule: Sendable {
        /// What stands beside it.
        public let label: String
        /// The value.
        public let value: Double
        /// Whether it is a value of the upright axis; else of the lying one.
        public let isLevel: Bool

        /// A marked value.
        public init(_ label: String, at value: Double, isLevel: Bool) {
            self.label = label
            self.value = value
            self.isLevel = isLevel
        }
    }

    /// The line above the chart.
    public let title: String
    /// The lying axis.
    public let x: Axis
    /// The upright axis.
    public let y: Axis
    /// The lines.
    public let series: [Series]
    /// Marked values.
    public let rules: [Rule]
    /// What stands in place of lines when there is no point.
    public let emptyText: String

    /// A chart.
    public init(
        title: String, x: Axis, y: Axis, series: [Series], rules: [Rule] = [],
        emptyText: String = "No data available"
    ) {
        self.title = title
        self.x = x
        self.y = y
        self.series = series
        self.rules = rules
        self.emptyText = emptyText
    }

    /// Draws the chart into a part of a drawing.
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

    /// Draws the legend in as many lines as it needs; the frame below it.
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
