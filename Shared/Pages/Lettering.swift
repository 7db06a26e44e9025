/// The style of text on paper.
public struct Lettering: Hashable, Sendable {
    /// The alignment of lines.
    public enum Side: Sendable {
        case left
        /// Right-aligned, like numbers.
        case right
    }

    /// The font family; missing characters are taken from other fonts.
    public static let family = "DejaVu Sans"

    /// The font size, in points.
    public let size: Double
    public let isBold: Bool
    /// The grey level: 0 is black, 1 is white.
    public let lightness: Double
    public let side: Side

    public init(
        size: Double, isBold: Bool = false, lightness: Double = 0.07, side: Side = .left
    ) {
        self.size = size
        self.isBold = isBold
        self.lightness = lightness
        self.side = side
    }
}
