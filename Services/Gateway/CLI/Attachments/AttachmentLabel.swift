import Contracts

/// The label of an attached file on the detail page.
struct AttachmentLabel {
    /// The file's full name.
    let name: String
    /// ID-11: the kind of file.
    let kind: String
    /// The file's path in answers.
    let path: String
    /// The size in bytes, if known.
    let size: Int?

    init(_ file: Attachment) {
        name = file.name
        kind = file.mediaType.label
        path = file.path
        size = file.size
    }

    /// The label of a path without further data about its file.
    init(path: String) {
        let last = path.split(separator: "/").last.map(String.init) ?? path
        name = PercentEncoding.decode(last.utf8) ?? last
        kind = AttachmentType(fileName: name)?.label ?? "File"
        self.path = path
        size = nil
    }

    /// The short name, with the size if known.
    var text: String {
        size.map { "\(shortName) (\(AttachmentRefusal.grouped($0)) bytes)" } ?? shortName
    }

    /// The name, cut to the page's width.
    var shortName: String { AttachmentName.shortened(name) }
}
