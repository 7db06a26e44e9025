import Contracts

/// The form of a contact that the test logs.
struct InteractionForm: Sendable {
    static let types: [InteractionType] = [.email, .phoneCall, .text, .inPersonVisit]
    /// About as much as people write.
    private static let content = String(
        repeating: "We sent the video of the last three games. ", count: 6)

    let type: InteractionType
    let direction: Direction
    let subject: String
    /// Milliseconds since 1970.
    let occurredAt: Int64
    let school: SchoolID

    init(
        number: Int, at instant: Int64, school: SchoolID, _ numbers: inout SeededSequence
    ) {
        type = InteractionForm.types[numbers.below(InteractionForm.types.count)]
        direction = numbers.below(2) == 0 ? .outbound : .inbound
        subject = "Contact \(number) about camp dates"
        occurredAt = instant
        self.school = school
    }

    /// The request's JSON, written by hand: the generator shares the processors with what it tests.
    var json: [UInt8] {
        let instant = Instant(milliseconds: occurredAt).text
        return Array(
            """
            {"content":"\(InteractionForm.content)","direction":"\(direction.rawValue)",\
            "occurred_at":"\(instant)","school_id":"\(school.text)","subject":"\(subject)",\
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
