public import Contracts
public import HTML

/// The entries of the navigation.
public enum Section: Sendable, CaseIterable {
    case today
    case queue
    case search
    case interactions
    case coaches
    case schools
    case events
    case social
    case notifications
    case trash
    case history
    case imports
    case settings

    /// The words in the navigation.
    public var label: String {
        switch self {
        case .today: "Today"
        case .queue: "Follow-ups"
        case .search: "Search"
        case .interactions: "Interactions"
        case .coaches: "Coaches"
        case .schools: "Schools"
        case .events: "Events"
        case .social: "Social"
        case .notifications: "Notifications"
        case .trash: "Trash"
        case .history: "History"
        case .imports: "Import"
        case .settings: "Family and settings"
        }
    }

    /// What its list contains, in commands and sentences: `coaches`.
    var plural: String { label.lowercased() }

    var icon: Icon {
        switch self {
        case .today: .today
        case .queue: .check
        case .search: .search
        case .interactions: .chats
        case .coaches: .people
        case .schools: .flag
        case .events: .calendar
        case .social: .bars
        case .notifications: .bell
        case .trash: .trash
        case .history: .history
        case .imports: .upload
        case .settings: .settings
        }
    }

    /// The address of its first page.
    public var address: WebAddress {
        switch self {
        case .today: Place.today
        case .queue: Place.queue
        case .search: Place.search
        case .interactions: Place.interactions
        case .coaches: Place.coaches
        case .schools: Place.schools
        case .events: Place.events
        case .social: Place.social
        case .notifications: Place.notifications
        case .trash: Place.trash
        case .history: Place.history
        case .imports: Place.imports
        case .settings: Place.settings
        }
    }

    /// The entries that lead the reader somewhere.
    static func served(in context: PageContext) -> [Section] {
        allCases.filter { context.serves($0.address) && (!$0.isForPlayers || context.isPlayer) }
    }

    /// Whether only players see the entry.
    private var isForPlayers: Bool { self == .trash || self == .imports }

    /// Whether the bar at the bottom of a phone has the entry. Parents who do not log have Events
    /// in its middle.
    func isInBar(mayLog: Bool) -> Bool {
        switch self {
        case .today, .interactions, .coaches: true
        case .events: !mayLog
        default: false
        }
    }
}

/// The tag of identifiers whose records have a section of their own.
public protocol SectionTag: NamedTag {
    static var section: Section { get }
}

extension CoachTag: SectionTag {
    public static let section = Section.coaches
}

extension SchoolTag: SectionTag {
    public static let section = Section.schools
}
