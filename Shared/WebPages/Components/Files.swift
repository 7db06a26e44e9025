public import Contracts
import HTML

/// A chosen file that was not attached.
@Memberwise
public struct RefusedFile: Sendable {
    /// The name as the browser says it.
    public let name: String
    /// The size in bytes.
    public let size: Int
    /// The cause: "File exceeds 10MB limit" (IA-37).
    public let reason: String

    /// IA-38: names file and size.
    var described: String { "\(name) is \(FileSize.text(size))" }
}

extension HTMLWriter {
    /// Writes the field for files, the limits, and the files that were refused (IA-35 to IA-40).
    mutating func fileField(refused: [RefusedFile]) {
        self(
            .p, .class("small soft"), .id("files-hint"),
            text: "\(AttachmentType.formats), up to 10 MB each")
        self(.div, .class("drop")) { html in
            html(
                .input, .type(.file), .id("field-files"), .name("files"), .multiple(),
                .accept(AttachmentType.allCases.map(\.rawValue).joined(separator: ",")),
                .dataMax(AttachmentLimit.chunkBytesMax),
                .ariaLabel("Files to attach"), .ariaInvalid(refused.isEmpty ? nil : true),
                .ariaDescribedBy("files-hint"))
        }
        guard !refused.isEmpty else { return }
        self(.ul, .class("mini")) { html in
            for (place, file) in refused.enumerated() {
                html(.li) { html in
                    html.icon(.file)
                    html(.div, .class("text")) { html in
                        html(.bdi, text: file.name)
                        html.fieldError(
                            "\(file.reason): \(FileSize.text(file.size))",
                            id: "file-\(place)-error")
                    }
                }
            }
        }
    }
}

extension [RefusedFile] {
    /// The entries of a summary of errors.
    var problems: [(id: String, text: String)] {
        map { (id: "field-files", text: "\($0.reason): \($0.described)") }
    }
}

/// Sizes of files for people.
enum FileSize {
    /// "214 kB", "1.8 MB"; a kilobyte has 1,000 bytes.
    static func text(_ bytes: Int) -> String {
        switch bytes {
        case ..<1_000: return "\(bytes) bytes"
        case ..<999_500: return "\((bytes + 500) / 1_000) kB"
        default:
            let tenths = (bytes + 50_000) / 100_000
            return "\(tenths / 10).\(tenths % 10) MB"
        }
    }
}
