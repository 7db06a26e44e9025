import Glibc

/// Maps values to positions along an axis.
public struct AxisScale: Sendable {
    /// The spacing of values.
    public enum Kind: Hashable, Sendable {
        /// Equal differences have equal lengths.
        case linear
        /// Equal ratios have equal lengths; values of 0 or less have no position.
        case logarithmic
    }

    public let kind: Kind
    /// The value at the start of the axis.
    public let lower: Double
    /// The value at its end; greater than `lower`.
    public let upper: Double
    /// The distance of ticks on a linear axis; 0 on a logarithmic one.
    private let step: Double

    /// Creates a scale that contains all values, with round ends. A linear scale starts at 0 unless
    /// a value is less. Values without a position are ignored; if none is left the scale is 0 to 1,
    /// or 1 to 10.
    public init(_ kind: Kind, holding values: [Double]) {
        self.kind = kind
        let usable = values.filter { $0.isFinite && (kind == .linear || $0 > 0) }.map {
            Self.kept($0, kind)
        }
        let least = usable.min() ?? (kind == .linear ? 0 : 1)
        let most = usable.max() ?? (kind == .linear ? 1 : 10)
        switch kind {
        case .linear:
            let from = min(least, 0)
            let span = max(most, 0) - from
            guard span > 0, span.isFinite else {
                (lower, upper, step) = (from, from + 1, 0.5)
                return
            }
            step = Self.step(over: span)
            lower = (from / step).rounded(.down) * step
            upper = max((most / step).rounded(.up) * step, lower + step)
        case .logarithmic:
            let from = pow(10, log10(least).rounded(.down))
            let end = pow(10, log10(most).rounded(.up))
            step = 0
            lower = from
            upper = end > lower ? end : lower * 10
        }
    }

    /// The largest value used in calculations; its inverse is the smallest.
    static let largest = 1e300

    /// Returns a value clamped to the range of calculations.
    private static func kept(_ value: Double, _ kind: Kind) -> Double {
        if kind == .linear, value.magnitude < 1 / largest { return 0 }
        return min(max(value, kind == .linear ? -largest : 1 / largest), largest)
    }

    /// Returns the position of a value along the axis, 0 to 1; nil if it has none.
    public func share(of value: Double) -> Double? {
        guard value.isFinite else { return nil }
        switch kind {
        case .linear:
            return min(max((value - lower) / (upper - lower), 0), 1)
        case .logarithmic:
            guard value > 0 else { return nil }
            return min(max((log(value) - log(lower)) / (log(upper) - log(lower)), 0), 1)
        }
    }

    /// The most ticks on an axis.
    static let ticksMax = 12

    /// The values of the ticks, ascending.
    public var ticks: [Double] {
        switch kind {
        case .linear:
            let count = min(Int(((upper - lower) / step).rounded()), Self.ticksMax - 1)
            return (0...max(count, 1)).map { lower + Double($0) * step }
        case .logarithmic:
            let first = log10(lower).rounded()
            let decades = Int(log10(upper).rounded() - first)
            let stride = max((decades + Self.ticksMax - 2) / (Self.ticksMax - 1), 1)
            let powers = Swift.stride(from: 0, through: decades, by: stride)
            let tens = powers.map { pow(10, first + Double($0)) }
            guard decades <= 3 else { return tens }
            let ticks = tens.flatMap { (ten: Double) -> [Double] in [ten, 2 * ten, 5 * ten] }
            return ticks.filter { $0 <= upper * 1.000_001 }
        }
    }

    /// Returns a round step that divides a span into two to five parts.
    private static func step(over span: Double) -> Double {
        let size = pow(10, log10(span).rounded(.down))
        let leading = span / size
        // 1–2 → 0.5, 2–5 → 1, 5–10 → 2.
        return leading <= 2 ? size / 2 : leading <= 5 ? size : size * 2
    }
}
