import Contracts
import Foundation

/// An interaction as the test expects it to be stored, with the rules applied by the test. Only the
/// id comes from the service.
struct ExpectedInteraction: Sendable {
    let id: String
    let family: FamilyID
    let draft: ListFamily.Draft
    let logger: Person
    /// In milliseconds since 1970.
    let loggedAt: Int64
    /// Whether it lacks the time of occurrence, as in older data.
    var lacksOccurrence = false
    /// Whether it lacks the time of logging.
    var lacksCreation = false
    var isDeleted = false

    var school: ListFamily.ListSchool? { draft.school ?? draft.coach?.school }
    /// A subject is one line, without blanks around it.
    var subject: String? {
        let text = draft.storedSubject ?? draft.subject
        return text.map { String($0.map { $0.isWhitespace ? " " : $0 }).trimmed }
    }
    var otherCoachName: String? { draft.coach == nil ? draft.otherCoach : nil }
    var occurredAt: Int64? { lacksOccurrence ? nil : draft.occurredAt }
    var createdAt: Int64? { lacksCreation ? nil : loggedAt }

    var content: String? {
        let content = draft.storedContent ?? draft.content
        guard let level = interestLevel else { return content }
        return (content ?? "") + "\n\n[Coach Interest Level: \(level.uppercased())]"
    }

    private var isCalibrated: Bool {
        draft.direction == "inbound"
            && (draft.sentiment == "positive" || draft.sentiment == "very_positive")
    }

    private var interestAnswers: [String]? { isCalibrated ? draft.signals : nil }

    /// IA-28: none, one, two or three, four to six.
    private var interestLevel: String? {
        guard isCalibrated, let count = draft.signals?.count, count > 0 else { return nil }
        return count == 1 ? "low" : count < 4 ? "medium" : "high"
    }

    /// IL-01, D-05: the time of occurrence, otherwise of logging.
    var displayDate: Int64? { occurredAt ?? createdAt }

    /// The expected JSON of the record, with sorted keys.
    func canonicalJSON() throws -> String {
        func text(_ value: (some StringProtocol)?) -> Any { value.map { String($0) } ?? NSNull() }
        func instant(_ value: Int64?) -> Any { value.map { Self.text(of: $0) } ?? NSNull() }
        let answers: Any = interestAnswers ?? NSNull()
        let record: [String: Any] = [
            "id": id, "family_unit_id": family.text, "school_id": text(school?.id.text),
            "school_name": text(school?.name), "coach_id": text(draft.coach?.id.text),
            "coach_name": text(draft.coach?.name), "other_coach_name": text(otherCoachName),
            "event_id": NSNull(), "type": draft.type, "direction": draft.direction,
            "subject": text(subject), "content": text(content), "sentiment": text(draft.sentiment),
            "occurred_at": instant(occurredAt), "logged_by": logger.userID.text,
            "logged_by_name": logger.name, "interest_level": text(interestLevel),
            "interest_answers": answers, "attachments": [String](), "attachment_count": 0,
            "created_at": instant(createdAt), "updated_at": instant(loggedAt), "version": 1,
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
