// MARK: Drawings

extension Attribute {
    @inlinable public static var viewBox: TextAttribute { .init(" viewBox") }
    @inlinable public static var points: TextAttribute { .init(" points") }
    /// The commands of a path.
    @inlinable public static var pathData: TextAttribute { .init(" d") }
    @inlinable public static var transform: TextAttribute { .init(" transform") }
    @inlinable public static var preserveAspectRatio: TextAttribute {
        .init(" preserveAspectRatio")
    }
    @inlinable public static var fill: TextAttribute { .init(" fill") }
    @inlinable public static var stroke: TextAttribute { .init(" stroke") }
    @inlinable public static var strokeLineCap: TextAttribute { .init(" stroke-linecap") }
    @inlinable public static var strokeLineJoin: TextAttribute { .init(" stroke-linejoin") }
    @inlinable public static var textAnchor: TextAttribute { .init(" text-anchor") }
    @inlinable public static var strokeDashArray: TextAttribute { .init(" stroke-dasharray") }
    @inlinable public static var x: DecimalAttribute { .init(" x") }
    @inlinable public static var y: DecimalAttribute { .init(" y") }
    @inlinable public static var x1: DecimalAttribute { .init(" x1") }
    @inlinable public static var y1: DecimalAttribute { .init(" y1") }
    @inlinable public static var x2: DecimalAttribute { .init(" x2") }
    @inlinable public static var y2: DecimalAttribute { .init(" y2") }
    @inlinable public static var cx: DecimalAttribute { .init(" cx") }
    @inlinable public static var cy: DecimalAttribute { .init(" cy") }
    @inlinable public static var r: DecimalAttribute { .init(" r") }
    @inlinable public static var rx: DecimalAttribute { .init(" rx") }
    @inlinable public static var ry: DecimalAttribute { .init(" ry") }
    @inlinable public static var drawnWidth: DecimalAttribute { .init(" width") }
    @inlinable public static var drawnHeight: DecimalAttribute { .init(" height") }
    @inlinable public static var strokeWidth: DecimalAttribute { .init(" stroke-width") }
    @inlinable public static var focusable: TruthAttribute { .init(" focusable") }
}
