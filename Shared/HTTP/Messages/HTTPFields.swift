internal import Base

/// The header fields of a message, in order. Names are compared without regard to case.
public struct HTTPFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// One field, of any texts; see `isValid`.
    @Memberwise(labels: false)
    public struct Field: Sendable, Equatable {
        public let name: String
        public let value: String

        /// Whether the field can be sent: the name is a token, and the value has no control
        /// character but the tab and neither begins nor ends with a blank (RFC 9110, 5.5).
        public var isValid: Bool {
            name.utf8.isToken && value.utf8.isFieldValue
        }
    }

    /// The fields in order.
    public private(set) var all: [Field] = []

    /// No fields.
    public init() {}

    /// Fields in the given order, duplicates included.
    public init(_ fields: [Field]) {
        all = fields
    }

    /// Fields in the given order, duplicates included.
    public init(dictionaryLiteral elements: (String, String)...) {
        all = elements.map { Field($0.0, $0.1) }
    }

    /// The first value of this name. Setting replaces every value of the name; `nil` removes them.
    public subscript(name: String) -> String? {
        get {
            all.first { $0.name.isSameFieldName(name) }?.value
        }
        set {
            all.removeAll { $0.name.isSameFieldName(name) }
            if let newValue { all.append(Field(name, newValue)) }
        }
    }

    /// Every value of this name, in order.
    public func values(_ name: String) -> [String] {
        all.compactMap { $0.name.isSameFieldName(name) ? $0.value : nil }
    }

    /// Adds a value and keeps the others of the name.
    public mutating func add(_ name: String, _ value: String) {
        all.append(Field(name, value))
    }

    /// Adds the fields whose names are not there yet.
    public mutating func addMissing(_ fields: HTTPFields) {
        let present = all
        for field in fields.all
        where !present.contains(where: { $0.name.isSameFieldName(field.name) }) {
            all.append(field)
        }
    }

    /// The elements of the comma-separated lists of this name, without the blanks around them.
    public func list(_ name: String) -> [String] {
        values(name).flatMap { value in
            value.split(separator: ",").map { $0.trimmingBlanks() }.filter { !$0.isEmpty }
        }
    }
}

extension String {
    /// Whether two names of fields are the same. Only ASCII letters differ in case.
    func isSameFieldName(_ other: String) -> Bool {
        utf8.count == other.utf8.count
            && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension StringProtocol
where UTF8View: BidirectionalCollection, UTF8View.SubSequence == Substring.UTF8View {
    /// The text without spaces and tabs at both ends.
    func trimmingBlanks() -> String {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let start = utf8.drop(while: isBlank)
        let blanks = start.reversed().prefix(while: isBlank).count
        return String(Substring(start.dropLast(blanks)))
    }
}
