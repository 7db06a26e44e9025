import Base

/// The style of text on paper.
@Memberwise
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
    public var isBold: Bool = false
    /// The grey level: 0 is black, 1 is white.
    public var lightness: Double = 0.07
    public var side: Side = .left
}
