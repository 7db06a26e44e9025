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
    case marked
    case joined
    case created
    case renewed
    case added
    case saved
    case attended
    case recorded
    case removed
    case attached
    case loggedInPart = "logged-in-part"
    case ended
    case revoked
    case password
    case imported
    case importedNothing = "imported-nothing"

    private var text: String {
        switch self {
        case .logged: "Interaction logged"
        case .loggedAhead: "Interaction logged. \(CreateInteraction.isAheadWarning)"
        case .deleted: "Deleted"
        case .restored: "Everything is back"
        case .marked: "All notifications are marked as read"
        case .joined: "You are in the family"
        case .created: "The family is there. Give its codes to those who belong to it"
        case .renewed: "The code was replaced"
        case .added: "Added"
        case .saved: "Saved"
        case .attended: "Marked as attended"
        case .recorded: "Recorded"
        case .removed: "Removed"
        case .attached: "Attached"
        case .loggedInPart: "Interaction logged, but not all files were attached. Try them again"
        case .ended: "Signed out there"
        case .revoked: "The access token has ended"
        case .imported: "Imported"
        case .importedNothing: "Everything in the file was already there"
        case .password: "Your password was changed, and your other devices are signed out"
        }
    }

    /// Leads to the page with these segments of its address, which says what was done and offers to
    /// undo an operation.
    func redirect(to path: String..., undoing operation: OperationID? = nil) -> HTTPResponse {
        redirect(to: path, undoing: operation)
    }

    /// The same with a list of segments; `items` follow in the address.
    func redirect(
        to segments: [String], undoing operation: OperationID? = nil,
        items: [WebAddress.QueryItem] = []
    ) -> HTTPResponse {
        var query: [WebAddress.QueryItem] = [.init("done", rawValue)]
        if let operation { query.append(.init("undo", operation.text)) }
        return .redirect(to: WebAddress(segments: segments, query: query + items).text)
    }

    /// The notice of a page.
    static func notice(in request: HTTPRequest) -> Notice? {
        guard request.method.isSafe, let done = request.query["done"].flatMap(Done.init) else {
            return nil
        }
        return Notice(done.text, undoing: request.query["undo"].flatMap { OperationID(text: $0) })
    }
}
