import Foundation

/// Reads a part of an attached file.
public enum FetchAttachment: Operation {
    public static let definition = OperationDefinition.readingAttachments(
        "fetch", "Read a part of an attached file", http: .get("/attachments/{attachment_id}"))

    /// The requested part.
    @JSONObject
    public struct Request: OperationRequest {
        public var attachmentID: AttachmentID
        /// The position of the part in the file, in bytes; 0 by default.
        public var offset: FormField<Int>
        /// The maximum number of bytes; by default as many as one reply can hold.
        public var length: FormField<Int>

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let offset = errors.attachmentOffset(offset.isMalformed ? nil : offset.value ?? 0)
            let length = length.isMalformed ? 0 : length.value ?? AttachmentLimit.chunkBytesMax
            if !(1...AttachmentLimit.chunkBytesMax).contains(length) {
                errors.refuse(
                    "length", "Length must be from 1 to \(AttachmentLimit.chunkBytesMax)")
            }
            try errors.throwIfAny()
            return Input(attachmentID: attachmentID, offset: offset, length: length)
        }
    }

    /// The validated request.
    public struct Input: Sendable {
        public let attachmentID: AttachmentID
        /// The position of the part, in bytes.
        public let offset: Int
        /// The maximum number of bytes.
        public let length: Int
    }

    /// A part of the file.
    @JSONObject
    public struct Response {
        public var attachmentID: AttachmentID
        /// The position of the part, in bytes.
        public var offset: Int
        /// The part in base 64; empty at or beyond the end of the file.
        public var data: String
        /// The size of the whole file in bytes.
        public var size: Int
        /// SHA-256 of the whole file.
        public var sha256: String

        /// The bytes of the part; nil if `data` is not valid base 64.
        public var bytes: [UInt8]? { Data(base64Encoded: data).map(Array.init) }

        public init(of file: Attachment, offset: Int, bytes: [UInt8]) {
            attachmentID = file.id
            self.offset = offset
            data = Data(bytes).base64EncodedString()
            size = file.size
            sha256 = file.sha256
        }
    }
}
