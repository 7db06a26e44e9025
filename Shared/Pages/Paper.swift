import Base
import CPango

/// A PDF document drawn page by page, in points (1/72 inch) from each page's upper left corner. Use
/// it from one thread.
@safe
public final class Paper {
    /// The metadata of a document.
    @Memberwise
    public struct Particulars: Hashable, Sendable {
        public var title: String
        public var author: String
        public var subject: String
        /// The creation time, RFC 3339 without fractions of a second; otherwise cairo would use the
        /// machine's time.
        public var createdAt: String
    }

    /// The bytes that cairo has written.
    private final class Sink {
        var bytes: [UInt8] = []
    }

    /// The width of a page, in points.
    public let width: Double
    /// The height of a page, in points.
    public let height: Double

    private let sink = Sink()
    private let surface: OpaquePointer?
    /// The cairo context for fonts and drawing.
    let context: OpaquePointer?

    /// Creates a document with an empty first page.
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
        // Destroying the surface may still write to the sink, which must outlive it.
        unsafe cairo_surface_destroy(surface)
    }

    // MARK: Drawing

    /// Starts an empty page.
    public func turnPage() { unsafe cairo_show_page(context) }

    /// Draws a block with its upper left corner at this point.
    public func draw(_ block: TextBlock, x: Double, y: Double) {
        let light = block.lettering.lightness
        unsafe cairo_set_source_rgb(context, light, light, light)
        unsafe cairo_move_to(context, x, y)
        block.show(on: self)
    }

    /// Draws a horizontal line.
    public func rule(x: Double, y: Double, width: Double, thickness: Double, lightness: Double) {
        unsafe cairo_set_source_rgb(context, lightness, lightness, lightness)
        unsafe cairo_rectangle(context, x, y - thickness / 2, width, thickness)
        unsafe cairo_fill(context)
    }

    // MARK: The end

    /// Returns the whole document. Nothing can be drawn afterwards.
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
