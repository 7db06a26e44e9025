/// A place on a canvas, in user units from the upper left corner.
public struct ChartPoint: Hashable, Sendable {
    /// Units to the right.
    public let x: Double
    /// Units down.
    public let y: Double

    /// A place.
    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
}

/// A rectangle on a canvas, in user units.
public struct ChartFrame: Hashable, Sendable {
    /// The left edge.
    public let x: Double
    /// The upper edge.
    public let y: Double
    /// Units to the right of the left edge; never negative.
    public let width: Double
    /// Units below the upper edge; never negative.
    public let height: Double

    /// A rectangle; a negative size counts as 0.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = max(width, 0)
        self.height = max(height, 0)
    }

    /// The right edge.
    public var right: Double { x + width }
    /// The lower edge.
    public var bottom: Double { y + height }

    /// The rectangle without a margin at each edge.
    public func inset(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0)
        -> ChartFrame
    {
        ChartFrame(
            x: x + left, y: y + top, width: width - left - right, height: height - top - bottom)
    }
}
