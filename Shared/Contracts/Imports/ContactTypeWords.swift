/// The words by which a text says what kind of contact it was: `Email (sent)`, `Called coach`,
/// `Recruiting questionnaire`.
struct ContactTypeWords {
    private let words: [String]

    init(_ text: String) { words = Self.joined(NameFolding.words(text)) }

    // MARK: Type

    /// The only type that the words name; nil if they name none or several, or say something else
    /// as well.
    var type: InteractionType? {
        let isInvitation = words.contains(where: Self.invitations.contains)
        let areKnown = words.allSatisfy { word in
            Self.types[word] != nil || Self.others.contains(word)
                || Self.invitations.contains(word)
        }
        guard areKnown else { return nil }
        var named = Set(words.compactMap { Self.types[$0] })
        // A call with a camera, and a handle on a network, are said with two words.
        if named.contains(.virtualMeeting) { named.subtract([.phoneCall, .inPersonVisit]) }
        if named.contains(.directMessage) { named.remove(.tweet) }
        if isInvitation, named != [.camp] { return nil }
        return named.count == 1 ? named.first : nil
    }

    /// Whether the words say more than the type, such as what was mailed.
    var saysMore: Bool { words.contains { Self.details.contains($0) } }

    // MARK: Direction

    /// Who wrote or called; nil if the words do not say it, or both.
    var direction: Direction? {
        var found: Set<Direction> = []
        for (place, word) in words.enumerated() {
            let next = place + 1 < words.count ? words[place + 1] : nil
            let before = place > 0 ? words[place - 1] : nil
            if Self.inbound.contains(word) { found.insert(.inbound) }
            if Self.outbound.contains(word) { found.insert(.outbound) }
            switch word {
            case "from", "by": found.formUnion(Self.side(next).map { [$0.author] } ?? [])
            case "to": found.formUnion(Self.side(next).map { [$0.recipient] } ?? [])
            case _ where Self.verbs.contains(word):
                if let side = Self.side(before) {
                    found.insert(side.author)
                } else if let side = Self.side(next) {
                    found.insert(side.recipient)
                }
            default: break
            }
        }
        if words.contains(where: Self.invitations.contains), found.isEmpty { return .inbound }
        return found.count == 1 ? found.first : nil
    }

    /// Whom a word means.
    private enum Side {
        case coach
        case family

        /// The direction of what this side writes.
        var author: Direction { self == .coach ? .inbound : .outbound }
        /// The direction of what is written to this side.
        var recipient: Direction { self == .coach ? .outbound : .inbound }
    }

    private static func side(_ word: String?) -> Side? {
        guard let word else { return nil }
        return coaches.contains(word) ? .coach : family.contains(word) ? .family : nil
    }

    // MARK: Words

    /// Words that mean one thing together.
    private static func joined(_ words: [String]) -> [String] {
        var joined: [String] = []
        for word in words {
            if let last = joined.last, let phrase = phrases["\(last) \(word)"] {
                joined[joined.count - 1] = phrase
            } else {
                joined.append(word)
            }
        }
        return joined
    }

    private static let phrases = [
        "e mail": "email", "e mails": "email", "e mailed": "emailed", "voice mail": "voicemail",
        "voice message": "voicemail", "direct message": "dm", "direct messages": "dm",
        "private message": "dm", "instagram message": "dm", "twitter message": "dm",
        "video call": "zoom", "video chat": "zoom", "video meeting": "zoom",
        "google meet": "zoom", "in person": "inperson", "face to": "inperson",
        "thank you": "thanks", "handwritten note": "letter", "thanks note": "letter",
        "thanks card": "letter", "note card": "letter", "follow up": "followup",
    ]

