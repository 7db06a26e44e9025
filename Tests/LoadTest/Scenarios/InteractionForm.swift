import Contracts

/// The form of a contact that the test logs.
struct InteractionForm: Sendable {
    static let types: [InteractionType] = [.email, .phoneCall, .text, .inPersonVisit]
    /// About as much as people write.
    private static let content = String(
        repeating: "We sent the video of the last three games. ", count: 6)

    let type: InteractionType
    let direction: Direction
    private(set) var subject: String
    /// In milliseconds since 1970.
    var occurredAt: Int64
    let school: SchoolID

    /// Changes the contact's number; the subject keeps its length.
    mutating func setNumber(_ number: Int) { subject = InteractionForm.subject(number) }

    /// The number of digits of a contact's number.
    private static let digits = 7

    private static func subject(_ number: Int) -> String {
        let text = String(number).suffix(digits)
        let zeros = String(repeating: "0", count: digits - text.count)
        return "Contact \(zeros)\(text) about camp dates"
    }

    /// The time as sent.
    var time: String { Instant(milliseconds: occurredAt).text }

    /// The request's JSON, built without an encoder, since the generator shares the processors with
    /// the system under test.
    var json: [UInt8] {
        Array(
            """
            {"content":"\(InteractionForm.content)","direction":"\(direction.rawValue)",\
            "occurred_at":"\(time)","school_id":"\(school.text)","subject":"\(subject)",\
            "type":"\(type.rawValue)"}
            """.utf8)
    }

    /// Returns what is wrong with the answer, or nil.
    func problem(_ json: [UInt8]) -> String? {
        guard
            let answer = try? JSONCoding.decodeResponse(
                CreateInteraction.Response.self, from: json)
        else { return "interactions.create: the answer cannot be read" }
        return matches(answer.interaction)
            ? nil : "interactions.create: the answer is another contact than was sent"
    }

    /// Whether a row is the contact that was sent.
    func matches(_ row: Interaction) -> Bool {
        row.type == type && row.direction == direction && row.subject == subject
            && row.schoolID == school && row.occurredAt?.milliseconds == occurredAt
    }
}

extension InteractionForm {
    /// Creates a contact of random type and direction.
    init(
        number: Int, at instant: Int64, school: SchoolID, _ numbers: inout SeededSequence
    ) {
        let type = InteractionForm.types[numbers.below(InteractionForm.types.count)]
        self.init(
            type: type, direction: numbers.below(2) == 0 ? .outbound : .inbound,
            subject: InteractionForm.subject(number), occurredAt: instant, school: school)
    }
}
