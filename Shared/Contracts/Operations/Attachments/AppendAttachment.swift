import Foundation

/// Adds the next part of a file that is being attached. It may be repeated: what is there already
/// is compared, not written again.
public enum AppendAttachment: Operation {
    public static let name = "attachments.append"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = false
    public static let access = CreateInteraction.access
    public static let summary = "Add the next part of a file that is being attached"

    /// A part of the file.
    public struct Request: OperationRequest {
        /// The file.
        public var attachmentID: AttachmentID
        /// Where in the file the part begins, in octets.
        public var offset: FormField<Int>
        /// The part in base 64 (RFC 4648, section 4).
        public var data: FormField<String>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case offset, data
            case attachmentID = "attachment_id"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request to add these octets at this place.
        public init(attachmentID: AttachmentID, offset: Int, octets: some Sequence<UInt8>) {
            self.attachmentID = attachmentID
            self.offset = FormField(offset)
            data = FormField(Data(octets).base64EncodedString())
        }

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let offset = offset.value ?? -1
            if !(0...AttachmentLimit.fileOctetsMax).contains(offset) {
                errors.refuse(
                    "offset", "Offset must be from 0 to \(AttachmentLimit.fileOctetsMax)")
            }
            let octets = data.value.flatMap { Data(base64Encoded: $0) }.map(Array.init)
            if octets == nil {
                errors.refuse("data", "Data must be bytes in base 64")
            } else if !(1...AttachmentLimit.chunkOctetsMax).contains(octets?.count ?? 0) {
                errors.refuse(
                    "data", "Data must be 1 to \(AttachmentLimit.chunkOctetsMax) bytes")
            }
            try errors.throwIfAny()
            return Input(attachmentID: attachmentID, offset: offset, octets: octets ?? [])
        }
    }

    /// A right part.
    public struct Input: Sendable {
        /// The file.
        public let attachmentID: AttachmentID
        /// Where it begins, in octets.
        public let offset: Int
        /// What it consists of.
        public let octets: [UInt8]
    }

    /// Where to go on.
    public struct Response: Codable, Sendable {
        /// The file.
        public var attachmentID: AttachmentID
        /// How many octets are there. A part that began behind the end was not taken: this is
        /// where it has to begin.
        public var nextOffset: Int

        enum CodingKeys: String, CodingKey {
            case attachmentID = "attachment_id"
            case nextOffset = "next_offset"
        }

        /// The answer with these values.
        public init(attachmentID: AttachmentID, nextOffset: Int) {
            self.attachmentID = attachmentID
            self.nextOffset = nextOffset
        }
    }
}
