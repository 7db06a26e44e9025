import CPango

/// A paragraph set in lines of a given width. Text that does not fit ends with an ellipsis.
@safe
public final class TextBlock {
    let lettering: Lettering
    private let layout: OpaquePointer?

    /// The width of the widest line, in points.
    public let width: Double
    /// The height of all lines, in points.
    public let height: Double
    /// Whether text was omitted.
    public let isCut: Bool
    /// The number of characters that no font of the machine supports.
    public let missingLetters: Int

    /// Sets a text without line ends or other control characters, in at most `linesMax` lines of a
    /// width in points. Without a width, the text is one line of any length.
    public init(
        _ text: String, _ lettering: Lettering, on paper: Paper, width room: Double? = nil,
        linesMax: Int = 1
    ) {
        self.lettering = lettering
        unsafe layout = pango_cairo_create_layout(paper.context)
        unsafe Self.choose(lettering, for: layout)
        unsafe pango_layout_set_text(layout, text, Int32(clamping: text.utf8.count))
        unsafe pango_layout_set_auto_dir(layout, 0)
        if let room {
            unsafe pango_layout_set_width(layout, Self.units(max(room, 1)))
            unsafe pango_layout_set_height(layout, -Int32(clamping: max(linesMax, 1)))
            unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
            unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        }
        if lettering.side == .right { unsafe pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT) }
        var columns: Int32 = 0
        var rows: Int32 = 0
        unsafe pango_layout_get_size(layout, &columns, &rows)
        width = Double(columns) / Double(PANGO_SCALE)
        height = Double(rows) / Double(PANGO_SCALE)
        isCut = unsafe pango_layout_is_ellipsized(layout) != 0
        missingLetters = Int(unsafe pango_layout_get_unknown_glyphs_count(layout))
    }

    deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(layout))
    }

    func show(on paper: Paper) { unsafe pango_cairo_show_layout(paper.context, layout) }

    /// Sets font and spacing. Lengths are not rounded to the pixels of a screen.
    private static func choose(_ lettering: Lettering, for layout: OpaquePointer?) {
        let font = unsafe pango_font_description_new()
        unsafe pango_font_description_set_family(font, Lettering.family)
        unsafe pango_font_description_set_absolute_size(
            font, lettering.size * Double(PANGO_SCALE))
        unsafe pango_font_description_set_weight(
            font, lettering.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
        unsafe pango_layout_set_font_description(layout, font)
        unsafe pango_font_description_free(font)
        let context = unsafe pango_layout_get_context(layout)
        unsafe pango_context_set_round_glyph_positions(context, 0)
        unsafe pango_context_set_language(context, pango_language_from_string("en"))
        unsafe pango_layout_context_changed(layout)
    }

    private static func units(_ points: Double) -> Int32 {
        Int32(clamping: Int64(min(points, 1_000_000) * Double(PANGO_SCALE)))
    }
}
