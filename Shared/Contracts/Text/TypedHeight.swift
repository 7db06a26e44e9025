/// Reads heights as people type them.
enum TypedHeight {
    private static let inchesInFoot = 12.0
    private static let centimetersInInch = 2.54
    private static let centimetersInMeter = 100.0

    /// What stands for the marks of feet and inches, the longer first, and for fractions.
    private static let marks = [
        ("’", "'"), ("′", "'"), ("‘", "'"), ("`", "'"), ("”", "\""), ("″", "\""), ("“", "\""),
        ("''", "\""), ("feet", "'"), ("foot", "'"), ("ft.", "'"), ("ft", "'"), ("inches", "\""),
        ("inch", "\""), ("in.", "\""), ("in", "\""), ("centimeters", "cm"), ("centimetres", "cm"),
        ("meters", "m"), ("metres", "m"), ("meter", "m"), ("metre", "m"), (" 1/2", ".5"),
        ("½", ".5"), (" 1/4", ".25"), ("¼", ".25"), (" 3/4", ".75"), ("¾", ".75"), ("–", "-"),
    ]

    /// Returns the inches of a text such as `6'2"`, `6 2`, `6-2`, `6 ft 2.5 in`, `74`, `188 cm` or
    /// `1.88 m`; nil for any other. Metric heights are rounded to the next inch.
    static func inches(of typed: String) -> Double? {
        var text = typed.visibleLine.lowercased()
        for (mark, plain) in marks { text = text.replacing(mark, with: plain) }
        text = text.replacing(/\s*(['"-])[\s,]*/) { $0.1 }
        let feetAndInches = /([0-9])(?:['-]|\s+)(?:([0-9]{1,2}(?:\.[0-9]{1,2})?)"?)?/
        if let match = text.wholeMatch(of: feetAndInches), let feet = Double(match.1) {
            let rest = match.2.flatMap { Double($0) } ?? 0
            return rest < inchesInFoot ? feet * inchesInFoot + rest : nil
        }
        if let match = text.wholeMatch(of: /([0-9]{2}(?:\.[0-9]{1,2})?)"?/) {
            return Double(match.1)
        }
        guard let centimeters = centimeters(of: text) else { return nil }
        return (centimeters / centimetersInInch).rounded()
    }

    /// The size of a text with a metric unit, or of three digits, which no height has in inches.
    private static func centimeters(of text: String) -> Double? {
        if let match = text.wholeMatch(of: /([0-9]{2,3}(?:[.,][0-9])?)\s*cm|([0-9]{3})/) {
            return (match.1 ?? match.2).flatMap { Double($0.replacing(",", with: ".")) }
        }
        guard let match = text.wholeMatch(of: /([0-9])(?:[.,]([0-9]{1,2})\s*m|\s*m\s*([0-9]{2}))/),
            let fraction = match.2 ?? match.3
        else { return nil }
        return Double("\(match.1).\(fraction)").map { $0 * centimetersInMeter }
    }

    /// The height as it is stored: `6'2"`, `6'2.5"`.
    static func text(inches: Double) -> String {
        let feet = (inches / inchesInFoot).rounded(.down)
        let rest = MetricValue.text(inches - feet * inchesInFoot)
        return "\(MetricValue.text(feet))'\(rest)\""
    }
}
