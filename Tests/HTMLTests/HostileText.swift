/// Texts that break careless writers, and random ones.
enum HostileText {
    static let known = [
        "", " ", "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onclick='x",
        "--><!--", "]]>", "</textarea></title></style>", "&lt;b&gt;", "&amp;amp;", "&#x3c;", "&",
        "&&&", "<", ">", "\"", "'", "`", "=", "/", "\\", "\n", "\nfirst line feed", "a\r\nb\rc",
        "\t", "\u{0}", "\u{7}\u{1b}[31m", "\u{7f}", "\u{85}", "\u{2028}", "\u{202e}gnp.exe",
        "\u{feff}x", "\u{fffd}", "\u{10ffff}", "e\u{301}", "👩‍👩‍👧‍👦🏽", "مرحبا", "שלום",
        "javascript:alert(1)", "${x}", "{{x}}", "%3Cscript%3E", "O'Brien & Söhne <GmbH>",
    ]

    /// The pieces that random texts are made of.
    private static let pieces =
        ["<", ">", "&", "\"", "'", "/", "=", "!", "-", ";", "#", "\r"]
        + ["\n", "\u{0}", "\u{1f}", "\u{7f}", "amp", "lt", "script", "é", "漢", "😀", "\u{202e}"]

    static func random(_ numbers: inout some RandomNumberGenerator) -> String {
        let count = Int.random(in: 0...24, using: &numbers)
        return (0..<count).map { _ in
            let piece = pieces.randomElement(using: &numbers) ?? ""
            let letter = Unicode.Scalar(UInt32.random(in: 0x20...0x7e, using: &numbers))
            return Bool.random(using: &numbers) ? piece : letter.map { String($0) } ?? ""
        }
        .joined()
    }

    /// The text as it arrives: control characters that HTML does not allow are replaced.
    static func arriving(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isForbidden =
                scalar.value < 0x20 && !"\t\n\r".unicodeScalars.contains(scalar)
                || scalar.value == 0x7f
            scalars.append(isForbidden ? "\u{FFFD}" : scalar)
        }
        return String(scalars)
    }
}
