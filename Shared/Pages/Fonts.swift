import CPango

/// Checks which characters the machine's fonts support.
public enum Fonts {
    /// The characters without which no document can be set.
    private static let plainLetters = "ABCxyz0123456789"

    /// Throws if there is no font for plain Latin letters.
    public static func check(on paper: Paper) throws(PageError) {
        guard familyCount > 0, !isMissing(plainLetters, on: paper) else {
            throw PageError(
                .noFont,
                "This machine has no font to print with. Debian: sudo apt-get install "
                    + "fonts-dejavu-core")
        }
    }

    /// Returns the characters that no font supports, each once, in code order.
    public static func missing(in texts: some Sequence<String>, on paper: Paper) -> [Character] {
        var seen: Set<Character> = []
        for text in texts {
            for character in text where !character.isASCII { seen.insert(character) }
        }
        return seen.sorted().filter { isMissing(String($0), on: paper) }
    }

    private static func isMissing(_ text: String, on paper: Paper) -> Bool {
        TextBlock(text, Lettering(size: 10), on: paper).missingLetters > 0
    }

    private static var familyCount: Int {
        var families: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
        var count: Int32 = 0
        unsafe pango_font_map_list_families(
            pango_cairo_font_map_get_default(), &families, &count)
        unsafe g_free(families)
        return Int(count)
    }
}
