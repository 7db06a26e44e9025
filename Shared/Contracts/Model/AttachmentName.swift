/// The name that a user's file has. It is data: no path of the store is made of it (D-18).
public enum AttachmentName {
    /// What is wrong with a name, for people; `nil` if nothing is.
    public static func problem(_ name: String) -> String? {
        if name.isEmpty || name == "." || name == ".." {
            return "Please give the file a name"
        }
        if name.utf8.count > AttachmentLimit.nameOctetsMax {
            return "File name must be \(AttachmentLimit.nameOctetsMax) bytes or less"
        }
        if name.unicodeScalars.contains(where: { $0 == "/" || $0 == "\\" || isControl($0) }) {
            return "File name must not contain slashes or control characters"
        }
        if name.unicodeScalars.contains(where: isUnseen) {
            return "File name must not contain invisible or direction-changing characters"
        }
        return nil
    }

    /// The name as messages repeat it: in quotation marks, and not without end.
    public static func quoted(_ name: String) -> String {
        let shown = name.unicodeScalars.prefix(shownScalarsMax)
        return shown.endIndex == name.unicodeScalars.endIndex
            ? "\"\(name)\"" : "\"\(String(shown))…\""
    }

    /// Unicode scalars of a name that a message shows.
    private static let shownScalarsMax = 80

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1f, 0x7f...0x9f: true
        default: false
        }
    }

    /// Whether nobody sees a character that changes how the others look: marks of direction, which
    /// make "gpj.exe" of "exe.jpg", blanks without width, line separators. Joiners are taken: they
    /// hold emoji and some scripts together.
    public static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .format: scalar.value != 0x200c && scalar.value != 0x200d
        case .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// The name up to its extension, and the extension with its dot; a name that begins with its
    /// only dot has none.
    public static func parts(of name: String) -> (stem: Substring, ending: Substring) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
            return (name[...], "")
        }
        return (name[..<dot], name[dot...])
    }

    /// The name, or if it is taken the first of "name (2).pdf", "name (3).pdf" … that is free.
    public static func free(_ name: String, among taken: [String]) -> String {
        guard taken.contains(name) else { return name }
        let (stem, ending) = parts(of: name)
        for number in 2...(taken.count + 2) {
            let suffix = " (\(number))" + ending
            var start = String(stem)
            while start.utf8.count + suffix.utf8.count > AttachmentLimit.nameOctetsMax,
                !start.isEmpty
            {
                start.removeLast()
            }
            if !taken.contains(start + suffix) { return start + suffix }
        }
        return name
    }

    /// The path that answers show: `interactions/{interactionId}/{percent-encoded name}` (X-22,
    /// All but the unreserved characters of RFC 3986 (section 2.3) is encoded.
    public static func path(_ name: String, of interaction: InteractionID) -> String {
        var octets = Array("interactions/\(interaction.text)/".utf8)
        for octet in name.utf8 {
            switch octet {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                octets.append(octet)
            default:
                let digits = Array("0123456789ABCDEF".utf8)
                octets += [
                    UInt8(ascii: "%"), digits[Int(octet >> 4)], digits[Int(octet & 0x0F)],
                ]
            }
        }
        return String(decoding: octets, as: UTF8.self)
    }
}
