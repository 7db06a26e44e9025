import Foundation

/// Appends the next part of a file to an unfinished upload. It can be retried: bytes that were
/// already received are compared, not written again.
public enum AppendAttachment: Operation {
    public static let definition = OperationDefinition.attaching(
        "append", "Add the next part of a file that is being attached", at: "parts")

    /// A part of the file.
    @JSONObject
    public struct Request: OperationRequest {
        public var attachmentID: AttachmentID
        /// The position of the part in the file, in bytes.
        public var offset: FormField<Int>
        /// The part in base 64 (RFC 4648, section 4).
        public var data: FormField<String>

        public init(attachmentID: AttachmentID, offset: Int, bytes: some Sequence<UInt8>) {
            self.attachmentID = attachmentID
            self.offset = FormField(offset)
            data = FormField(Data(bytes).base64EncodedString())
        }

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let offset = errors.attachmentOffset(offset.value)
            let bytes = data.value.flatMap { Data(base64Encoded: $0) }.map(Array.init)
            if bytes == nil {
                errors.refuse("data", "Data must be bytes in base 64")
            } else if !(1...AttachmentLimit.chunkBytesMax).contains(bytes?.count ?? 0) {
                errors.refuse(
                    "data", "Data must be 1 to \(AttachmentLimit.chunkBytesMax) bytes")
            }
            try errors.throwIfAny()
            return Input(attachmentID: attachmentID, offset: offset, bytes: bytes ?? [])
        }
    }

    /// The validated request.
    public struct Input: Sendable {
        public let attachmentID: AttachmentID
        /// The position of the part, in bytes.
        public let offset: Int
        /// The bytes of the part.
        public let bytes: [UInt8]
    }

    /// The position at which to continue.
    @JSONObject
    public struct Response {
        public var attachmentID: AttachmentID
        /// The number of bytes received so far. A part beyond it is not accepted; the next part
        /// must begin here.
        public var nextOffset: Int
    }
}
