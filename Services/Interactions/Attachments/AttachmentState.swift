import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// How far a file has come, as the member may know it.
enum AttachmentState {
    /// Its parts are coming.
    case open(Upload)
    /// It is attached.
    case attached(Attachment)

    /// The state of a file on a reader thread of the database. Throws `not_found` for one that
    /// was never begun, was given up, or is none of the caller's.
    static func find(
        _ id: AttachmentID, _ scope: FamilyScope, _ context: CallContext, _ service: DataService
    ) throws -> AttachmentState {
        let found = try service.database.read(deadline: context.deadline) {
            transaction -> AttachmentState? in
            let repository = AttachmentRepository(scope, transaction)
            if let file = try repository.find(id) { return .attached(file) }
            return try repository.upload(id).map { .open($0) }
        }
        guard let found else { throw ServiceError.notFound("Upload") }
        return found
    }
}
