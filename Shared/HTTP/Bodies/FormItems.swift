internal import Base

/// Names and values of a query or of a form (`application/x-www-form-urlencoded`), in order.
public struct FormItems: Sendable, Equatable {
    /// One name with its value.
    @Memberwise(labels: false)
    public struct Item: Sendable, Equatable {
        public let name: String
        public let value: String
    }

    /// The most items of a query or of a form.
    public static let countMax = 512

    /// The items in order.
    public private(set) var all: [Item] = []

    /// No items.
    public init() {}

    /// Items in the given order.
    public init(_ items: [Item]) {
        all = items
    }

    /// Decodes the query of an address, without its question mark.
    ///
    /// - Throws: `HTTPFailure` 400 for more than `countMax` items and for names or values that are
    ///   not percent-encoded UTF-8 or contain a NUL.
    public init(query: some StringProtocol) throws(HTTPFailure) {
        try self.init(encoded: Array(query.utf8), what: "The address's query")
    }

    /// Decodes the body of a form. The errors are those of a query.
    public init(form: [UInt8]) throws(HTTPFailure) {
        guard form.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw HTTPFailure(.badRequest, "The form is malformed.")
        }
        try self.init(encoded: form, what: "The form")
    }

    private init(encoded: [UInt8], what: String) throws(HTTPFailure) {
        for pair in encoded.split(separator: UInt8(ascii: "&")) {
            guard all.count < Self.countMax else {
                throw HTTPFailure(.badRequest, "\(what) has more than \(Self.countMax) fields.")
            }
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let encodedValue = pair[equals...].dropFirst()
            guard let name = PercentEncoding.decode(pair[..<equals], plusIsSpace: true),
                let value = PercentEncoding.decode(encodedValue, plusIsSpace: true)
            else { throw HTTPFailure(.badRequest, "\(what) is malformed.") }
            all.append(Item(name, value))
        }
    }

    /// The first value of this name.
    public subscript(name: String) -> String? {
        all.first { $0.name == name }?.value
    }

    /// Every value of this name, in order.
    public func values(_ name: String) -> [String] {
        all.compactMap { $0.name == name ? $0.value : nil }
    }

    /// The items in the form that the initializers take.
    public var encoded: String {
        all.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
            .joined(separator: "&")
    }
}
