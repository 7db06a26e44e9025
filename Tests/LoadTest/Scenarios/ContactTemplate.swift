import Contracts
import Majordomo

/// A request that logs a contact, with patchable number and time.
final class ContactTemplate {
    let template: RequestTemplate
    private var form: InteractionForm
    private let subjectPlace: Int
    private let timePlace: Int

    /// Creates a contact of random type and direction.
    init(
        _ account: Account, _ school: SchoolID, _ numbers: inout SeededSequence
    ) throws {
        form = InteractionForm(number: 0, at: 0, school: school, &numbers)
        let payload = form.json
        guard let subject = ContactTemplate.place(of: form.subject, in: payload),
            let time = ContactTemplate.place(of: form.time, in: payload)
        else { throw LoadTestFailure(.other, "A contact's form has no subject or no time") }
        (subjectPlace, timePlace) = (subject, time)
        template = try RequestTemplate(
            account.request(
                CreateInteraction.self, payload: payload, key: .random(using: &numbers)))
    }

    /// Patches the request into another contact. Returns its form for comparison with the answer.
    func prepare(number: Int, at instant: Int64, key: WireID) -> InteractionForm {
        form.setNumber(number)
        form.occurredAt = instant
        template.setPayload(form.subject.utf8, at: subjectPlace)
        template.setPayload(form.time.utf8, at: timePlace)
        template.setKey(key)
        return form
    }

    /// The offset of a text.
    private static func place(of text: String, in bytes: [UInt8]) -> Int? {
        let wanted = Array(text.utf8)
        guard bytes.count >= wanted.count else { return nil }
        return (0...(bytes.count - wanted.count)).first {
            bytes[$0..<($0 + wanted.count)].elementsEqual(wanted)
        }
    }
}
