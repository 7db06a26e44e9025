/// A drawing that is written as one SVG 1.1 document. It holds text of anybody's making safely:
/// what goes in as a text is escaped, all else is numbers and named values.
public struct SVGCanvas: Sendable {
    /// Where a text stands to its place.
    public enum Anchor: String, Sendable {
        /// Its place is the left edge.
        case start
        /// Its place is the middle.
        case middle
        /// Its place is the right edge.
        case end
    }

    /// How a text looks.
    public struct Lettering: Hashable, Sendable {
        /// Height of the letters, in user units.
        public let size: Double
        /// Whether it is bold.
        public let isBold: Bool
        /// Its colour: the outline is taken.
        public let colour: ChartColour

        /// A look of text.
        public init(size: Double, isBold: Bool = false, colour: ChartColour = .ink) {
            self.size = size
            self.isBold = isBold
            self.colour = colour
        }
    }

    /// How a line looks.
    public struct Stroke: Hashable, Sendable {
        /// Its colour: the outline is taken.
        public let colour: ChartColour
        /// Its width, in user units.
        public let width: Double
        /// Lengths of dashes and gaps, in user units; empty for an unbroken line.
        public let dashes: [Double]

        /// A look of lines.
        public init(_ colour: ChartColour, width: Double = 1, dashes: [Double] = []) {
            self.colour = colour
            self.width = width
            self.dashes = dashes
        }
    }

    /// Width of the drawing, in user units, which are pixels unless it is scaled.
    public let width: Double
    /// Height of the drawing, in user units.
    public let height: Double

    private var elements: [String] = []

    /// An empty drawing on white ground.
    public init(width: Double, height: Double) {
        self.width = max(width, 1)
        self.height = max(height, 1)
        rectangle(ChartFrame(x: 0, y: 0, width: self.width, height: self.height), .paper)
    }

    // MARK: Drawing

    /// A filled rectangle. `tooltip` is shown where the pointer rests on it.
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

    /// A straight line.
    public mutating func line(from start: ChartPoint, to end: ChartPoint, _ stroke: Stroke) {
        add(
            "<line x1=\"\(Self.number(start.x))\" y1=\"\(Self.number(start.y))\""
                + " x2=\"\(Self.number(end.x))\" y2=\"\(Self.number(end.y))\""
                + Self.attributes(stroke), "line", nil)
    }

    /// A line through places, in their order; nothing for fewer than two.
    public mutating func path(_ points: [ChartPoint], _ stroke: Stroke) {
        guard points.count > 1 else { return }
        let places = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }
        add(
            "<polyline points=\"\(places.joined(separator: " "))\" fill=\"none\""
                + " stroke-linejoin=\"round\"" + Self.attributes(stroke), "polyline", nil)
    }

    /// A filled shape through places, in their order; nothing for fewer than three.
    public mutating func polygon(
        _ points: [ChartPoint], _ colour: ChartColour, tooltip: String? = nil
    ) {
        guard points.count > 2 else { return }
        let places = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }
        add(
            "<polygon points=\"\(places.joined(separator: " "))\""
                + " fill=\"\(ChartColour.code(colour.outline))\"", "polygon", tooltip)
    }

    /// A filled circle.
    public mutating func circle(
        _ centre: ChartPoint, radius: Double, _ colour: ChartColour, tooltip: String? = nil
    ) {
        add(
            "<circle cx=\"\(Self.number(centre.x))\" cy=\"\(Self.number(centre.y))\""
                + " r=\"\(Self.number(radius))\""
                + " fill=\"\(ChartColour.code(colour.outline))\"", "circle", tooltip)
    }

    /// One line of text with its base line at a place; line ends in it become blanks.
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

    /// The whole document. `title` and `description` are what a screen reader says of it; `id`
    /// tells apart the drawings of one page: letters, digits, `-` and `_`, others are dropped.
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

    /// The furthest that anything is drawn from the corner, in user units.
    static let farthest = 1_000_000.0

    /// A number with at most two decimals, never in powers of ten; what is no number is 0.
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
