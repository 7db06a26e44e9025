public import Contracts
import HTML

/// A weekly digest as a document of its own, which programs for mail show, too: headings and lists
/// without styles, scripts, pictures or links, so that nothing is fetched when it is read.
@Memberwise(labels: false)
public struct DigestDocument: Sendable {
    /// The name of the digest's file.
    public static func fileName(of digest: WeeklyDigest) -> String { "digest-\(digest.week).html" }

    private let digest: WeeklyDigest

    /// The document in UTF-8.
    public var bytes: [UInt8] {
        var html = HTMLWriter(capacity: Self.usualCapacity)
        html.doctype()
        html(.html, .lang("en")) { html in
            html(.head) { html in
                html(.meta, .charset("utf-8"))
                html(
                    .meta, .metaName(.viewport), .content("width=device-width, initial-scale=1"))
                html(.meta, .metaName(.colorScheme), .content("light dark"))
                html(.title, text: "\(digest.title), \(digest.subtitle)")
            }
            html(.body) { html in
                html(.h1, .dir(.auto), text: digest.title)
                html(.p, text: digest.subtitle)
                for part in digest.parts { Self.write(part, to: &html) }
            }
        }
        return html.bytes
    }

    private static func write(_ part: DigestPart, to html: inout HTMLWriter) {
        html(.h2, text: part.title)
        html(.p, text: part.summary)
        if !part.rows.isEmpty {
            html(.ul) { html in
                for row in part.rows {
                    html(.li, .dir(.auto)) { html in
                        html(.b, text: row.lead)
                        html.text(": \(row.text)")
                    }
                }
            }
        }
        if let more = part.moreText { html(.p, text: more) }
    }

    /// The room that a usual digest needs, in bytes.
    private static let usualCapacity = 8_192
}
