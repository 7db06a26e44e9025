/// A metric: what its samples mean.
struct MetricFamily: Sendable {
    enum Kind: String {
        /// A sum that only grows, until the process ends. Its name ends in `_total`.
        case counter
        case gauge
        /// Quantiles, with the sum (`_sum`) and the number (`_count`) of what was measured.
        case summary
    }

    /// The name with the prefix of this system, of lower-case letters, digits and underscores.
    let name: String
    let kind: Kind
    /// One sentence for people.
    let help: String

    /// Creates a metric; `name` is without the prefix.
    init(_ name: String, _ kind: Kind, _ help: String) {
        self.name = "compass_" + name
        self.kind = kind
        self.help = help
    }
}

/// Samples of metrics as Prometheus reads them: its text format, version 0.0.4
/// (<https://prometheus.io/docs/instrumenting/exposition_formats/>).
struct Exposition {
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// The lines of each family, in the order in which the families came.
    private var families: [(name: String, text: String)] = []
    private var places: [String: Int] = [:]

    /// The text: each family once, with all its samples.
    var text: String { families.reduce(into: "") { $0 += $1.text } }

    /// Adds a sample. `part` is `_sum` or `_count` of a summary. The names of labels are valid; the
    /// values may be any text.
    mutating func add(
        _ family: MetricFamily, _ value: Double, part: String = "",
        _ labels: KeyValuePairs<String, String> = [:]
    ) {
        append(family, Self.text(of: value), part, labels)
    }

    /// Adds a sample with a whole number.
    mutating func add(
        _ family: MetricFamily, _ value: some BinaryInteger, part: String = "",
        _ labels: KeyValuePairs<String, String> = [:]
    ) {
        append(family, "\(value)", part, labels)
    }

    private mutating func append(
        _ family: MetricFamily, _ value: String, _ part: String,
        _ labels: KeyValuePairs<String, String>
    ) {
        let place = place(of: family)
        families[place].text += family.name + part
        for (index, label) in labels.enumerated() {
            let (before, value) = (index == 0 ? "{" : ",", Self.escaped(label.value, quotes: true))
            families[place].text += "\(before)\(label.key)=\"\(value)\""
        }
        families[place].text += labels.isEmpty ? " \(value)\n" : "} \(value)\n"
    }

    private mutating func place(of family: MetricFamily) -> Int {
        if let place = places[family.name] { return place }
        places[family.name] = families.count
        let help = Self.escaped(family.help, quotes: false)
        let head =
            "# HELP \(family.name) \(help)\n# TYPE \(family.name) \(family.kind.rawValue)\n"
        families.append((family.name, head))
        return families.count - 1
    }

    /// Escapes what would end a line or a value. Readers take U+0000 for the end of everything: it
    /// becomes U+FFFD.
    private static func escaped(_ text: String, quotes: Bool) -> String {
        let isPlain = { (byte: UInt8) in byte != 0x5C && byte != 0x0A && byte != 0 && byte != 0x22 }
        if text.utf8.allSatisfy(isPlain) { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            case "\0": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func text(of value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return "\(value)"
    }
}
