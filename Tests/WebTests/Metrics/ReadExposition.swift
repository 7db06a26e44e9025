import Testing

/// Samples as a reader of Prometheus' text format takes them, independently of the writer.
struct ReadExposition {
    struct Sample: Hashable {
        var name: String
        var labels: [String: String]
        var value: Double
    }

    struct Failure: Error, CustomStringConvertible { let description: String }

    private(set) var samples: [Sample] = []
    private(set) var helps: [String: String] = [:]
    private(set) var kinds: [String: String] = [:]

    /// Reads a text. Throws unless each line has its form, each family has one HELP and one TYPE
    /// before its samples, and the samples of a family stand together and once each.
    init(_ text: String) throws {
        var isOver: Set<String> = []
        var current = ""
        guard text.isEmpty || text.hasSuffix("\n") else {
            throw Failure(description: "no end of line at the end")
        }
        for line in text.split(separator: "\n") {
            if line.hasPrefix("# ") {
                let parts = line.split(separator: " ", maxSplits: 3).map(String.init)
                guard parts.count == 4 else { throw Failure(description: "\(line)") }
                if parts[1] == "HELP" {
                    guard helps.updateValue(Self.unescaped(parts[3]), forKey: parts[2]) == nil
                    else { throw Failure(description: "a second \(line)") }
                    isOver.insert(current)
                    current = parts[2]
                } else {
                    guard parts[1] == "TYPE", parts[2] == current,
                        kinds.updateValue(parts[3], forKey: parts[2]) == nil
                    else { throw Failure(description: "\(line)") }
                }
                continue
            }
            let sample = try Self.sample(Array(line.unicodeScalars))
            let family = sample.name.replacing(/_(sum|count)$/) { match in
                kinds[sample.name] == nil ? "" : match.output.0
            }
            guard family == current, !isOver.contains(current), kinds[current] != nil else {
                throw Failure(description: "\(sample.name) stands in \(current)")
            }
            guard !samples.contains(where: { $0.name == sample.name && $0.labels == sample.labels })
            else { throw Failure(description: "twice: \(line)") }
            samples.append(sample)
        }
    }

    subscript(name: String, labels: [String: String]) -> Double? {
        samples.first { $0.name == name && $0.labels == labels }?.value
    }

    private static func sample(_ line: [Unicode.Scalar]) throws -> Sample {
        var rest = line[...]
        func take(while isPart: (Unicode.Scalar) -> Bool) -> String {
            let taken = rest.prefix(while: isPart)
            rest = rest.dropFirst(taken.count)
            return String(String.UnicodeScalarView(taken))
        }
        let isName = { (scalar: Unicode.Scalar) in
            scalar == "_" || ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
        }
        var sample = Sample(name: take(while: isName), labels: [:], value: 0)
        let failure = Failure(description: String(String.UnicodeScalarView(line)))
        if rest.first == "{" {
            repeat {
                rest = rest.dropFirst()
                let label = take(while: isName)
                guard rest.starts(with: "=\"".unicodeScalars) else { throw failure }
                rest = rest.dropFirst(2)
                var value = ""
                while let scalar = rest.first, scalar != "\"" {
                    let isEscape = scalar == "\\"
                    value.unicodeScalars += rest.prefix(isEscape ? 2 : 1)
                    rest = rest.dropFirst(isEscape ? 2 : 1)
                }
                guard rest.popFirst() != nil,
                    sample.labels.updateValue(unescaped(value), forKey: label) == nil
                else { throw failure }
            } while rest.first == ","
            guard rest.popFirst() == "}" else { throw failure }
        }
        guard rest.popFirst() == " ", !sample.name.isEmpty,
            let value = Double(String(String.UnicodeScalarView(rest)))
        else { throw failure }
        sample.value = value
        return sample
    }

    private static func unescaped(_ text: String) -> String {
        var (result, isEscaped) = (String.UnicodeScalarView(), false)
        for scalar in text.unicodeScalars {
            if isEscaped {
                result.append(scalar == "n" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}
