import Base

/// A point on a canvas, in user units from the upper left corner.
@Memberwise(labels: false)
public struct ChartPoint: Hashable, Sendable {
    /// The distance to the right.
    public let x: Double
    /// The distance down.
    public let y: Double
}

/// A rectangle on a canvas, in user units.
public struct ChartFrame: Hashable, Sendable {
    public let x: Double
    public let y: Double
    /// The width; never negative.
    public let width: Double
    /// The height; never negative.
    public let height: Double

    /// Creates a rectangle; negative sizes become 0.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = max(width, 0)
        self.height = max(height, 0)
    }

    public var right: Double { x + width }
    public var bottom: Double { y + height }

    /// Returns the rectangle reduced by a margin at each edge.
    public func inset(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0)
        -> ChartFrame
    {
        ChartFrame(
            x: x + left, y: y + top, width: width - left - right, height: height - top - bottom)
    }
}
