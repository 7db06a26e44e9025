import Contracts
import HTML
import HTTP
import WebPages

/// What a form did, in the address of the page that follows it. The texts are fixed: a made-up
/// address shows nothing that somebody else wrote.
enum Done: String, CaseIterable {
    case logged
    case loggedAhead = "logged-ahead"
    case deleted
    case restored
    case restoredWithoutCoach = "restored-without-coach"
    case restoredWithoutEvent = "restored-without-event"
    case restoredWithoutSchool = "restored-without-school"
    case restoredWithoutSome = "restored-without-some"
    case marked
    case joined
    case created
    case renewed
    case added
    case addedTwice = "added-twice"
    case merged
    case noted
    case noteRemoved = "note-removed"
    case saved
    case savedAhead = "saved-ahead"
    case attended
    case recorded
    case removed
    case attached
    case loggedInPart = "logged-in-part"
    case ended
    case revoked
    case unlinked
    case password
    case secured
    case unsecured
    case imported
    case importedInPart = "imported-in-part"
    case importedNothing = "imported-nothing"
    case followedUp = "followed-up"
    case answered
    case skipped
    case snoozed
    case tested
    case replayed

    private var text: String {
        switch self {
        case .logged: "Interaction logged"
        case .loggedAhead: "Interaction logged. \(CreateInteraction.isAheadWarning)"
        case .deleted: "Deleted"
        case .restored: "Everything is back"
        case .restoredWithoutCoach: Self.without("the coach")
        case .restoredWithoutEvent: Self.without("the event")
        case .restoredWithoutSchool: Self.without("the school")
        case .restoredWithoutSome: Self.without("some of what it named")
        case .marked: "All notifications are marked as read"
        case .joined: "You are in the family"
        case .created: "The family is there. Give its codes to those who belong to it"
        case .renewed: "The code was replaced"
        case .added: "Added"
        case .addedTwice: "Added. It may be there twice: see \(DuplicateText.title)"
        case .merged: "Merged. What refers to either of them follows in a moment"
        case .noted: "Note added"
        case .noteRemoved: "Note removed"
        case .saved: "Saved"
        case .savedAhead: "Saved. \(CreateInteraction.isAheadWarning)"
        case .attended: "Marked as attended"
        case .recorded: "Recorded"
        case .removed: "Removed"
        case .attached: "Attached"
        case .loggedInPart: "Interaction logged, but not all files were attached. Try them again"
        case .ended: "Signed out there"
        case .revoked: "The access token has ended"
        case .unlinked: "The calendar link has ended"
        case .imported: "Imported"
        case .importedInPart: "Imported without the rows that need you"
        case .importedNothing: "Everything in the file was already there"
        case .followedUp: "Done. The days to the next contact count from today"
        case .answered: "Done. That contact waits for an answer no longer"
        case .skipped: "Skipped until the next time"
        case .snoozed: "Put off for a week"
        case .tested: "A test message is on its way"
        case .replayed: "What had failed is on its way again"
        case .secured: "Your second factor is on: each sign-in asks for a code"
        case .unsecured: "Your second factor is off"
        case .password: "Your password was changed, and your other devices are signed out"
        }
    }

    private static func without(_ what: String) -> String {
        "It is back, but without \(what), which was removed for good"
    }

    /// What an undo did that brought records back without these references.
    static func undone(without lost: [LostReference]) -> Done {
        let kinds = Set(lost.map(\.kind))
        guard let kind = kinds.first else { return .restored }
        guard kinds.count == 1 else { return .restoredWithoutSome }
        return switch kind {
        case .coach: .restoredWithoutCoach
        case .event: .restoredWithoutEvent
        case .school: .restoredWithoutSchool
        }
    }

    /// Leads to the page with these segments of its address, which says what was done and offers to
    /// undo an operation.
    func redirect(to path: String..., undoing operation: OperationID? = nil) -> HTTPResponse {
        redirect(to: path, undoing: operation)
    }

    /// The same with a list of segments; `items` follow in the address. The notice names the
    /// record that it is about.
    func redirect(
        to segments: [String], undoing operation: OperationID? = nil,
        about subject: NoticeSubject? = nil, items: [WebAddress.QueryItem] = []
    ) -> HTTPResponse {
        var query: [WebAddress.QueryItem] = [.init("done", rawValue)]
        if let operation { query.append(.init("undo", operation.text)) }
        if let subject { query.append(.init("about", subject.text)) }
        return .redirect(to: WebAddress(segments: segments, query: query + items).text)
    }

