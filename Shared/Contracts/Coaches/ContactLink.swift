import Foundation

/// A link to contact a coach outside of this program (CO-20 to CO-23). Opening it logs nothing.
public struct ContactLink: Hashable, Sendable {
    /// The ways, in the page's order.
    public enum Way: String, CaseIterable, Sendable {
        case email
        case text
        case twitter
        case instagram

        /// The label of the page's button.
        public var action: String {
            switch self {
            case .email: "Write"
            case .text: "Text"
            case .twitter: "Tweet"
            case .instagram: "Message"
            }
        }

        /// The coach's entry that the link needs, in words.
        public var datum: String {
            switch self {
            case .email: "e-mail address"
            case .text: "phone number"
            case .twitter: "Twitter handle"
            case .instagram: "Instagram handle"
            }
        }
    }

    public let way: Way
    /// The URL for a mail program, phone or browser.
    public let url: String

    /// The links for the entries that a coach has.
    public static func all(of coach: Coach, _ message: Message = Message()) -> [ContactLink] {
        Way.allCases.compactMap { way in
            url(way, coach, message).map { ContactLink(way: way, url: $0) }
        }
    }

    /// The beginning of a message, for programs that accept it in a link.
    @Memberwise
    public struct Message {
        /// The subject of a mail.
        public var subject: String?
        /// The text of a mail or a text message.
        public var body: String?
    }

    private static func url(_ way: Way, _ coach: Coach, _ message: Message) -> String? {
        switch way {
        case .email:
            coach.email.map {
                "mailto:" + PercentEncoding.encode($0, keeping: isMailByte)
                    + query([("subject", message.subject), ("body", message.body)])
            }
        // U-05: a text message, not a call.
        case .text: coach.phone.map { "sms:" + number($0) + query([("body", message.body)]) }
        case .twitter: coach.twitterHandle.map { "https://twitter.com/" + handle($0) }
        case .instagram: coach.instagramHandle.map { "https://instagram.com/" + handle($0) }
        }
    }

    /// A link's query (RFC 6068, section 2; RFC 5724, section 2.2): lines end with CRLF, and all
    /// but unreserved characters are percent-encoded.
    private static func query(_ fields: [(name: String, value: String?)]) -> String {
        let parts = fields.compactMap { field -> String? in
            guard let value = field.value, !value.isEmpty else { return nil }
            let lines = value.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
            return "\(field.name)=\(PercentEncoding.encode(lines))"
        }
        return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }

    /// U-15: one leading @ is dropped.
    private static func handle(_ stored: String) -> String {
        PercentEncoding.encode(stored.hasPrefix("@") ? String(stored.dropFirst()) : stored)
    }

    /// The digits of the first number, with the country's if the text has it (RFC 5724, section
    /// 2.2: visual separators may be removed).
    private static func number(_ phone: String) -> String {
        guard let digits = TypedPhone(phone)?.first.digits else { return "" }
        return (phone.hasPrefix("+") ? "+1" : "") + digits
    }

    /// RFC 6068, section 2: characters allowed unencoded in an address.
    private static func isMailByte(_ byte: UInt8) -> Bool { mailBytes.contains(byte) }

    private static let mailBytes = Set("!$'*+@:".utf8)
}
