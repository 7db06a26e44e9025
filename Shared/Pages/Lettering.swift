/// How text on paper looks.
public struct Lettering: Hashable, Sendable {
    /// Where lines of text stand within their room.
    public enum Side: Sendable {
        /// At its left edge.
        case left
        /// At its right edge, as numbers do.
        case right
    }

    /// The family that text is set in; for letters that it lacks others are looked for.
    public static let family = "DejaVu Sans"

    /// Height of the letters, in points.
    public let size: Double
    /// Whether it is bold.
    public let isBold: Bool
    /// How light it is: 0 is black, 1 is white.
    public let lightness: Double
    /// Where lines stand.
    public let side: Side

    /// A look of text.
    public init(
        size: Double, isBold: Bool = false, lightness: Double = 0.07, side: Side = .left
    ) {
        self.size = size
        self.isBold = isBold
        self.lightness = lightness
        self.side = side
    }
}
