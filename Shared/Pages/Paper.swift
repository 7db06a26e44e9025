import CPango

/// A PDF document that is drawn page by page, in points (1/72 inch) from each page's upper left
/// corner. One thread draws it.
@safe
public final class Paper {
    /// What a reader shows of a document besides its pages.
    public struct Particulars: Hashable, Sendable {
        /// The title.
        public var title: String
        /// Who wrote it.
        public var author: String
        /// What it is about.
        public var subject: String
        /// When it was made, RFC 3339 without fractions of a second; cairo would take the machine's
        /// time.
        public var createdAt: String

        /// The particulars of a document.
        public init(title: String, author: String, subject: String, createdAt: String) {
            self.title = title
            self.author = author
            self.subject = subject
            self.createdAt = createdAt
        }
    }

    /// What cairo has written so far.
    private final class Sink {
        var bytes: [UInt8] = []
    }

    /// Width of a page, in points.
    public let width: Double
    /// Height of a page, in points.
    public let height: Double

    private let sink = Sink()
    private let surface: OpaquePointer?
    /// Where text blocks get their fonts from, and what they are drawn on.
    let context: OpaquePointer?

    /// A document whose first page is empty.
    public init(width: Double, height: Double, _ particulars: Particulars) {
        self.width = width
        self.height = height
        unsafe surface = cairo_pdf_surface_create_for_stream(
            { closure, data, length in
                guard let closure = unsafe closure else { return CAIRO_STATUS_WRITE_ERROR }
                let sink = unsafe Unmanaged<Sink>.fromOpaque(closure).takeUnretainedValue()
                let bytes = unsafe UnsafeBufferPointer(start: data, count: Int(length))
                unsafe sink.bytes.append(contentsOf: bytes)
                return CAIRO_STATUS_SUCCESS
            }, Unmanaged.passUnretained(sink).toOpaque(), width, height)
        unsafe context = cairo_create(surface)
        let entries: [(cairo_pdf_metadata_t, String)] = [
            (CAIRO_PDF_METADATA_TITLE, particulars.title),
            (CAIRO_PDF_METADATA_AUTHOR, particulars.author),
            (CAIRO_PDF_METADATA_SUBJECT, particulars.subject),
            (CAIRO_PDF_METADATA_CREATOR, "Recruiting Compass"),
            (CAIRO_PDF_METADATA_CREATE_DATE, particulars.createdAt),
        ]
        for (name, text) in entries { unsafe cairo_pdf_surface_set_metadata(surface, name, text) }
    }

    deinit {
        unsafe cairo_destroy(context)
        // Whatever is still unwritten goes to the sink, which must live so long.
        unsafe cairo_surface_destroy(surface)
    }

    // MARK: Drawing

    /// Goes on with an empty page.
    public func turnPage() { unsafe cairo_show_page(context) }

    /// Draws a block with its upper left corner at a place.
    public func draw(_ block: TextBlock, x: Double, y: Double) {
        let light = block.lettering.lightness
        unsafe cairo_set_source_rgb(context, light, light, light)
        unsafe cairo_move_to(context, x, y)
        block.show(on: self)
    }

    /// Draws a level line.
    public func rule(x: Double, y: Double, width: Double, thickness: Double, lightness: Double) {
        unsafe cairo_set_source_rgb(context, lightness, lightness, lightness)
        unsafe cairo_rectangle(context, x, y - thickness / 2, width, thickness)
        unsafe cairo_fill(context)
    }

    // MARK: The end

    /// The whole document; nothing can be drawn any more.
    public func finish() throws(PageError) -> [UInt8] {
        let drawn = unsafe cairo_status(context)
        unsafe cairo_surface_finish(surface)
        let written = unsafe cairo_surface_status(surface)
        for status in [drawn, written] where status != CAIRO_STATUS_SUCCESS {
            let text = unsafe String(cString: cairo_status_to_string(status))
            throw PageError(.drawingFailed, "cairo says: \(text)")
        }
        return sink.bytes
    }
}
