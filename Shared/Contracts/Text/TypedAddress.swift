/// Addresses and handles as people paste them from mails, browsers and address books.
enum TypedAddress {
    /// What may stand around an address and is no part of it, with the character that ends it.
    private static let wraps: [(open: Character, close: Character)] = [
        ("<", ">"), ("\"", "\""), ("'", "'"), ("“", "”"), ("‘", "’"), ("(", ")"), ("[", "]"),
    ]

    /// The text without what nobody sees, without what is around an address and without what ends
    /// it in a list.
    private static func bare(_ typed: String) -> String {
        var text = typed.visibleLine[...]
        while let last = text.last {
            if ";,".contains(last) || last == " " {
                text.removeLast()
            } else if let first = text.first, text.count > 1,
                wraps.contains(where: { $0.open == first && $0.close == last })
            {
                text = text.dropFirst().dropLast()
            } else {
                break
            }
        }
        return String(text).trimmed
    }

    /// The e-mail address of `mailto:a@b.example`, `<a@b.example>`, `Name <a@b.example>` and the
    /// like, in lower case. A text that has none, or several, stays as typed.
    static func email(_ typed: String) -> String {
        var text = bare(typed)
        if text.hasSuffix(">"), let open = text.lastIndex(of: "<"),
            !text[..<open].contains(where: { "<@".contains($0) })
        {
            text = bare(String(text[open...]))
        }
        let scheme = "mailto:"
        if text.lowercased().hasPrefix(scheme) {
            text = bare(String(text.dropFirst(scheme.count).prefix { $0 != "?" }))
        }
        return (text.isEmpty ? typed.visibleLine : text).lowercased()
    }

    /// A network whose handles are read from its addresses.
    struct Network {
        /// Hosts without `www.` and the like.
        let hosts: Set<String>
        /// First parts of addresses that are no handle.
        let places: Set<String>

        static let twitter = Network(
            hosts: ["twitter.com", "x.com"],
            places: ["i", "intent", "home", "search", "hashtag", "share", "explore"])
        static let instagram = Network(
            hosts: ["instagram.com", "instagr.am"],
            places: ["p", "reel", "reels", "explore", "stories", "tv", "accounts"])
    }

    /// The handle of `https://x.com/CoachSmith?s=21`; other texts stay as typed.
    static func handle(_ typed: String, on network: Network) -> String {
        let text = bare(typed)
        let lower = text.lowercased()
        let scheme = ["https://", "http://"].first { lower.hasPrefix($0) } ?? ""
        let address = text.dropFirst(scheme.count)
        let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
        guard parts.count > 1 else { return text }
        var host = parts[0].lowercased()
        for prefix in ["www.", "mobile.", "m."] where host.hasPrefix(prefix) {
            host.removeFirst(prefix.count)
        }
        let name = parts[1].prefix { $0 != "?" && $0 != "#" }
        guard network.hosts.contains(host), !name.isEmpty,
            !network.places.contains(name.lowercased())
        else { return text }
        return String(name.first == "@" ? name.dropFirst() : name)
    }

    /// The web address of a text: `www.school.example` gets `https://`. Other texts stay as typed.
    static func web(_ typed: String) -> String {
        let text = bare(typed)
        let host = text.prefix { !"/?#".contains($0) }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let isHost =
            labels.count > 1 && labels.allSatisfy(isLabel)
            && labels.last.map { $0.count > 1 && $0.allSatisfy(\.isLetter) } == true
        return isHost ? "https://\(text)" : text
    }

    private static func isLabel(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    }
}
