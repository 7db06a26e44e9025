import Base

/// A drawing that is written as one SVG 1.1 document. Safe for untrusted text: text is escaped, and
/// all other input is numbers and enumerated values.
public struct SVGCanvas: Sendable {
    /// The alignment of a text relative to its point.
    public enum Anchor: String, Sendable {
        /// The point is at the left edge.
        case start
        /// The point is in the middle.
        case middle
        /// The point is at the right edge.
        case end
    }

    /// The style of a text.
    @Memberwise
    public struct Lettering: Hashable, Sendable {
        /// The font size, in user units.
        public let size: Double
        public var isBold: Bool = false
        /// The colour, of which the outline is used.
        public var colour: ChartColour = .ink
    }

    /// The style of a line.
    @Memberwise(labels: false)
    public struct Stroke: Hashable, Sendable {
        /// The colour, of which the outline is used.
        public let colour: ChartColour
        /// The width, in user units.
        public var width: Double = 1
        /// The lengths of dashes and gaps, in user units; empty for a solid line.
        public var dashes: [Double] = []
    }

    /// The width of the drawing, in user units, which are pixels unless it is scaled.
    public let width: Double
    /// The height of the drawing, in user units.
    public let height: Double

    private var elements: [String] = []

    /// Creates an empty drawing on a white background.
    public init(width: Double, height: Double) {
        self.width = max(width, 1)
        self.height = max(height, 1)
        rectangle(ChartFrame(x: 0, y: 0, width: self.width, height: self.height), .paper)
    }

    // MARK: Drawing

    /// Draws a filled rectangle. `tooltip` is shown when the pointer is over it.
    public mutating func rectangle(
        _ frame: ChartFrame, _ colour: ChartColour, outlined: Bool = false, radius: Double = 0,
        tooltip: String? = nil
    ) {
        var element =
            "<rect x=\"\(Self.number(frame.x))\" y=\"\(Self.number(frame.y))\""
            + " width=\"\(Self.number(frame.width))\" height=\"\(Self.number(frame.height))\""
            + " fill=\"\(ChartColour.code(colour.fill))\""
        if outlined { element += " stroke=\"\(ChartColour.code(colour.outline))\"" }
        if radius > 0 { element += " rx=\"\(Self.number(radius))\"" }
        add(element, "rect", tooltip)
    }

    /// Draws a straight line.
    public mutating func line(from start: ChartPoint, to end: ChartPoint, _ stroke: Stroke) {
        add(
            "<line x1=\"\(Self.number(start.x))\" y1=\"\(Self.number(start.y))\""
                + " x2=\"\(Self.number(end.x))\" y2=\"\(Self.number(end.y))\""
                + Self.attributes(stroke), "line", nil)
    }

    /// Draws a line through points in order; nothing for fewer than two.
    public mutating func path(_ points: [ChartPoint], _ stroke: Stroke) {
        guard points.count > 1 else { return }
        let places = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }
        add(
            "<polyline points=\"\(places.joined(separator: " "))\" fill=\"none\""
                + " stroke-linejoin=\"round\"" + Self.attributes(stroke), "polyline", nil)
    }

    /// Draws a filled shape with these corners in order; nothing for fewer than three.
    public mutating func polygon(
        _ points: [ChartPoint], _ colour: ChartColour, tooltip: String? = nil
    ) {
        guard points.count > 2 else { return }
        let places = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }
        add(
            "<polygon points=\"\(places.joined(separator: " "))\""
                + " fill=\"\(ChartColour.code(colour.outline))\"", "polygon", tooltip)
    }

    /// Draws a filled circle.
    public mutating func circle(
        _ centre: ChartPoint, radius: Double, _ colour: ChartColour, tooltip: String? = nil
    ) {
        add(
            "<circle cx=\"\(Self.number(centre.x))\" cy=\"\(Self.number(centre.y))\""
                + " r=\"\(Self.number(radius))\""
                + " fill=\"\(ChartColour.code(colour.outline))\"", "circle", tooltip)
    }

    /// Draws one line of text with its baseline at a point; line ends become spaces.
    public mutating func text(
        _ text: String, at place: ChartPoint, _ lettering: Lettering, _ anchor: Anchor = .start
    ) {
        guard !text.isEmpty else { return }
        var element =
            "<text x=\"\(Self.number(place.x))\" y=\"\(Self.number(place.y))\""
            + " font-size=\"\(Self.number(lettering.size))\""
            + " fill=\"\(ChartColour.code(lettering.colour.outline))\""
        if lettering.isBold { element += " font-weight=\"bold\"" }
        if anchor != .start { element += " text-anchor=\"\(anchor.rawValue)\"" }
        elements.append(element + ">" + MarkupText.escaped(Self.oneLine(text)) + "</text>")
    }

    // MARK: Writing

    /// Returns the whole document. `title` and `description` are for screen readers. `id` must be
    /// unique among the drawings of a page; characters other than letters, digits, `-` and `_` are
    /// dropped.
    public func document(title: String, description: String, id: String = "chart") -> String {
        let name = String(
            String.UnicodeScalarView(
                id.unicodeScalars.filter {
                    $0.isASCII
                        && ($0.properties.isAlphabetic || "0123456789-_".contains(Character($0)))
                }))
        let size = "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\""
        let box = "viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\""
        let head = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) \(box) role=\"img\""
                + " aria-labelledby=\"\(name)-title \(name)-desc\""
                + " font-family=\"system-ui, 'DejaVu Sans', sans-serif\">",
            "<title id=\"\(name)-title\">\(MarkupText.escaped(title))</title>",
            "<desc id=\"\(name)-desc\">\(MarkupText.escaped(description))</desc>",
        ]
        return (head + elements + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    private mutating func add(_ open: String, _ name: String, _ tooltip: String?) {
        guard let tooltip else {
            elements.append(open + "/>")
            return
        }
        elements.append(
            open + "><title>\(MarkupText.escaped(Self.oneLine(tooltip)))</title></\(name)>")
    }

    private static func attributes(_ stroke: Stroke) -> String {
        var text =
            " stroke=\"\(ChartColour.code(stroke.colour.outline))\""
            + " stroke-width=\"\(number(stroke.width))\""
        if !stroke.dashes.isEmpty {
            text += " stroke-dasharray=\"\(stroke.dashes.map(number).joined(separator: " "))\""
        }
        return text
    }

    private static func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0 == "\n" || $0 == "\r" || $0 == "\t" ? " " : $0 }))
    }

    /// The largest coordinate, in user units.
    static let farthest = 1_000_000.0

    /// Returns a number with at most two decimals and no exponent; 0 for NaN and infinity.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let hundredths = Int((min(max(value, -farthest), farthest) * 100).rounded())
        let whole = hundredths.magnitude / 100
        let rest = hundredths.magnitude % 100
        let sign = hundredths < 0 ? "-" : ""
        if rest == 0 { return sign + String(whole) }
        let digits = rest % 10 == 0 ? String(rest / 10) : (rest < 10 ? "0" : "") + String(rest)
        return sign + String(whole) + "." + digits
    }
}
