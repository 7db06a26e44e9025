import Contracts
import Foundation

/// An interaction as the test expects it to be stored, with the rules applied by the test. Only the
/// id comes from the service.
struct ExpectedInteraction: Sendable {
    var id: String
    var family: FamilyID
    var schoolID: SchoolID?
    var schoolName: String?
    var coachID: CoachID?
    var coachName: String?
    var otherCoachName: String?
    var type: String
    var direction: String
    var subject: String?
    var content: String?
    var sentiment: String?
    /// In milliseconds since 1970.
    var occurredAt: Int64?
    var loggedBy: UserID
    var loggedByName: String
    var interestLevel: String?
    var interestAnswers: [String]?
    var createdAt: Int64?
    var updatedAt: Int64?
    var isDeleted = false

    /// IL-01, D-05: the time of occurrence, otherwise of logging.
    var displayDate: Int64? { occurredAt ?? createdAt }

    /// The expected JSON of the record, with sorted keys.
    func canonicalJSON() throws -> String {
        func text(_ value: (some StringProtocol)?) -> Any { value.map { String($0) } ?? NSNull() }
        func instant(_ value: Int64?) -> Any { value.map { Self.text(of: $0) } ?? NSNull() }
        let answers: Any = interestAnswers ?? NSNull()
        let record: [String: Any] = [
            "id": id, "family_unit_id": family.text, "school_id": text(schoolID?.text),
            "school_name": text(schoolName), "coach_id": text(coachID?.text),
            "coach_name": text(coachName), "other_coach_name": text(otherCoachName),
            "event_id": NSNull(), "type": type, "direction": direction, "subject": text(subject),
            "content": text(content), "sentiment": text(sentiment),
            "occurred_at": instant(occurredAt), "logged_by": loggedBy.text,
            "logged_by_name": loggedByName, "interest_level": text(interestLevel),
            "interest_answers": answers, "attachments": [String](), "attachment_count": 0,
            "created_at": instant(createdAt), "updated_at": instant(updatedAt), "version": 1,
        ]
        return try canonical(record)
    }

    /// An instant in the format of responses, computed by Foundation.
    static func text(of milliseconds: Int64) -> String {
        let fraction = ((milliseconds % 1_000) + 1_000) % 1_000
        let seconds = Date(timeIntervalSince1970: Double((milliseconds - fraction) / 1_000))
        let whole = seconds.formatted(.iso8601)
        return String(format: "%@.%03dZ", String(whole.dropLast()), Int(fraction))
    }
}

/// JSON with sorted keys, for comparisons.
func canonical(_ object: Any) throws -> String {
    let data = try JSONSerialization.data(
        withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
}
