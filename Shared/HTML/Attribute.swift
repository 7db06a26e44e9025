/// An attribute of an element. Attributes are made by the static members below; there is none for
/// event handlers or inline styles, which a page's content security policy forbids.
public struct Attribute: Sendable {
    /// A value before it is written.
    @usableFromInline
    enum Value: Sendable {
        /// The attribute is left out.
        case absent
        /// The attribute is written without a value.
        case present
        case text(String)
        /// Texts that follow one another.
        case texts([String])
        case number(Int)
        case decimal(Double)
        /// A gap of a template behind a text.
        indirect case gap(any GapName, after: String)
    }

    /// The name with the blank before it.
    @usableFromInline let name: StaticString
    @usableFromInline let value: Value

    @usableFromInline
    init(_ name: StaticString, _ value: Value) {
        self.name = name
        self.value = value
    }
}

/// The name of an attribute whose value has this type: `.id("search")`, `.required()`.
public struct AttributeName<Value>: Sendable {
    @usableFromInline let name: StaticString

    @usableFromInline
    init(_ name: StaticString) { self.name = name }
}

/// The name of an attribute whose value is a text: `.id("search")`. Nil leaves the attribute out.
public typealias TextAttribute = AttributeName<String>

/// The name of an attribute whose value is a whole number.
public typealias NumberAttribute = AttributeName<Int>

/// The name of an attribute whose value is a number with up to two decimal places.
public typealias DecimalAttribute = AttributeName<Double>

/// The name of an attribute that is present or absent: `.required()`, `.checked(isOn)`.
public typealias FlagAttribute = AttributeName<Never>

/// The name of an attribute whose value is `true` or `false`, as ARIA states are.
public typealias TruthAttribute = AttributeName<Bool>

/// The name of an attribute whose value is a word from a closed list: `.type(.email)`.
public typealias WordAttribute<Word: RawRepresentable<String> & Sendable> = AttributeName<Word>

/// The name of an attribute whose value is an address: `.href(address)`.
public typealias AddressAttribute = AttributeName<WebAddress>

extension AttributeName<String> {
    /// The attribute with a value; nil leaves it out.
    @inlinable
    public func callAsFunction(_ value: String?) -> Attribute {
        Attribute(name, value.map { .text($0) } ?? .absent)
    }

    /// The attribute with a value that consists of several texts.
    @inlinable
    public func callAsFunction(joining parts: [String]) -> Attribute {
        Attribute(name, .texts(parts))
    }
}

extension AttributeName<Int> {
    /// The attribute with a value; nil leaves it out.
    @inlinable
    public func callAsFunction(_ value: Int?) -> Attribute {
        Attribute(name, value.map { .number($0) } ?? .absent)
    }
}

extension AttributeName<Double> {
    /// The attribute with a value; one that is not finite is written as 0, and nil leaves it out.
    @inlinable
    public func callAsFunction(_ value: Double?) -> Attribute {
        Attribute(name, value.map { .decimal($0) } ?? .absent)
    }
}

extension AttributeName<Never> {
    /// The attribute if the condition holds.
    @inlinable
    public func callAsFunction(_ isPresent: Bool = true) -> Attribute {
        Attribute(name, isPresent ? .present : .absent)
    }
}

extension AttributeName<Bool> {
    /// The attribute with a value; nil leaves it out.
    @inlinable
    public func callAsFunction(_ value: Bool?) -> Attribute {
        Attribute(name, value.map { .text($0 ? "true" : "false") } ?? .absent)
    }
}

extension AttributeName where Value: RawRepresentable<String> {
    /// The attribute with a word; nil leaves it out.
    @inlinable
    public func callAsFunction(_ word: Value?) -> Attribute {
        Attribute(name, word.map { .text($0.rawValue) } ?? .absent)
    }
}

extension AttributeName<WebAddress> {
    /// The attribute with an address.
    @inlinable
    public func callAsFunction(_ address: WebAddress) -> Attribute {
        Attribute(name, .text(address.text))
    }
}
