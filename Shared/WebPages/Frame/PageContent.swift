public import HTML

/// A page without its frame, written once for all its readings.
public struct PageContent: Sendable {
    let title: String
    let section: Section?
    let list: LiveList?
    let html: HTMLFragment

    /// Keeps what `write` writes.
    init(
        _ title: String, in section: Section?, of list: LiveList? = nil,
        _ write: (inout HTMLWriter) -> Void
    ) {
        self.title = title
        self.section = section
        self.list = list
        html = HTMLFragment(capacity: HTMLWriter.usualCapacity, write)
    }

    /// The length of the content, in bytes.
    public var byteCount: Int { html.byteCount }
}

extension HTMLWriter {
    /// Writes a page with its frame.
    public mutating func page(_ content: PageContent, _ context: PageContext) {
        page(content.title, in: content.section, of: content.list, context) { $0(content.html) }
    }
}
