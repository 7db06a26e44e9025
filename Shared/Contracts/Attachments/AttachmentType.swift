/// The types of files that may be attached (IA-36, D-16); the raw value is the media type.
public enum AttachmentType: String, Codable, JSONWritable, Sendable, CaseIterable, Hashable {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case gif = "image/gif"
    case pdf = "application/pdf"
    case doc = "application/msword"
    case docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    case text = "text/plain"

    /// The format's common name.
    public var format: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .gif: "GIF"
        case .pdf: "PDF"
        case .doc: "DOC"
        case .docx: "DOCX"
        case .text: "TXT"
        }
    }

    /// The label beside a file (ID-11).
    public var label: String {
        switch self {
        case .jpeg, .png, .gif: "Image"
        case .pdf: "PDF"
        case .doc, .docx: "Document"
        case .text: "Text"
        }
    }

    /// Every format, for error texts.
    public static let formats = allCases.map(\.format).joined(separator: ", ")

    private var extensions: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg"]
        case .png: ["png"]
        case .gif: ["gif"]
        case .pdf: ["pdf"]
        case .doc: ["doc"]
        case .docx: ["docx"]
        case .text: ["txt"]
        }
    }

    /// Returns the type for a file name's extension in any case; nil for unknown extensions.
    public init?(fileName: String) {
        let parts = AttachmentName.parts(of: fileName)
        let wanted = parts.ending.dropFirst().lowercased()
        guard let type = Self.allCases.first(where: { $0.extensions.contains(wanted) }) else {
            return nil
        }
        self = type
    }

    /// Returns the type that a sender declares, in any case and with or without parameters; nil for
    /// unknown types.
    public init?(declared: String) {
        let word = declared.prefix { $0 != ";" }.lowercased().trimmed
        // A nonstandard spelling that cameras and mail programs still send.
        self.init(rawValue: word == "image/jpg" ? Self.jpeg.rawValue : word)
    }
}
