import Foundation

/// Reads a part of an attached file.
public enum FetchAttachment: Operation {
    public static let name = "attachments.fetch"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = true
    public static let access = Access.familyOrFormerPlayer(
        Set(Role.allCases), refusal: "")
    public static let summary = "Read a part of an attached file"

    /// Which part.
    public struct Request: OperationRequest {
        /// The file.
        public var attachmentID: AttachmentID
        /// Where the part begins, in octets; 0 if it is missing.
        public var offset: FormField<Int>
        /// How many octets at most; as many as one answer holds if it is missing.
        public var length: FormField<Int>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case offset, length
            case attachmentID = "attachment_id"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request for a part of this file.
        public init(attachmentID: AttachmentID, offset: Int? = nil, length: Int? = nil) {
            self.attachmentID = attachmentID
            self.offset = FormField(offset)
            self.length = FormField(length)
        }

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let offset = offset.isMalformed ? -1 : offset.value ?? 0
            if !(0...AttachmentLimit.fileOctetsMax).contains(offset) {
                errors.refuse(
                    "offset", "Offset must be from 0 to \(AttachmentLimit.fileOctetsMax)")
            }
            let length = length.isMalformed ? 0 : length.value ?? AttachmentLimit.chunkOctetsMax
            if !(1...AttachmentLimit.chunkOctetsMax).contains(length) {
                errors.refuse(
                    "length", "Length must be from 1 to \(AttachmentLimit.chunkOctetsMax)")
            }
            try errors.throwIfAny()
            return Input(attachmentID: attachmentID, offset: offset, length: length)
        }
    }

    /// A right request.
    public struct Input: Sendable {
        /// The file.
        public let attachmentID: AttachmentID
        /// Where the part begins, in octets.
        public let offset: Int
        /// How many octets at most.
        public let length: Int
    }

    /// A part of the file.
    public struct Response: Codable, Sendable {
        /// The file.
        public var attachmentID: AttachmentID
        /// Where the part begins, in octets.
        public var offset: Int
        /// The part in base 64; empty at the file's end and behind it.
        public var data: String
        /// The whole file's size in octets.
        public var size: Int
        /// SHA-256 of the whole file.
        public var sha256: String

        enum CodingKeys: String, CodingKey {
            case offset, data, size, sha256
            case attachmentID = "attachment_id"
        }

        /// The octets of the part; `nil` if they are not base 64.
        public var octets: [UInt8]? { Data(base64Encoded: data).map(Array.init) }

        /// The answer with these octets of a file.
        public init(of file: Attachment, offset: Int, octets: [UInt8]) {
            attachmentID = file.id
            self.offset = offset
            data = Data(octets).base64EncodedString()
            size = file.size
            sha256 = file.sha256
        }
    }
}
