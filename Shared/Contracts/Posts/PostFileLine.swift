/// A line of a JSON Lines file of posts (DOMAIN, import files): an object with the keys of a form,
/// and with what the file calls school and coach.
public struct PostFileLine: Sendable {
    /// The form, without the ids of school and coach unless the line gives them.
    public var form: PostForm
    /// The school as the file names it.
    public var school: SchoolReference?
    /// The coach as the file names them.
    public var coach: CoachReference?
    /// Keys that mean nothing here.
    public var unknownKeys: [String]

    /// Keys that are known and are no entry of the form.
    private static let furtherKeys = [
        "school_unitid", "catalogue_id", "school", "coach", "coach_key",
    ]

    /// Reads a line, strictly: UTF-8, no duplicate keys, no U+0000. The error says what is wrong
    /// with it; wrong values of single keys are left to the form's own check.
    public init(reading octets: [UInt8]) throws(ServiceError) {
        let checked: JSONGuard
        do throws(ServiceError) {
            checked = try JSONGuard(checking: octets)
        } catch {
            throw Self.refusal(
                error.message.replacing("The request is not", with: "The line is not"))
        }
        guard octets.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else {
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
    }

    /// A text that is not blank; numbers are taken by their digits.
    private static func text(_ form: FlatForm, _ key: String) -> String? {
        let value = form.text(key).value ?? form.integer(key).value.map { String($0) }
        let trimmed = value?.trimmed
        return trimmed?.isEmpty == false ? trimmed : nil
    }

    private static func refusal(_ text: String) -> ServiceError {
        ServiceError(.validationFailed, text, errors: ["row": text])
    }

    /// What the form's own check finds wrong with kinds of values, which no form can be sent with.
    public var malformed: [String: String]? {
        let hasMalformed =
            form.schoolID.isMalformed || form.coachID.isMalformed || form.platform.isMalformed
            || form.postURL.isMalformed || form.postContent.isMalformed
            || form.postDate.isMalformed || form.authorName.isMalformed
            || form.authorHandle.isMalformed || form.isRecruitingRelated.isMalformed
            || form.sentiment.isMalformed || form.engagementCount.isMalformed
        guard hasMalformed else { return nil }
        do throws(ServiceError) {
            _ = try form.validated()
            return nil
        } catch {
            return error.errors
        }
    }
}
