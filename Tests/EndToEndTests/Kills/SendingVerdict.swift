import Contracts
import Foundation
import ServiceKit

/// What a receiver of hooks and a mail program saw of a session, compared with what the players
/// were told.
typealias SendingVerdict = Verdict<SendingCount>

/// What is counted in a session with receivers.
enum SendingCount: String, CaseIterable {
    /// The changes that were acknowledged.
    case acknowledged
    /// The messages that the receiver took, over all hooks, each once.
    case delivered
    /// The messages that came again after they had been taken.
    case repeated
    /// The digests that were due.
    case due = "digests due"
    /// The messages that the mail program took.
    case mailed
}

extension SendingVerdict {
    /// Judges a session in which everything has been sent.
    init(of session: SendingSession) throws {
        self.init()
        self[.surprising] = session.problems
        self[.acknowledged] = session.acknowledged.count
        try judgeDeliveries(session)
        try judgeDigests(session)
    }

    // MARK: Deliveries

    private mutating func judgeDeliveries(_ session: SendingSession) throws {
        let messages = try session.receiver.messages
        for hook in SendingSession.hooks {
            let fold = DeliveryFold(
                try messages.filter { $0.path == hook.path }.map { message in
                    let content = try message.message()
                    return DeliveryFold.Request(
                        number: content.number, id: message.fields["webhook-id"] ?? "",
                        change: content.changeID?.text ?? "", body: message.body,
                        life: message.life, isTaken: message.isTaken)
                })
            self[.disordered] += fold.problems.map { "\(hook.path): \($0)" }
            self[.delivered] += fold.taken.count
            self[.repeated] += fold.repeats
            let told = try fold.taken.map {
                try JSONCoding.decodeResponse(HookMessage.self, from: Array($0.body.utf8))
            }
            judgeVersions(told, hook.path)
            let wanted = session.acknowledged.filter {
                $0.player == hook.player || !Self.typesOfContacts.contains($0.type)
            }
            compare(
                told.map { "\($0.type) \($0.recordID) \($0.version)" }, wanted.map(\.effect),
                hook.path)
        }
    }

    /// The types of changes that only the player who logged the contact may see.
    private static let typesOfContacts = [InteractionsFeed.created, InteractionsFeed.changed]

    /// The versions of each record come in order.
    private mutating func judgeVersions(_ told: [HookMessage], _ hook: String) {
        for (record, messages) in Dictionary(grouping: told, by: \.recordID) {
            let versions = messages.map(\.version)
            if versions != versions.sorted() {
                self[.disordered].append("\(hook): \(record) in the versions \(versions)")
            }
        }
    }

    // MARK: Digests

    private mutating func judgeDigests(_ session: SendingSession) throws {
        let messages = try session.mail.messages
        self[.mailed] = messages.count
        let weeks = (0..<session.plan.weeks).map { session.dueWeek(after: $0 + 1).text }
        var byID = Dictionary(grouping: messages) { $0.id ?? "no id" }
        for person in session.people {
            for week in weeks {
                self[.due] += 1
                let id =
                    "digest.\(week).\(session.family.id.text).\(person.userID.text)"
                    + "@recruiting-compass.invalid"
                judge(
                    byID.removeValue(forKey: id) ?? [], "digest \(week) of \(person.name)", person)
            }
            let told = try session.system.call(ListNotifications.self, .init(), as: person)
                .notifications.filter { $0.type == .weeklyDigest }
            if told.count != weeks.count || Set(told.map(\.relatedEntityID)).count != told.count {
                self[.doubled].append("\(told.count) notifications of digests for \(person.name)")
            }
        }
        self[.unexpected] += byID.keys.sorted()
    }

    /// A message comes again only from another process: the one before ended before it had noted
    /// that the message was taken.
    private mutating func judge(_ messages: [MailCatcher.Message], _ what: String, _ person: Person)
    {
        if messages.isEmpty { self[.lost].append(what) }
        if Set(messages.map(\.sender)).count != messages.count { self[.doubled].append(what) }
        if Set(messages.map(\.text)).count > 1 {
            self[.disordered].append("\(what) is not the same")
        }
        if !messages.allSatisfy({ $0.text.contains("To: <\(person.email)>") }) {
            self[.unexpected].append("\(what) for somebody else")
        }
    }
}
