/// The name of a user's file. It is only data; the store derives no path from it (D-18).
public enum AttachmentName {
    /// Returns what is wrong with a name, for people; nil if it is valid.
    public static func problem(_ name: String) -> String? {
        if name.isEmpty || name == "." || name == ".." {
            return "Please give the file a name"
        }
        if name.utf8.count > AttachmentLimit.nameBytesMax {
            return "File name must be \(AttachmentLimit.nameBytesMax) bytes or less"
        }
        if name.unicodeScalars.contains(where: { $0 == "/" || $0 == "\\" || isControl($0) }) {
            return "File name must not contain slashes or control characters"
        }
        if name.unicodeScalars.contains(where: isUnseen) {
            return "File name must not contain invisible or direction-changing characters"
        }
        return nil
    }

    /// Returns the name for messages: quoted, and shortened if it is long.
    public static func quoted(_ name: String) -> String {
        let shown = name.unicodeScalars.prefix(shownScalarsMax)
        return shown.endIndex == name.unicodeScalars.endIndex
            ? "\"\(name)\"" : "\"\(String(shown))…\""
    }

    /// The maximum number of Unicode scalars of a name in a message.
    private static let shownScalarsMax = 80

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1f, 0x7f...0x9f: true
        default: false
        }
    }

    /// Returns whether a character is invisible but changes how others look: direction marks, which
    /// display "exe.jpg" as "gpj.exe", zero-width spaces, line separators. Joiners are permitted,
    /// because emoji and some scripts need them.
    public static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .format: scalar.value != 0x200c && scalar.value != 0x200d
        case .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Splits the name into its stem and its extension, including the dot. A name whose only dot
    /// comes first has no extension.
    public static func parts(of name: String) -> (stem: Substring, ending: Substring) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
            return (name[...], "")
        }
        return (name[..<dot], name[dot...])
    }

    /// Returns the name, or if it is taken, the first of "name (2).pdf", "name (3).pdf" … that is
    /// not.
    public static func free(_ name: String, among taken: [String]) -> String {
        guard taken.contains(name) else { return name }
        let (stem, ending) = parts(of: name)
        for number in 2...(taken.count + 2) {
            let suffix = " (\(number))" + ending
            var start = String(stem)
            while start.utf8.count + suffix.utf8.count > AttachmentLimit.nameBytesMax,
                !start.isEmpty
            {
                start.removeLast()
            }
            if !taken.contains(start + suffix) { return start + suffix }
        }
        return name
    }

    /// Returns the path shown in replies: `interactions/{interactionId}/{percent-encoded name}`
    /// . Every character is encoded except the unreserved ones of RFC 3986 (section
    /// 2.3).
    public static func path(_ name: String, of interaction: InteractionID) -> String {
        "interactions/\(interaction.text)/" + PercentEncoding.encode(name)
    }
}
