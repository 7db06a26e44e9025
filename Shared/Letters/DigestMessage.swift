public import Contracts
import Foundation

/// A weekly digest as a message for programs that send mail (RFC 5322): as text and as HTML, of
/// which the reader's program shows one (RFC 2046, section 5.1.4).
///
/// The id of the message follows from the week, the family and the reader. Whoever gets it twice
/// can tell.
public struct DigestMessage: Sendable {
    private let digest: WeeklyDigest
    private let family: FamilyID
    private let reader: User
    private let now: Instant

    /// Returns nil if the reader's address cannot stand in the head of a message.
    public init?(_ digest: WeeklyDigest, of family: FamilyID, for reader: User, at now: Instant) {
        guard Self.isAddress(reader.email) else { return nil }
        self.digest = digest
        self.family = family
        self.reader = reader
        self.now = now
    }

    /// The message, with CR LF at the end of each line.
    public var bytes: [UInt8] {
        let boundary = "=_digest.\(digest.week).\(family.text)"
        let text = digest.lines.map { Self.line($0) }.joined(separator: "\r\n") + "\r\n"
        var lines = [
            "From: <\(reader.email)>", "To: <\(reader.email)>",
            "Subject: \(Self.encoded("\(digest.title), \(digest.subtitle)"))",
            "Date: \(Self.date(now))",
            "Message-ID: <digest.\(digest.week).\(family.text).\(reader.id.text)@\(Self.domain)>",
            "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
            "Content-Type: multipart/alternative; boundary=\"\(boundary)\"", "",
        ]
        for (type, content) in [
            ("text/plain", Array(text.utf8)), ("text/html", DigestDocument(digest).bytes),
        ] {
            lines += [
                "--\(boundary)", "Content-Type: \(type); charset=utf-8",
                "Content-Transfer-Encoding: base64", "", Self.base64(content),
            ]
        }
        lines.append("--\(boundary)--")
        return Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
    }

    // MARK: Parts of the head

    /// No mail reaches this name (RFC 2606); it only makes ids unlike those of others.
    private static let domain = "recruiting-compass.invalid"
    /// The most bytes of text in one encoded word of 75 characters (RFC 2047, section 2).
    static let wordBytesMax = 45

    /// Whether an address is visible ASCII without what would end it.
    private static func isAddress(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"<>(),;:\"\\[]".utf8.contains($0) }
            && text.contains("@")
    }

    /// A text as encoded words (RFC 2047), since names may have any letters.
    static func encoded(_ text: String) -> String {
        var words: [String] = []
        var part = ""
        for character in line(text) {
            if part.utf8.count + character.utf8.count > wordBytesMax, !part.isEmpty {
                words.append(part)
                part = ""
            }
            part.append(character)
        }
        return (words + [part]).map { word in
            "=?utf-8?B?\(Data(word.utf8).base64EncodedString())?="
        }.joined(separator: "\r\n ")
    }

    /// The time as RFC 5322 writes it: `Mon, 16 Feb 2026 06:00:00 +0000`.
    static func date(_ now: Instant) -> String {
        let day = WallClock.day(of: now, in: .gmt)
        let names = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        // The first day of 1970 was a Thursday.
        let name = names[Int((day.daysSince1970 % 7 + 7) % 7)]
        let time = now.text.dropFirst(11).prefix(8)
        return "\(name), \(day.day) \(day.monthName) \(day.text.prefix(4)) \(time) +0000"
    }

    /// One line, whatever people typed.
    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    private static func base64(_ content: [UInt8]) -> String {
        Data(content).base64EncodedString(
            options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
    }
}
