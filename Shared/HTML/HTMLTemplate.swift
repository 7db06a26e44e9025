/// Markup with gaps, written once and then copied for each row, so that only what differs from row
/// to row is written:
///
///     enum RowText: Int { case id, name }
///     enum RowPart: Int { case badges }
///
///     static let template = HTMLTemplate<RowText, RowPart> { html in
///         html(.li, .id(gap: RowText.id)) { html in
///             html(.b) { $0.gap(RowText.name) }
///             html.gap(RowPart.badges)
///         }
///     }
///     …
///     html(template) { gap, text in
///         switch gap {
///         case .id: text(row.id)
///         case .name: text(row.name)
///         }
///     } parts: { part, html in
///         html.badge(row.state)
///     }
///
/// A gap for text, in content or in the value of an attribute, takes nothing but text; a gap for a
/// part takes elements. So a page stays well formed.
public final class HTMLTemplate<Texts: GapName, Parts: GapName>: Sendable {
    @usableFromInline
    enum Gap: Sendable {
        case text(Texts)
        case part(Parts)
    }

    /// The markup around the gaps.
    @usableFromInline let bytes: [UInt8]
    /// The gaps in their order, each with the number of bytes before it.
    @usableFromInline let gaps: [(place: Int, gap: Gap)]

    /// Keeps what `write` writes. A gap whose name is of another type is left out.
    public init(_ write: (inout HTMLWriter) -> Void) {
        var html = HTMLWriter(capacity: 1_024)
        write(&html)
        bytes = html.bytes
        gaps = html.gaps.compactMap { found in
            if let text = found.name as? Texts { return (found.place, .text(text)) }
            if let part = found.name as? Parts { return (found.place, .part(part)) }
            return nil
        }
    }
}

/// The name of a gap in a template.
public protocol GapName: Sendable {}

/// The names of gaps that a template does not have.
extension Never: GapName {}

extension HTMLWriter {
    /// Writes the template's markup; `texts` and `parts` write what belongs into its gaps.
    @inlinable
    public mutating func callAsFunction<Texts, Parts>(
        _ template: HTMLTemplate<Texts, Parts>, texts: (Texts, inout TextWriter) -> Void,
        parts: (Parts, inout HTMLWriter) -> Void
    ) {
        var start = 0
        for (place, gap) in template.gaps {
            append(template.bytes, start..<place)
            start = place
            switch gap {
            case .text(let name): texts(name, &written)
            case .part(let name): parts(name, &self)
            }
        }
        append(template.bytes, start..<template.bytes.count)
    }

    /// Writes the markup of a template that has no gaps for parts.
    @inlinable
    public mutating func callAsFunction<Texts>(
        _ template: HTMLTemplate<Texts, Never>, texts: (Texts, inout TextWriter) -> Void
    ) {
        self(template, texts: texts, parts: { _, _ in })
    }

    /// Leaves a gap in a template, for text or for a part of the page.
    public mutating func gap(_ name: some GapName) { gaps.append((count, name)) }

    /// Writes an element that can only hold text, with a gap as its content.
    public mutating func callAsFunction(_ element: TextElement, gap name: some GapName) {
        open(element.name)
        endOpening()
        if element.dropsFirstLineFeed { lineFeed() }
        gap(name)
        close(element.name)
    }
}

extension TextAttribute {
    /// The attribute with a gap as its value.
    public func callAsFunction(gap name: any GapName) -> Attribute {
        Attribute(self.name, .gap(name, after: ""))
    }
}

extension AddressAttribute {
    /// The attribute with the address of a place below another one, whose name is a gap. What fills
    /// the gap must need no encoding in an address, such as the id of a record.
    public func callAsFunction(below address: WebAddress, gap name: any GapName) -> Attribute {
        Attribute(self.name, .gap(name, after: address.text + "/"))
    }
}
