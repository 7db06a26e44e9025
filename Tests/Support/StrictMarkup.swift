/// What a page holds, in order.
public enum MarkupToken: Equatable, Sendable {
    case doctype
    case opening(String, [Attribute])
    case closing(String)
    case text(String)

    /// An attribute as a browser reads it.
    public struct Attribute: Equatable, Sendable {
        public let name: String
        /// Nil for an attribute without a value.
        public let value: String?

        public init(name: String, value: String?) {
            self.name = name
            self.value = value
        }
    }
}

/// Reads markup more strictly than a browser: values are quoted, names are plain, references are
/// those that the writer uses, and every element is closed where it must be.
public struct StrictMarkup {
    /// What is wrong with a page.
    public struct Fault: Error, CustomStringConvertible {
        public let description: String
    }

    private static let voids: Set<String> = [
        "meta", "link", "br", "hr", "wbr", "img", "input",
    ]
    private static let references: [String: Character] = [
        "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "#13": "\r",
    ]

    private var rest: Substring.UnicodeScalarView
    private var open: [String] = []
    private var tokens: [MarkupToken] = []

    /// Returns the tokens of a page; throws a `Fault` if it is not well formed.
    public static func tokens(_ bytes: [UInt8]) throws -> [MarkupToken] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Fault(description: "not UTF-8")
        }
        var reader = StrictMarkup(rest: text[...].unicodeScalars)
        try reader.read()
        return reader.tokens
    }

    private init(rest: Substring.UnicodeScalarView) { self.rest = rest }

    private mutating func read() throws {
        while let next = rest.first {
            if next == "<" {
                try readTag()
            } else {
                tokens.append(.text(try characters(upTo: ["<"])))
            }
        }
        guard open.isEmpty else { throw Fault(description: "not closed: \(open)") }
    }

    private mutating func readTag() throws {
        if accept("<!DOCTYPE html>\n") {
            tokens.append(.doctype)
        } else if accept("</") {
            let name = try name()
            try expect(">")
            guard open.popLast() == name else { throw Fault(description: "wrong end: \(name)") }
            tokens.append(.closing(name))
        } else {
            try expect("<")
            try readOpening(try name())
        }
    }

    private mutating func readOpening(_ name: String) throws {
        var attributes: [MarkupToken.Attribute] = []
        while accept(" ") {
            let attribute = try self.name()
            guard !attributes.contains(where: { $0.name == attribute }) else {
                throw Fault(description: "twice: \(attribute)")
            }
            var value: String?
            if accept("=\"") {
                value = try characters(upTo: ["\""])
                try expect("\"")
            }
            attributes.append(.init(name: attribute, value: value))
        }
        tokens.append(.opening(name, attributes))
        if accept("/>") { return }
        try expect(">")
        if !Self.voids.contains(name) { open.append(name) }
    }

    /// Characters with their references resolved. Markup, quotation marks and control characters
    /// must not stand as they are.
    private mutating func characters(upTo ends: Set<Unicode.Scalar>) throws -> String {
        var text = String.UnicodeScalarView()
        while let next = rest.first, !ends.contains(next) {
            rest.removeFirst()
            guard next != "<", next != ">", next != "\"" else {
                throw Fault(description: "not escaped: \(next)")
            }
            guard next == "\t" || next == "\n" || next.value >= 0x20 && next.value != 0x7f else {
                throw Fault(description: "control character \(next.value)")
            }
            if next == "&" {
                let reference = String(String.UnicodeScalarView(rest.prefix { $0 != ";" }))
                guard let character = Self.references[reference] else {
                    throw Fault(description: "unknown reference \(reference)")
                }
                rest = rest.dropFirst(reference.unicodeScalars.count + 1)
                text.append(contentsOf: character.unicodeScalars)
            } else {
                text.append(next)
            }
        }
        return String(text)
    }

    private mutating func name() throws -> String {
        let name = rest.prefix {
            ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
                || $0 == "-"
        }
        guard !name.isEmpty else { throw Fault(description: "no name") }
        rest = rest.dropFirst(name.count)
        return String(String.UnicodeScalarView(name))
    }

    private mutating func accept(_ text: String) -> Bool {
        guard rest.starts(with: text.unicodeScalars) else { return false }
        rest = rest.dropFirst(text.unicodeScalars.count)
        return true
    }

    private mutating func expect(_ text: String) throws {
        guard accept(text) else { throw Fault(description: "no \(text)") }
    }
}