    /// The same for a change of several operations, in the order in which they are undone.
    func redirect(to path: String, undoing operations: [OperationID]) -> HTTPResponse {
        let ids = Place.text(of: operations)
        return redirect(to: [path], items: ids.isEmpty ? [] : [.init("undo", ids)])
    }

    /// Leads to the page of rows that wait, after the others were stored.
    func redirect(toKept id: KeptImportID, undoing operation: OperationID?) -> HTTPResponse {
        redirect(to: ["import", "kept", id.text], undoing: operation)
    }

    /// What was just done, according to a page's address.
    static func done(in request: HTTPRequest) -> (Done, undoing: [OperationID])? {
        guard request.method.isSafe, let done = request.query["done"].flatMap(Done.init) else {
            return nil
        }
        return (done, request.query["undo"].flatMap { Place.operations($0) } ?? [])
    }

    /// The record that the notice of a page names, according to its address; nil if it names none.
    func subject(in request: HTTPRequest) -> NoticeSubject? {
        switch self {
        case .followedUp, .skipped, .snoozed, .addedTwice:
            request.query["about"].flatMap { NoticeSubject(text: $0) }
        default: nil
        }
    }

    /// Whether a page's address says that an interaction was just logged.
    static func isOfLogging(_ request: HTTPRequest) -> Bool {
        [.logged, .loggedAhead, .loggedInPart].contains(done(in: request)?.0)
    }

    /// The notice of a page; `operations` are what was done, as far as they are known.
    func text(of operations: [UndoableOperation]) -> String {
        guard let operation = operations.first else { return text }
        if self == .deleted, let sentence = Self.cascade(operation) { return sentence }
        if self == .merged, let sentence = MergeText.sentence(of: operation) { return sentence }
        let what =
            switch self {
            case .deleted, .removed: TrashWords.what(operation)
            case .imported, .importedInPart: TrashWords.imported(operations)
            case .noted: TrashWords.counted(operation.counts)
            default: ""
            }
        return what.isEmpty ? text : "\(text): \(what)"
    }

    /// The notice of a deleted coach or school (CO-27, U-12): "Coach and 3 interactions deleted";
    /// nil for another operation.
    private static func cascade(_ operation: UndoableOperation) -> String? {
        let kinds: [(name: String, kind: DeletionFeed.Kind)] = [
            (CascadeDelete<DeleteCoach>.name, .coach), (DeleteCoach.name, .coach),
            (CascadeDelete<DeleteSchool>.name, .school), (DeleteSchool.name, .school),
        ]
        guard let kind = kinds.first(where: { $0.name == operation.kind })?.kind else { return nil }
        let answer = DeletionAnswer(
            of: kind, state: .done, counts: operation.counts, cascades: true,
            operationID: operation.id)
        return answer.sentence(of: kind)
    }

    /// The notice about a record with this name; `twin` is which other one it may be.
    func text(
        about subject: NoticeSubject, named name: String, beside twin: NoticeTwin? = nil
    ) -> String {
        switch (self, subject) {
        case (.followedUp, _):
            "Done. The days to the next contact with \(name) count from today"
        case (.addedTwice, .coach): "Added: \(name), who may be \(Self.same(as: twin))"
        case (.addedTwice, .school): "Added: \(name), which may be \(Self.same(as: twin))"
        default: "\(text): \(name)"
        }
    }

    private static func same(as twin: NoticeTwin?) -> String {
        twin.map { "the same as \($0.name)" } ?? "there twice"
    }

    /// Where the notice about a record leads: to the comparison with another one, if there is one.
    func way(
        from subject: NoticeSubject, beside twin: NoticeTwin? = nil
    ) -> (text: String, address: WebAddress) {
        if let twin { return ("Compare them", twin.comparison) }
        return switch (self, subject) {
        case (.addedTwice, _): (DuplicateText.title, subject.duplicates)
        case (_, .coach): ("Show the coach", subject.page)
        case (_, .school): ("Show the school", subject.page)
        }
    }
}
