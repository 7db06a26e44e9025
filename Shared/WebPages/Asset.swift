internal import CAssets
internal import Contracts
public import HTML

/// A file that pages refer to. Its address contains a fingerprint of its content, so that browsers
/// may keep it for ever.
public struct Asset: Sendable {
    public let mediaType: String
    public let bytes: [UInt8]
    /// The address: `/assets/compass-0123456789abcdef.css`.
    public let address: WebAddress
    private let file: String

    private init(_ name: String, _ ending: String, _ mediaType: String, _ bytes: [UInt8]) {
        self.mediaType = mediaType
        self.bytes = bytes
        file = "\(name)-\(Fingerprint(of: bytes))\(ending)"
        address = WebAddress("assets", file)
    }

    /// The style of all pages.
    public static let stylesheet = Asset(
        "compass", ".css", "text/css; charset=utf-8", shortened(compass_asset_style().content))
    /// The icons of all pages.
    public static let icons = Asset(
        "icons", ".svg", "image/svg+xml", compass_asset_icons().content)

    /// What makes the pages quicker.
    public static let script = Asset(
        "compass", ".js", "text/javascript; charset=utf-8",
        withoutComments(compass_asset_script().content))

    /// The picture in the tab of a browser.
    public static let mark = Asset("mark", ".svg", "image/svg+xml", compass_asset_mark().content)

    /// The picture on a home screen. Its edge may be cut.
    static let appIcon = Asset(
        "app-icon", ".svg", "image/svg+xml", compass_asset_app_icon().content)

    /// The same for home screens that take no SVG.
    static let touchIcon = Asset(
        "app-icon", ".png", "image/png", compass_asset_app_icon_png().content)

    /// What makes the pages installable (W3C, "Web Application Manifest").
    static let manifest = Asset(
        "compass", ".webmanifest", "application/manifest+json", manifestBytes)

    /// All files.
    public static let all = [stylesheet, script, icons, mark, appIcon, touchIcon, manifest]

    private static var manifestBytes: [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        for (key, text) in [
            ("name", Brand.name), ("short_name", "Compass"), ("start_url", Place.today.text),
            ("scope", Place.today.text), ("display", "standalone"),
            ("background_color", "#F4F3EF"), ("theme_color", "#F4F3EF"),
        ] {
            json.key(dynamic: key)
            json.string(text)
        }
        json.key("icons")
        json.beginArray()
        for purpose in ["any", "maskable"] {
            json.beginObject()
            json.member("src", appIcon.address.text)
            json.member("sizes", "any")
            json.member("type", appIcon.mediaType)
            json.member("purpose", purpose)
            json.endObject()
        }
        json.endArray()
        json.endObject()
        return json.bytes
    }

    /// The address of a part of the file.
    func address(fragment: String) -> WebAddress {
        WebAddress("assets", file, fragment: fragment)
    }

    /// The script without indentation and without the lines that are comments. No text in it goes
    /// over several lines.
    static func withoutComments(_ script: [UInt8]) -> [UInt8] {
        let lines = script.split(separator: UInt8(ascii: "\n")).map { line in
            line.drop { $0 == UInt8(ascii: " ") }
        }
        let code = lines.filter { line in
            !["//", "/*", "* ", "*/"].contains { line.starts(with: $0.utf8) }
        }
        return Array(code.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// The style without comments and line feeds. Strings and addresses contain neither.
    static func shortened(_ style: [UInt8]) -> [UInt8] {
        var short: [UInt8] = []
        short.reserveCapacity(style.count)
        var place = 0
        while place < style.count {
            if style[place...].starts(with: "/*".utf8) {
                while place < style.count, !style[..<place].suffix(2).elementsEqual("*/".utf8) {
                    place += 1
                }
            } else {
                if style[place] != UInt8(ascii: "\n") { short.append(style[place]) }
                place += 1
            }
        }
        return short
    }
}

extension compass_asset {
    var content: [UInt8] { unsafe Array(UnsafeBufferPointer(start: bytes, count: count)) }
}