    private static let types: [String: InteractionType] = [
        "email": .email, "emails": .email, "emailed": .email, "mail": .email, "mailed": .email,
        "newsletter": .email, "letter": .email, "letters": .email, "postcard": .email,
        "questionnaire": .email, "questionnaires": .email,
        "phone": .phoneCall, "phoned": .phoneCall, "telephone": .phoneCall, "call": .phoneCall,
        "calls": .phoneCall, "called": .phoneCall, "voicemail": .phoneCall,
        "voicemails": .phoneCall, "vm": .phoneCall, "cell": .phoneCall,
        "text": .text, "texts": .text, "texted": .text, "sms": .text, "imessage": .text,
        "whatsapp": .text,
        "visit": .inPersonVisit, "visits": .inPersonVisit, "visited": .inPersonVisit,
        "inperson": .inPersonVisit, "tour": .inPersonVisit,
        "zoom": .virtualMeeting, "facetime": .virtualMeeting, "teams": .virtualMeeting,
        "skype": .virtualMeeting, "virtual": .virtualMeeting, "webinar": .virtualMeeting,
        "camp": .camp, "camps": .camp, "clinic": .camp,
        "showcase": .showcase, "showcases": .showcase, "combine": .showcase,
        "tweet": .tweet, "tweets": .tweet, "tweeted": .tweet, "twitter": .tweet, "x": .tweet,
        "dm": .directMessage, "dms": .directMessage, "dmd": .directMessage,
        "instagram": .directMessage, "insta": .directMessage, "ig": .directMessage,
        "game": .game, "games": .game, "match": .game,
    ]

    private static let coaches: Set<String> = [
        "coach", "coaches", "he", "she", "they", "him", "her", "them", "staff", "school", "college",
    ]
    private static let family: Set<String> = [
        "me", "us", "we", "i", "my", "mom", "dad", "parent", "parents", "player", "son", "daughter",
    ]
    private static let inbound: Set<String> = [
        "received", "recd", "inbound", "incoming", "receive",
    ]
    private static let outbound: Set<String> = ["sent", "send", "outbound", "outgoing"]
    private static let verbs: Set<String> = [
        "emailed", "called", "texted", "phoned", "mailed", "dmd", "tweeted", "contacted", "wrote",
        "messaged",
    ]
    private static let invitations: Set<String> = ["invite", "invited", "invitation", "invites"]
    /// Words that say what the types do not.
    private static let details: Set<String> = [
        "letter", "letters", "postcard", "questionnaire", "questionnaires", "mail", "mailed",
        "newsletter", "voicemail", "voicemails", "vm", "official", "unofficial", "home", "tour",
        "invite", "invited", "invitation", "invites", "clinic", "combine",
    ]
    /// Words beside those that change nothing about the type.
    private static let others: Set<String> = coaches.union(family).union(inbound).union(outbound)
        .union(verbs)
        .union([
            "to", "from", "by", "the", "a", "an", "of", "at", "with", "w", "and", "head",
            "assistant", "asst", "got", "left", "made", "had", "reply", "replied", "response",
            "responded", "answer", "answered", "followup", "initial", "first", "second", "third",
            "intro", "introduction", "thanks", "quick", "short", "message", "messages", "msg",
            "msgs", "group", "personal", "new", "back", "out", "contact", "correspondence", "face",
            "conversation", "chat", "talk", "met", "meeting", "recruiting", "campus", "official",
            "unofficial", "home", "prospect", "mass", "generic", "returned",
        ])
}

extension ImportWords {
    /// Who wrote or called, as a text says that names the type of a contact, such as `Email (sent)`
    /// or `Coach called`; nil if it does not say it.
    public static func direction(inTypeText text: String) -> Direction? {
        ContactTypeWords(text).direction
    }

    /// The text of a type that says more than the type that it is read as, such as `Letter` or
    /// `Official visit`; nil for others.
    public static func typeNote(_ text: String) -> String? {
        InteractionType(rawValue: type(text) ?? "") != nil && ContactTypeWords(text).saysMore
            ? text.visibleLine : nil
    }
}
