internal import Base

/// Markup that is the same wherever it stands, such as an icon: written once, and then copied.
///
///     static let star = HTMLFragment { $0(.svg, .class("star")) }
///     …
///     html(star)
public struct HTMLFragment: Sendable {
    let bytes: [UInt8]

    /// The length of the markup, in bytes.
    public var byteCount: Int { bytes.count }

    /// Keeps what `write` writes. The room for `capacity` bytes grows as needed.
    public init(capacity: Int = 256, _ write: (inout HTMLWriter) -> Void) {
        var html = HTMLWriter(capacity: capacity)
        write(&html)
        bytes = html.bytes
    }
}

extension HTMLWriter {
    /// Writes a fragment.
    public mutating func callAsFunction(_ fragment: HTMLFragment) {
        written.buffer.append(fragment.bytes)
    }
}
