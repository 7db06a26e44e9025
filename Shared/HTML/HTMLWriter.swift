internal import Base

/// Writes a page into one block of memory, front to back: `html(.p, .class("hint"), text: name)`.
///
/// A page is always well formed. Elements and attributes are named by static members, values are
/// quoted and escaped, text is escaped, and addresses go through `WebAddress`. There is no way to
/// write markup from a string, an inline style or a script. Nothing that is written can trap.
///
/// An element with content takes a closure, which writes into the same block:
///
///     html(.ul, .class("rows")) { html in
///         for row in rows { html(.li, text: row.name) }
///     }
public struct HTMLWriter: ~Copyable {
    /// The room that a page of usual size needs, in bytes.
    public static let usualCapacity = 98_304

    @usableFromInline var written: TextWriter
    /// The gaps of a template, each with the number of bytes before it.
    var gaps: [(place: Int, name: any GapName)] = []

    /// Creates an empty page with room for `capacity` bytes; it grows as needed.
    public init(capacity: Int = HTMLWriter.usualCapacity) {
        written = TextWriter(buffer: ByteBuffer(capacity: capacity))
    }

    /// The number of bytes written so far.
    public var count: Int { written.buffer.count }

    /// A copy of the bytes written so far, in UTF-8.
    public var bytes: [UInt8] { written.buffer.bytes }

    // MARK: Text

    /// Writes a text.
    public mutating func text(_ text: String) { written.buffer.append(escaped: text) }

    /// Writes a number in decimal digits.
    public mutating func number(_ number: Int) { written.buffer.append(decimal: number) }

    /// Writes the first line of a page, which has a browser follow the standard.
    public mutating func doctype() { written.buffer.append("<!DOCTYPE html>\n") }

    // MARK: Elements

    /// Writes an element with content.
    @inlinable
    public mutating func callAsFunction<Failure: Error>(
        _ element: Element, _ attributes: Attribute...,
        content: (inout HTMLWriter) throws(Failure) -> Void
    ) throws(Failure) {
        open(element.name, attributes)
        endOpening()
        // An error ends the page; the element is closed so that it stays well formed.
        defer { close(element.name) }
        try content(&self)
    }

    /// Writes an element whose content is one text.
    @inlinable
    public mutating func callAsFunction(
        _ element: Element, _ attributes: Attribute..., text: String
    ) {
        open(element.name, attributes)
        endOpening()
        self.text(text)
        close(element.name)
    }

    /// Writes an element without content.
    @inlinable
    public mutating func callAsFunction(_ element: Element, _ attributes: Attribute...) {
        open(element.name, attributes)
        endOpening()
        close(element.name)
    }

    /// Writes an element that can only hold text.
    @inlinable
    public mutating func callAsFunction(
        _ element: TextElement, _ attributes: Attribute..., text: String
    ) {
        open(element.name, attributes)
        endOpening()
        if element.dropsFirstLineFeed { lineFeed() }
        self.text(text)
        close(element.name)
    }

    /// Writes an element that never has content.
    @inlinable
    public mutating func callAsFunction(_ element: VoidElement, _ attributes: Attribute...) {
        open(element.name, attributes)
        append(element.ending)
    }

    // MARK: Parts of tags

    @inlinable
    mutating func open(_ name: StaticString, _ attributes: [Attribute]) {
        open(name)
        for attribute in attributes { append(attribute) }
    }

    @usableFromInline
    mutating func open(_ name: StaticString) {
        written.buffer.append(UInt8(ascii: "<"))
        written.buffer.append(name)
    }

    @usableFromInline
    mutating func endOpening() { written.buffer.append(UInt8(ascii: ">")) }

    @usableFromInline
    mutating func close(_ name: StaticString) {
        written.buffer.append("</")
        written.buffer.append(name)
        written.buffer.append(UInt8(ascii: ">"))
    }

    @usableFromInline
    mutating func lineFeed() { written.buffer.append(UInt8(ascii: "\n")) }

    @usableFromInline
    mutating func append(_ text: StaticString) { written.buffer.append(text) }

    @usableFromInline
    mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
        written.buffer.append(bytes, range)
    }

    @usableFromInline
    mutating func append(_ attribute: Attribute) {
        if case .absent = attribute.value { return }
        written.buffer.append(attribute.name)
        if case .present = attribute.value { return }
        written.buffer.append("=\"")
        switch attribute.value {
        case .absent, .present: break
        case .text(let text): written.buffer.append(escaped: text)
        case .texts(let parts): for part in parts { written.buffer.append(escaped: part) }
        case .gap(let name, let before):
            written.buffer.append(escaped: before)
            gap(name)
        case .number(let number): written.buffer.append(decimal: number)
        case .decimal(let number): written.buffer.append(hundredths: number)
        }
        written.buffer.append(UInt8(ascii: "\""))
    }
}

extension ByteBuffer {
    /// The largest coordinate that is written; farther ones stand at this distance.
    private static let coordinateMax = 1e9

    /// Appends a number rounded to hundredths, without needless zeros; a number that is not finite
    /// becomes 0.
    mutating func append(hundredths number: Double) {
        let limited =
            number.isFinite ? min(max(number, -Self.coordinateMax), Self.coordinateMax) : 0
        let scaled = Int((limited * 100).rounded())
        if scaled < 0 { append(UInt8(ascii: "-")) }
        let size = Int(scaled.magnitude)
        append(decimal: size / 100)
        let rest = size % 100
        guard rest > 0 else { return }
        append(UInt8(ascii: "."))
        append(UInt8(ascii: "0") + UInt8(rest / 10))
        if rest % 10 > 0 { append(UInt8(ascii: "0") + UInt8(rest % 10)) }
    }
}
