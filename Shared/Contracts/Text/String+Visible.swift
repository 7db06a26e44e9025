extension String {
    /// The text as one line without what nobody sees: format characters, such as marks of the
    /// writing direction and blanks without a width, go, and so do control characters. White space
    /// of other kinds, line breaks too, becomes a blank, and the ends have none.
    ///
    /// Between the parts of an emoji, the character that joins them stays.
    public var visibleLine: String {
        guard utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return trimmed }
        var line = String.UnicodeScalarView()
        var scalars = unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            let properties = scalar.properties
            if properties.isWhitespace {
                line.append(" ")
            } else if scalar == Self.joiner {
                let isInEmoji = line.last.map(Self.isInEmoji) == true
                if isInEmoji, scalars.first.map(Self.isInEmoji) == true { line.append(scalar) }
            } else if ![.control, .format].contains(properties.generalCategory) {
                line.append(scalar)
            }
        }
        return String(line).trimmed
    }

    /// The zero-width joiner, which makes one emoji of several.
    private static let joiner: Unicode.Scalar = "\u{200D}"

    /// Whether a scalar is an emoji or changes how one looks.
    private static func isInEmoji(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0x7F && (scalar.properties.isEmoji || scalar.properties.isVariationSelector)
    }
}
