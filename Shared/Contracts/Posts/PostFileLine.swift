/// A line of a JSON Lines file of posts (DOMAIN, import files): an object with the keys of a form
/// and references to the school and coach.
public struct PostFileLine: Sendable {
    /// The form; its school and coach ids are absent unless the line contains them.
    public var form: PostForm
    /// The file's reference to the school.
    public var school: SchoolReference?
    /// The file's reference to the coach.
    public var coach: CoachReference?
    /// Keys that are not recognized.
    public var unknownKeys: [String]
    /// The form's errors if a value is of the wrong type, which an encoded form cannot represent.
    public private(set) var malformed: [String: String]?

    /// Recognized keys that are not fields of the form.
    private static let furtherKeys = [
        "school_unitid", "catalogue_id", "school", "coach", "coach_key",
    ]

    /// Strictly decodes a line: UTF-8, no duplicate keys, no U+0000. Throws an error that describes
    /// an invalid line. Wrong values of single keys are left to the validation of the form.
    public init(reading bytes: [UInt8]) throws(ServiceError) {
        let checked: JSONGuard
        do throws(ServiceError) {
            checked = try JSONGuard(checking: bytes)
        } catch {
            throw Self.refusal(
                error.message.replacing("The request is not", with: "The line is not"))
        }
        guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else {
            throw Self.refusal("The line is not a JSON object")
        }
        guard let flat = checked.form else {
            throw Self.refusal("The values must be texts, whole numbers, true, false or null")
        }
        form = PostForm(flat)
        let catalogueID = Self.text(flat, "school_unitid") ?? Self.text(flat, "catalogue_id")
        if catalogueID != nil || Self.text(flat, "school") != nil {
            school = SchoolReference(catalogueID: catalogueID, name: Self.text(flat, "school"))
        }
        let key = Self.text(flat, "coach_key")
        if key != nil || Self.text(flat, "coach") != nil {
            coach = CoachReference(key: key, name: Self.text(flat, "coach"))
        }
        let known = Set(PostForm.fieldNames + Self.furtherKeys)
        unknownKeys = checked.topLevelKeys.filter { !known.contains($0) }
        malformed = Self.errors(of: form, in: bytes)
    }

    /// Returns a trimmed text, or a number as text; nil if it is blank.
    private static func text(_ form: FlatForm, _ key: String) -> String? {
        let value = form.text(key).value ?? form.integer(key).value.map { String($0) }
        let trimmed = value?.trimmed
        return trimmed?.isEmpty == false ? trimmed : nil
    }

    private static func refusal(_ text: String) -> ServiceError {
        ServiceError(.validationFailed, text, errors: ["row": text])
    }

    /// The form's errors; nil if each value is of the right type.
    private static func errors(of form: PostForm, in bytes: [UInt8]) -> [String: String]? {
        guard form.hasMalformedField else { return nil }
        do throws(ServiceError) {
            _ = try form.validated()
            return nil
        } catch {
            return error.namingKinds(of: PostForm.self, in: bytes).errors
        }
    }
}

extension PostForm {
    fileprivate var hasMalformedField: Bool {
        schoolID.isMalformed || coachID.isMalformed || platform.isMalformed || postURL.isMalformed
            || postContent.isMalformed || postDate.isMalformed || authorName.isMalformed
            || authorHandle.isMalformed || isRecruitingRelated.isMalformed || sentiment.isMalformed
            || engagementCount.isMalformed
    }
}
