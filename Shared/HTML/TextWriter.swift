internal import Base

/// Writes text into a page so that a browser reads exactly this text, in content and in the value
/// of an attribute. It cannot write markup.
public struct TextWriter: ~Copyable {
    var buffer: ByteBuffer

    /// Writes a text.
    public mutating func callAsFunction(_ text: String) { buffer.append(escaped: text) }

    /// Writes a text given as UTF-8.
    public mutating func callAsFunction(utf8 text: Span<UInt8>) {
        unsafe text.withUnsafeBufferPointer { unsafe buffer.append(escaping: $0) }
    }

    /// Writes a text that is known at compile time.
    public mutating func literal(_ text: StaticString) { buffer.append(escaped: text) }

    /// Writes a number in decimal digits.
    public mutating func number(_ number: Int) { buffer.append(decimal: number) }
}
