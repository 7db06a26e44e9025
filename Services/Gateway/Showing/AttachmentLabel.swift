import Contracts

/// How the detail page names an attached file.
struct AttachmentLabel {
    /// ID-12, D-19: longer file names are cut, in characters.
    static let nameMax = 20

    /// The file's name as it was given.
    let name: String

    /// The label of a path that an answer shows.
    init(path: String) {
        let last = path.split(separator: "/").last.map(String.init) ?? path
        name = last.removingPercentEncodingPlainly
    }

    /// The name, cut to what the page has room for.
    var shortName: String {
        name.count > Self.nameMax ? name.prefix(Self.nameMax) + "…" : name
    }

    /// ID-11: what kind of file the name tells.
    var kind: String {
        let parts = name.split(separator: ".")
        return switch parts.count > 1 ? parts[parts.count - 1].lowercased() : "" {
        case "pdf": "PDF"
        case "doc", "docx": "Document"
        case "jpg", "jpeg", "png", "gif": "Image"
        case "txt": "Text"
        default: "File"
        }
    }
}

extension String {
    /// The text with `%XX` replaced by its bytes; unchanged where that is no UTF-8.
    var removingPercentEncodingPlainly: String {
        var output: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                output.append(value)
                rest = rest.dropFirst(2)
            } else {
                output.append(byte)
            }
        }
        return String(validating: output, as: UTF8.self) ?? self
    }
}
