import Foundation

/// Begins to attach a file to an interaction, or goes on with the same file where its upload
/// stopped.
public enum BeginAttachment: Operation {
    public static let name = "attachments.begin"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = false
    public static let access = CreateInteraction.access
    public static let summary = "Begin or resume the upload of a file to an interaction"

    /// What the file is.
    public struct Request: OperationRequest {
        /// The interaction.
        public var interactionID: InteractionID
        /// The user's name of the file.
        public var fileName: FormField<String>
        /// The media type, if the sender declares one; it has to agree with name and content.
        public var mediaType: FormField<String>
        /// The file's size in octets.
        public var size: FormField<Int>
        /// SHA-256 of the file, 64 hexadecimal digits.
        public var sha256: FormField<String>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case size, sha256
            case interactionID = "interaction_id"
            case fileName = "file_name"
            case mediaType = "media_type"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request to attach this file.
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
            guard size <= AttachmentLimit.fileOctetsMax else {
                throw AttachmentRefusal.size(size, of: name)
            }
            return Input(
                interactionID: interactionID, fileName: name, type: type, size: size,
                sha256: digest)
        }
    }

    /// A right form.
    public struct Input: Sendable {
        /// The interaction.
        public let interactionID: InteractionID
        /// The user's name of the file.
        public let fileName: String
        /// What the name says that it is.
        public let type: AttachmentType
        /// Its size in octets.
        public let size: Int
        /// What it has to add up to.
        public let sha256: ContentHash
    }

    /// Where to go on.
    public struct Response: Codable, Sendable {
        /// The file's id.
        public var attachmentID: AttachmentID
        /// How many octets are there already: what to append next begins here.
        public var nextOffset: Int
        /// The file's size in octets.
        public var size: Int

        enum CodingKeys: String, CodingKey {
            case size
            case attachmentID = "attachment_id"
            case nextOffset = "next_offset"
        }

        /// The answer with these values.
        public init(attachmentID: AttachmentID, nextOffset: Int, size: Int) {
            self.attachmentID = attachmentID
            self.nextOffset = nextOffset
            self.size = size
        }
    }
}

/// The texts of what is refused about files; each names the file.
public enum AttachmentRefusal {
    /// IA-37
    public static let sizeText = "File exceeds 10MB limit"

    /// Too large a file: the answer names it and its size (IA-38).
    public static func size(_ size: Int, of name: String) -> ServiceError {
        ServiceError(
            .tooLarge, "\(sizeText): \(AttachmentName.quoted(name)) has \(grouped(size)) bytes",
            errors: ["size": sizeText])
    }

    /// A kind of file that is not accepted: the text lists those that are (IA-38).
    public static func type(_ name: String) -> String {
        "File type of \(AttachmentName.quoted(name)) is not accepted; "
            + "accepted are \(AttachmentType.formats)"
    }

    /// A declared type that the name contradicts.
    static func declared(_ declared: String, of name: String, named: AttachmentType) -> String {
        "\(AttachmentName.quoted(name)) is named \(named.format), "
            + "but declared as \(declared.unicodeScalars.prefix(60).map(String.init).joined())"
    }

    /// A content that the name contradicts.
    public static func content(
        of name: String, named: AttachmentType, found: AttachmentContent
    ) -> ServiceError {
        .invalid(
            "file_name",
            "\(AttachmentName.quoted(name)) is named \(named.format), but \(found.description)")
    }

    /// One file more than an interaction may have.
    public static let count = ServiceError(
        .tooLarge, "An interaction holds \(AttachmentLimit.filesMax) files at most",
        errors: ["interaction_id": "Remove a file first"])

    /// One unfinished upload more than an interaction may have.
    public static let uploads = ServiceError(
        .tooLarge,
        "An interaction has \(AttachmentLimit.filesMax) unfinished uploads at most",
        errors: ["interaction_id": "Finish an upload first; an idle one ends after an hour"])

    /// More than a family may keep.
    public static let family = ServiceError(
        .tooLarge, "The family's files exceed 200MB limit",
        errors: ["size": "The family's files exceed 200MB limit"])

    /// A number with commas between its thousands.
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
