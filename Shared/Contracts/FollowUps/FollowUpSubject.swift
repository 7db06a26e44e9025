/// Whom an entry of the queue is about: a coach of the family, or whoever made a contact that names
/// none of them.
public protocol FollowUpSubject {
    var coachID: CoachID? { get }
    var contactID: InteractionID? { get }
    /// The coach's name, or the one that was typed.
    var coachName: String? { get }
    var schoolName: String? { get }
}

extension FollowUpSubject {
    /// The id that requests about the entry name: the coach's, or else the contact's.
    public var entryID: RecordID {
        coachID.map { RecordID($0) } ?? contactID.map { RecordID($0) } ?? .zero
    }

    /// Who it is, in a sentence: "Pat Doyle", "a coach at Texas A&M".
    public var whom: String { coachName ?? FollowUpText.unlisted(at: schoolName) }

    /// Who it is, at the beginning of a line: "Pat Doyle", "A coach at Texas A&M".
    public var who: String { coachName ?? FollowUpText.sentence(whom) }

    /// The school's name, unless `who` ends with it.
    public var schoolBeside: String? { coachName == nil ? nil : schoolName }
}
