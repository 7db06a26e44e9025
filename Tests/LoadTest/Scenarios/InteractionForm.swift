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
    /// Milliseconds since 1970.
    var occurredAt: Int64
    let school: SchoolID

    init(
        number: Int, at instant: Int64, school: SchoolID, _ numbers: inout SeededSequence
    ) {
        type = InteractionForm.types[numbers.below(InteractionForm.types.count)]
        direction = numbers.below(2) == 0 ? .outbound : .inbound
        subject = InteractionForm.subject(number)
        occurredAt = instant
        self.school = school
    }

    /// Makes it another contact, whose subject is as long.
    mutating func setNumber(_ number: Int) { subject = InteractionForm.subject(number) }

    /// Digits of a contact's number.
    private static let digits = 7

    private static func subject(_ number: Int) -> String {
        let text = String(number).suffix(digits)
        let zeros = String(repeating: "0", count: digits - text.count)
        return "Contact \(zeros)\(text) about camp dates"
    }

    /// The time as it goes over the wire.
    var time: String { Instant(milliseconds: occurredAt).text }

    /// The request's JSON, written by hand: the generator shares the processors with what it tests.
    var json: [UInt8] {
        Array(
            """
            {"content":"\(InteractionForm.content)","direction":"\(direction.rawValue)",\
            "occurred_at":"\(time)","school_id":"\(school.text)","subject":"\(subject)",\
            "type":"\(type.rawValue)"}
            """.utf8)
    }

    /// What is wrong with the answer to it; nil if nothing is.
    func problem(_ json: [UInt8]) -> String? {
        guard
            let answer = try? JSONCoding.decodeResponse(
                CreateInteraction.Response.self, from: json)
        else { return "interactions.create: the answer cannot be read" }
        let row = answer.interaction
        guard row.type == type, row.direction == direction, row.subject == subject,
            row.schoolID == school, row.occurredAt?.milliseconds == occurredAt
        else { return "interactions.create: the answer is another contact than was sent" }
        return nil
    }
}
