/// The style of one of several series: colour, dashes and mark shape.
struct SeriesLook {
    private static let dashes: [[Double]] = [[], [7, 3], [2, 2], [9, 3, 2, 3]]
    /// Half the size of a mark, in user units.
    private static let markRadius = 3.5

    let stroke: SVGCanvas.Stroke
    private let shape: Int

    init(_ index: Int, _ colour: ChartColour?) {
        let place = max(index, 0)
        let taken = colour ?? ChartColour.ofData[place % ChartColour.ofData.count]
        stroke = SVGCanvas.Stroke(taken, width: 2, dashes: Self.dashes[place % Self.dashes.count])
        shape = place % 4
    }

    func mark(_ place: ChartPoint, on canvas: inout SVGCanvas, _ tooltip: String?) {
        let half = Self.markRadius
        func corner(_ x: Double, _ y: Double) -> ChartPoint {
            ChartPoint(place.x + x * half, place.y + y * half)
        }
        switch shape {
        case 0: canvas.circle(place, radius: half, stroke.colour, tooltip: tooltip)
        case 1:
            canvas.polygon(
                [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)], stroke.colour,
                tooltip: tooltip)
        case 2:
            canvas.polygon(
                [corner(0, -1.2), corner(1.2, 1), corner(-1.2, 1)], stroke.colour,
                tooltip: tooltip)
        default:
            canvas.polygon(
                [corner(0, -1.3), corner(1.3, 0), corner(0, 1.3), corner(-1.3, 0)], stroke.colour,
                tooltip: tooltip)
        }
    }
}
