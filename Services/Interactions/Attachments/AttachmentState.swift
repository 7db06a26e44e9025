import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The state of a file, as far as the member may see it.
enum AttachmentState {
    /// Being uploaded.
    case open(Upload)
    case attached(Attachment)

    /// Looks up the state on a reader thread. Throws `not_found` for a file that was never begun,
    /// was abandoned, or is not visible to the caller.
    static func find(
        _ id: AttachmentID, _ context: CallContext, _ service: DataService
    ) throws -> AttachmentState {
        let scope = try context.requireFamily()
        let found = try service.database.read(deadline: context.deadline) {
            transaction -> AttachmentState? in
            let repository = AttachmentRepository(scope, transaction)
            if let file = try repository.find(id) { return .attached(file) }
            return try repository.upload(id).map { .open($0) }
        }
        guard let found else { throw ServiceError.notFound(.upload) }
        return found
    }
}
