import HTML

/// The icons of the pages, each a symbol of `Assets/icons.svg`. An icon stands beside a text and
/// never in its place; a link or button that shows nothing else has a name of its own.
public enum Icon: Int, Sendable, CaseIterable {
    case today
    case chats
    case people
    case flag
    case calendar
    case bars
    case bell
    case trash
    case upload
    case settings
    case menu
    case plus
    case left
    case right
    case search
    case filter
    case close
    case check
    case download
    case pencil
    case file
    case pdf
    case picture
    case clip
    case info
    case warning
    case out
    case `in`
    case mail
    case phone
    case bubble
    case video
    case tent
    case star
    case at
    case send
    case ball
    case pin
    case camera
    case clock
    case dollar
    case prompt
    case medal
    case undo
    case history

    /// The id of the symbol.
    public var name: String { "\(self)" }

    /// The icon's address in the file that all pages share.
    var address: WebAddress { Asset.icons.address(fragment: name) }

    /// The element of each icon, in the order of the cases.
    fileprivate static let elements = allCases.map { icon in
        HTMLFragment { html in
            html(.svg, .class("i"), .ariaHidden(true)) { html in
                html(.use, .href(icon.address))
            }
        }
    }
}

extension HTMLWriter {
    /// Writes an icon, which assistive software skips.
    mutating func icon(_ icon: Icon) { self(Icon.elements[icon.rawValue]) }
}
