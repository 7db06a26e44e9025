/// A figure as people type it: a number, which may have its unit (`92 mph`, `6.85s`), feet and
/// inches (`9'4"`) or minutes and seconds (`5:42`).
struct TypedFigure: Hashable {
    let value: Double
    /// The unit as the product writes it; nil if the text has none.
    let unit: String?

    /// Why a text is no figure, with the remedy.
    struct Problem: Error, Hashable {
        let text: String
    }

    private static let inchesInFoot = 12.0
    private static let secondsInMinute = 60.0

    /// Reads a figure.
    init(_ text: String) throws(Problem) {
        let line = text.visibleLine
        if let number = TypedNumber.value(of: line) {
            (value, unit) = (number, nil)
            return
        }
        if let match = line.wholeMatch(of: /([0-9.]+)\s*(?:-|–|—|to)\s*([0-9.]+)\s*[A-Za-z\/]*/) {
            throw Problem(
                text: "\(line) is a range; write one number, \(match.1) or \(match.2)")
        }
        if let read = Self.lengthOrTime(line) {
            self = read
        } else {
            self = try Self.withUnit(line)
        }
    }

    fileprivate init(_ value: Double, _ unit: String) {
        self.value = value
        self.unit = unit
    }

    /// A text that has two units: feet and inches in inches, minutes and seconds in seconds.
    private static func lengthOrTime(_ line: String) -> TypedFigure? {
        let text = line.lowercased().replacing(/[’′‘]/, with: "'")
            .replacing(/[”″“]|''/, with: "\"")
        let feetAndInches =
            /([0-9]{1,3})\s*(?:'|ft\.?|feet)\s*([0-9]{1,2}(?:\.[0-9]+)?)\s*(?:"|in\.?|inches)?/
        if let match = text.wholeMatch(of: feetAndInches), let feet = Double(match.1),
            let inches = Double(match.2), inches < inchesInFoot
        {
            return TypedFigure(feet * inchesInFoot + inches, "in")
        }
        let clock = /([0-9]{1,3}):([0-5][0-9](?:\.[0-9]+)?)/
        let words = /([0-9]{1,3})\s*m(?:in)?\.?\s*([0-5]?[0-9](?:\.[0-9]+)?)\s*(?:s(?:ec)?\.?)?/
        guard let match = text.wholeMatch(of: clock) ?? text.wholeMatch(of: words),
            let minutes = Double(match.1), let seconds = Double(match.2)
        else { return nil }
        return TypedFigure(minutes * secondsInMinute + seconds, "sec")
    }

    private static func withUnit(_ line: String) throws(Problem) -> TypedFigure {
        guard let match = line.wholeMatch(of: /([0-9.,+-]+)\s*([^0-9\s].*)/),
            let number = TypedNumber.value(of: String(match.1))
        else { throw Problem(text: FieldErrors.numberRefusal) }
        let written = String(match.2)
        guard let unit = unit(written) else {
            throw Problem(
                text: "\"\(written.shortened(to: 20))\" is no unit; write the number alone")
        }
        return TypedFigure(number, unit)
    }

    /// A unit as the product writes it; nil if it is not known.
    static func unit(_ text: String) -> String? {
        let word = text.trimmed.lowercased().filter { $0 != "." }
        return units.first { $0.key == word || $0.value.contains(word) }?.key
    }

    private static let units: KeyValuePairs<String, Set<String>> = [
        "mph": ["mi/h", "mi/hr", "miles per hour", "m/h"],
        "km/h": ["kmh", "kph", "kmph"],
        "sec": ["s", "secs", "second", "seconds"],
        "min": ["mins", "minute", "minutes"],
        "in": ["inch", "inches", "\"", "″", "”"],
        "ft": ["foot", "feet", "'", "′", "’"],
        "yd": ["yds", "yard", "yards"],
        "m": ["meter", "meters", "metre", "metres"],
        "cm": ["centimeter", "centimeters", "centimetre", "centimetres"],
        "lbs": ["lb", "pound", "pounds"],
        "kg": ["kgs", "kilo", "kilos", "kilogram", "kilograms"],
        "%": ["percent", "pct"],
        "rpm": [], "reps": ["rep"],
    ]

    /// The value in another unit; nil if the units measure different things.
    private func value(in other: String) -> Double? {
        switch (unit, Self.unit(other) ?? other) {
        case (nil, _): value
        case (let own?, let other) where own == other: value
        case ("in", "ft"): value / Self.inchesInFoot
        case ("ft", "in"): value * Self.inchesInFoot
        case ("sec", "min"): value / Self.secondsInMinute
        case ("min", "sec"): value * Self.secondsInMinute
        default: nil
        }
    }

    /// The figure in the unit that a metric has. `given` is the unit that stands in a field of its
    /// own. Throws for a unit that does not fit.
    func fitting(type: String?, given: String?) throws(Problem) -> TypedFigure {
        guard let unit else { return self }
        let written = given.flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
        if let written, written != MetricKind.fallbackUnit {
            guard let value = value(in: written) else {
                throw Problem(text: "The value is in \(unit), and the unit is \(written)")
            }
            return TypedFigure(value, written)
        }
        guard let kind = MetricKind(rawValue: ImportWords.metricType(type) ?? ""), kind != .other
        else { return self }
        guard kind.unit != MetricKind.fallbackUnit else {
            throw Problem(text: "\(kind.label) has no unit; write the number alone")
        }
        guard let value = value(in: kind.unit) else {
            throw Problem(text: "\(kind.label) is measured in \(kind.unit), not in \(unit)")
        }
        return TypedFigure(value, kind.unit)
    }
}

extension RecordForm<Metric> {
    /// Sets the value from typed text, and the unit if the text has one. Type and unit are those
    /// of the form. Returns why the text is not valid; nil if it is set.
    public mutating func setFigure(_ text: String) -> String? {
        do throws(TypedFigure.Problem) {
            let figure = try TypedFigure(text)
                .fitting(type: self.metricType.value, given: self.unit.value)
            self.value = FormField(figure.value)
            if let read = figure.unit { self.unit = FormField(read) }
            return nil
        } catch {
            return error.text
        }
    }

    /// Sets the unit, which the typed value may have set. Returns why it does not fit; nil if it
    /// is set.
    mutating func setUnit(_ text: String) -> String? {
        guard let number = self.value.value, let read = self.unit.value else {
            self.unit = FormField(text)
            return nil
        }
        do throws(TypedFigure.Problem) {
            let figure = try TypedFigure(number, read).fitting(type: nil, given: text)
            self.value = FormField(figure.value)
            self.unit = FormField(figure.unit)
            return nil
        } catch {
            return error.text
        }
    }
}
