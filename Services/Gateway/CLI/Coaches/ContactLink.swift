import Contracts
import Foundation

/// A way to reach a coach outside of this program (CO-20 to CO-23). Nothing is logged by it.
struct ContactLink: Hashable {
    /// The ways, in the order of the page.
    enum Way: String, CaseIterable {
        case email
        case text
        case twitter
        case instagram

        /// What the page's button does.
        var action: String {
            switch self {
            case .email: "Write"
            case .text: "Text"
            case .twitter: "Tweet"
            case .instagram: "Message"
            }
        }

        /// What a coach must have for it, as people say it.
        var datum: String {
            switch self {
            case .email: "e-mail address"
            case .text: "phone number"
            case .twitter: "Twitter handle"
            case .instagram: "Instagram handle"
            }
        }
    }

    /// The way.
    let way: Way
    /// What a mail program, a phone or a browser opens.
    let url: String

    /// The links that a coach's data allow.
    static func all(of coach: Coach, _ message: Message = Message()) -> [ContactLink] {
        Way.allCases.compactMap { way in
            url(way, coach, message).map { ContactLink(way: way, url: $0) }
        }
    }

    /// What a message begins with, where the link's program can take it over.
    struct Message {
        /// The subject of a mail.
        var subject: String?
        /// The text of a mail or a text message.
        var body: String?
    }

    private static func url(_ way: Way, _ coach: Coach, _ message: Message) -> String? {
        switch way {
        case .email:
            coach.email.map {
                "mailto:" + encoded($0, mailCharacters)
                    + query([("subject", message.subject), ("body", message.body)])
            }
        // U-05: a message, not a call.
        case .text: coach.phone.map { "sms:" + number($0) + query([("body", message.body)]) }
        case .twitter: coach.twitterHandle.map { "https://twitter.com/" + handle($0) }
        case .instagram: coach.instagramHandle.map { "https://instagram.com/" + handle($0) }
        }
    }

    /// The header fields of a link (RFC 6068, section 2; RFC 5724, section 2.2): lines end with
    /// CRLF, and all but plain characters is encoded.
    private static func query(_ fields: [(name: String, value: String?)]) -> String {
        let parts = fields.compactMap { field -> String? in
            guard let value = field.value, !value.isEmpty else { return nil }
            let lines = value.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
            return "\(field.name)=\(encoded(lines, handleCharacters))"
        }
        return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }

    /// U-15: one leading @ is dropped.
    private static func handle(_ stored: String) -> String {
        encoded(stored.hasPrefix("@") ? String(stored.dropFirst()) : stored, handleCharacters)
    }

    /// Digits alone, and a plus in front (RFC 5724, section 2.2: visual separators may go).
    private static func number(_ phone: String) -> String {
        let digits = phone.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return (phone.hasPrefix("+") ? "+" : "") + String(decoding: digits, as: UTF8.self)
    }

    private static let plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    private static let handleCharacters = CharacterSet(charactersIn: plain)
    /// RFC 6068, section 2: what an address may hold as it is.
    private static let mailCharacters = CharacterSet(charactersIn: plain + "!$'*+@:")

    private static func encoded(_ text: String, _ allowed: CharacterSet) -> String {
        text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
}
