import Glibc

/// A fill colour and a matching outline. The fill may be pale if it is beside a label. The outline
/// has a contrast of at least 3:1 to white (WCAG 2.2, 1.4.11), and 4.5:1 as text (1.4.3).
public struct ChartColour: Hashable, Sendable {
    /// The colour of areas, 0xRRGGBB.
    public let fill: UInt32
    /// The colour of outlines, lines and text, 0xRRGGBB.
    public let outline: UInt32

    /// Creates a pair of colours, 0xRRGGBB each; higher bits are ignored.
    public init(fill: UInt32, outline: UInt32) {
        self.fill = fill & 0xFF_FFFF
        self.outline = outline & 0xFF_FFFF
    }

    /// Creates a colour for areas, lines and text alike.
    public init(_ colour: UInt32) { self.init(fill: colour, outline: colour) }

    /// The pages' primary colour.
    public static let blue = ChartColour(0x0066FF)
    /// Done, very positive.
    public static let green = ChartColour(fill: 0x00CC66, outline: 0x047857)
    /// Schools.
    public static let purple = ChartColour(0x9333EA)
    /// Neutral.
    public static let gray = ChartColour(fill: 0x6B7280, outline: 0x4B5563)
    /// Negative, refused.
    public static let red = ChartColour(fill: 0xEF4444, outline: 0xDC2626)
    /// A warning.
    public static let amber = ChartColour(fill: 0xF59E0B, outline: 0xB45309)
    public static let twitter = ChartColour(fill: 0x1DA1F2, outline: 0x0369A1)
    public static let instagram = ChartColour(fill: 0xE1306C, outline: 0xBE185D)
    public static let ink = ChartColour(0x111827)
    /// Secondary text.
    public static let faintInk = ChartColour(0x4B5563)
    /// Grid lines behind the data.
    public static let grid = ChartColour(0xE5E7EB)
    /// The background.
    public static let paper = ChartColour(0xFFFFFF)

    /// The colours of data, in the order in which series use them.
    public static let ofData: [ChartColour] = [
        .blue, .green, .purple, .red, .amber, .twitter, .instagram, .gray,
    ]

    /// Returns the contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio").
    public static func contrast(_ one: UInt32, _ other: UInt32) -> Double {
        let (first, second) = (luminance(one), luminance(other))
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// Returns a colour as "#rrggbb".
    static func code(_ colour: UInt32) -> String {
        let digits = String(colour & 0xFF_FFFF, radix: 16)
        return "#" + String(repeating: "0", count: max(6 - digits.count, 0)) + digits
    }

    /// Returns the relative luminance of an sRGB colour, 0 to 1.
    private static func luminance(_ colour: UInt32) -> Double {
        func part(_ shift: UInt32) -> Double {
            let value = Double((colour >> shift) & 0xFF) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
    }
}
