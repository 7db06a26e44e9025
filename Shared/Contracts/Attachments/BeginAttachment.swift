import Foundation

/// Begins to attach a file to an interaction, or resumes an interrupted upload of the same file.
public enum BeginAttachment: Operation {
    public static let definition = OperationDefinition(
        "attachments.begin", of: .interactions, .write, CreateInteraction.access,
        "Begin or resume the upload of a file to an interaction",
        http: .post("/interactions/{interaction_id}/attachments"))

    /// The file's name, type, size and hash.
    @JSONObject
    public struct Request: OperationRequest {
        public var interactionID: InteractionID
        /// The file's name as the user gave it.
        public var fileName: FormField<String>
        /// The media type, if the sender declares one. It must agree with the name and the content.
        public var mediaType: FormField<String>
        /// The file's size in bytes.
        public var size: FormField<Int>
        /// SHA-256 of the file, as 64 hexadecimal digits.
        public var sha256: FormField<String>

        public init(
            interactionID: InteractionID, fileName: String, size: Int, sha256: String,
            mediaType: String? = nil
        ) {
            self.interactionID = interactionID
            self.fileName = FormField(fileName)
            self.size = FormField(size)
            self.sha256 = FormField(sha256)
            self.mediaType = FormField(mediaType)
        }

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let name = fileName.value ?? ""
            if let problem = AttachmentName.problem(name) {
                errors.refuse("file_name", problem)
            }
            let type = AttachmentType(fileName: name)
            if type == nil {
                errors.refuse("file_name", AttachmentRefusal.type(name))
            }
            let declared = mediaType.value.flatMap { $0.isEmpty ? nil : $0 }
            if mediaType.isMalformed {
                errors.refuse("media_type", "Media type must be a text such as image/png")
            } else if let type, let declared, AttachmentType(declared: declared) != type {
                errors.refuse(
                    "media_type", AttachmentRefusal.declared(declared, of: name, named: type))
            }
            let digest = ContentHash(hex: sha256.value ?? "")
            if digest == nil {
                errors.refuse("sha256", "SHA-256 must be 64 hexadecimal digits")
            }
            if size.isMalformed || size.value == nil || (size.value ?? 0) < 0 {
                errors.refuse("size", "Size must be a number of bytes")
            }
            try errors.throwIfAny()
            guard let type, let digest, let size = size.value else {
                throw .invalid("file_name", AttachmentRefusal.type(name))
            }
            guard size <= AttachmentLimit.fileBytesMax else {
                throw AttachmentRefusal.size(size, of: name)
            }
            return Input(
                interactionID: interactionID, fileName: name, type: type, size: size,
                sha256: digest)
        }
    }

    /// The validated request.
    public struct Input: Sendable {
        public let interactionID: InteractionID
        /// The file's name as the user gave it.
        public let fileName: String
        /// The type according to the name.
        public let type: AttachmentType
        /// The file's size in bytes.
        public let size: Int
        /// The expected hash of the file.
        public let sha256: ContentHash
    }

    /// The position at which to start or resume the upload.
    @JSONObject
    public struct Response {
        public var attachmentID: AttachmentID
        /// The number of bytes already received, at which the next part begins.
        public var nextOffset: Int
        /// The file's size in bytes.
        public var size: Int
    }
}

/// The errors about attached files; each names the file.
public enum AttachmentRefusal {
    /// IA-37
    public static let sizeText = "File exceeds 10MB limit"

    /// Returns the error for a file that is too large, with its name and size (IA-38).
    public static func size(_ size: Int, of name: String) -> ServiceError {
        ServiceError(
            .tooLarge, "\(sizeText): \(AttachmentName.quoted(name)) has \(grouped(size)) bytes",
            errors: ["size": sizeText])
    }

    /// Returns the error text for an unaccepted type of file, listing the accepted ones (IA-38).
    public static func type(_ name: String) -> String {
        "File type of \(AttachmentName.quoted(name)) is not accepted; "
            + "accepted are \(AttachmentType.formats)"
    }

    /// Returns the error text for a declared type that contradicts the name.
    static func declared(_ declared: String, of name: String, named: AttachmentType) -> String {
        "\(AttachmentName.quoted(name)) is named \(named.format), "
            + "but declared as \(declared.unicodeScalars.prefix(60).map(String.init).joined())"
    }

    /// Returns the error for content that contradicts the name.
    public static func content(
        of name: String, named: AttachmentType, found: AttachmentContent
    ) -> ServiceError {
        .invalid(
            "file_name",
            "\(AttachmentName.quoted(name)) is named \(named.format), but \(found.description)")
    }

    /// The interaction already has the maximum number of files.
    public static let count = ServiceError(
        .tooLarge, "An interaction holds \(AttachmentLimit.filesMax) files at most",
        errors: ["interaction_id": "Remove a file first"])

    /// The interaction already has the maximum number of unfinished uploads.
    public static let uploads = ServiceError(
        .tooLarge,
        "An interaction has \(AttachmentLimit.filesMax) unfinished uploads at most",
        errors: ["interaction_id": "Finish an upload first; an idle one ends after an hour"])

    /// The family's files would exceed their total size limit.
    public static let family = ServiceError(
        .tooLarge, "The family's files exceed the 200 MiB limit",
        errors: ["size": "The family's files exceed the 200 MiB limit"])

    /// Returns a number with commas between groups of thousands.
    public static func grouped(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }
}
