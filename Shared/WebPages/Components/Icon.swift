import HTML

/// The icons of the pages, each a symbol of `Assets/icons.svg`. An icon stands beside a text and
/// never in its place; a link or button that shows nothing else has a name of its own.
public enum Icon: String, Sendable, CaseIterable {
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

    /// The icon's address in the file that all pages share.
    var address: WebAddress { Self.addresses[self] ?? Asset.icons.address }

    private static let addresses = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, Asset.icons.address(fragment: $0.rawValue)) })
}

extension HTMLWriter {
    /// Writes an icon, which assistive software skips.
    mutating func icon(_ icon: Icon) {
        self(.svg, .class("i"), .ariaHidden(true)) { html in html(.use, .href(icon.address)) }
    }
}
