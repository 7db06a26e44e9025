import Contracts

/// How the detail page names an attached file.
struct AttachmentLabel {
    /// ID-12, D-19: longer file names are cut, in characters.
    static let nameMax = 20

    /// The file's name as it was given.
    let name: String
    /// ID-11: what kind of file it is.
    let kind: String
    /// Where answers say it lies.
    let path: String
    /// Its size in bytes, where it is known.
    let size: Int?

    /// The label of a file.
    init(_ file: Attachment) {
        name = file.name
        kind = file.mediaType.label
        path = file.path
        size = file.size
    }

    /// The label of a path, whose file is known by its name only.
    init(path: String) {
        let last = path.split(separator: "/").last.map(String.init) ?? path
        name = last.removingPercentEncodingPlainly
        kind = AttachmentType(fileName: name)?.label ?? "File"
        self.path = path
        size = nil
    }

    /// The short name, with the size where it is known.
    var text: String {
        size.map { "\(shortName) (\(AttachmentRefusal.grouped($0)) bytes)" } ?? shortName
    }

    /// The name, cut to what the page has room for.
    var shortName: String {
        name.count > Self.nameMax ? name.prefix(Self.nameMax) + "…" : name
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
