import Contracts
import HTTP

/// A form with files.
struct UploadForm: Sendable {
    /// The most bytes of a form: the most and largest files, and its other fields.
    static let bytesMax =
        AttachmentLimit.filesMax * AttachmentLimit.fileBytesMax + Router.bodyBytesMaxDefault
    /// The most bytes of a form with one part of a file.
    static let partBytesMax = AttachmentLimit.chunkBytesMax + Router.bodyBytesMaxDefault
    /// How long an upload may take.
    static let timeMax = Duration.seconds(600)

    let items: FormItems
    let files: [SpooledFile]

    /// Reads the form of a session. Files count only behind the session's proof.
    ///
    /// - Parameter folder: The folder whose file system takes the files.
    /// - Throws: 403 without the proof, 413 for too many or too long fields or files.
    init(_ request: HTTPRequest, of token: String, in folder: String) async throws {
        guard request.mediaType == "multipart/form-data" else {
            // A browser sends a form of this kind only if the page said so; programs need not.
            items = try await Self.plainForm(request)
            files = []
            try FormToken.require(items, token)
            return
        }
        var reader = try request.multipart()
        var found: [FormItems.Item] = []
        var files: [SpooledFile] = []
        var bytesLeft = Router.bodyBytesMaxDefault
        while let part = try await reader.nextPart() {
            if let name = part.fileName {
                try FormToken.require(FormItems(found), token)
                guard files.count < AttachmentLimit.filesMax else {
                    throw HTTPFailure(.contentTooLarge, AttachmentRefusal.count.message)
                }
                let file = try await SpooledFile.read(name, from: &reader, in: folder)
                // A field without a chosen file is sent as an empty file without a name.
                if !name.isEmpty || file.size > 0 { files.append(file) }
            } else {
                let bytes = try await reader.collect(bytesMax: bytesLeft)
                bytesLeft -= bytes.count
                guard let value = String(validating: bytes, as: UTF8.self), !value.contains("\0")
                else { throw HTTPFailure(.badRequest, "The form is malformed.") }
                found.append(.init(part.name, value))
            }
        }
        items = FormItems(found)
        self.files = files
        try FormToken.require(items, token)
    }

    private static func plainForm(_ request: HTTPRequest) async throws -> FormItems {
        guard request.mediaType == "application/x-www-form-urlencoded" else {
            throw HTTPFailure(.unsupportedMediaType, "The body must be a form.")
        }
        var bytes: [UInt8] = []
        for try await chunk in request.body {
            bytes += chunk
            guard bytes.count <= Router.bodyBytesMaxDefault else {
                throw HTTPFailure(.contentTooLarge, "The form is too long.")
            }
        }
        return try FormItems(form: bytes)
    }
}
