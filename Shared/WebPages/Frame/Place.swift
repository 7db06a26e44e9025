public import Contracts
public import HTML
import Imports

/// The addresses of the pages.
public enum Place {
    public static let today = WebAddress()
    public static let signIn = WebAddress("sign-in")
    public static let signOut = WebAddress("sign-out")
    public static let signUp = WebAddress("sign-up")
    /// Joining a family by its code, or creating one.
    public static let join = WebAddress("join")
    public static let createFamily = WebAddress("join", "create")
    /// The coaches to follow up.
    public static let queue = WebAddress("queue")
    /// The digest of the last whole week.
    public static let digest = WebAddress("digest")
    /// What was found everywhere.
    public static let search = WebAddress("search")
    public static let interactions = WebAddress("interactions")
    public static let logInteraction = WebAddress("interactions", "new")
    /// Asks about, and then deletes, the interactions that were marked.
    public static let deleteInteractions = WebAddress("interactions", "delete")
    /// Appends a note to the interactions that were marked.
    public static let noteInteractions = WebAddress("interactions", "note")
    /// The file of the interactions that were marked, or that filters select.
    public static let exportInteractions = WebAddress("interactions", "export")
    public static let coaches = WebAddress("coaches")
    public static let addCoach = WebAddress("coaches", "new")
    public static let schools = WebAddress("schools")
    public static let addSchool = WebAddress("schools", "new")
    public static let events = WebAddress("events")
    public static let addEvent = WebAddress("events", "new")
    public static let social = WebAddress("social")
    public static let addPost = WebAddress("social", "new")
    public static let analytics = WebAddress("social", "analytics")
    public static let notifications = WebAddress("notifications")
    public static let markAllRead = WebAddress("notifications", "read")
    public static let trash = WebAddress("trash")
    /// What happened in the family.
    public static let history = WebAddress("history")
    public static let imports = WebAddress("import")
    /// The family's members and codes, and the reader's settings.
    public static let settings = WebAddress("settings")
    public static let password = WebAddress("settings", "password")
    public static let recoveryCodes = WebAddress("settings", "recovery-codes")
    public static let secondFactor = WebAddress("settings", "second-factor")
    public static let confirmSecondFactor = WebAddress("settings", "second-factor", "confirm")
    public static let removeSecondFactor = WebAddress("settings", "second-factor", "remove")
    /// The family's contact windows.
    public static let windows = WebAddress("settings", "windows")
    public static let clearWindows = WebAddress("settings", "windows", "clear")
    /// The profiles of the family's players.
    public static let profile = WebAddress("profile")
    public static let editProfile = WebAddress("profile", "edit")
    public static let tokens = WebAddress("settings", "tokens")
    /// The addresses to which the family's changes go.
    public static let hooks = WebAddress("settings", "hooks")
    /// Takes the form for a new calendar link.
    public static let calendar = WebAddress("settings", "calendar")
    public static let revokeCalendar = WebAddress("settings", "calendar", "end")
    /// The part of the settings about the calendar.
    public static let calendarSettings = WebAddress("settings", fragment: "calendar")
    /// Replacing a lost password by a code.
    public static let resetPassword = WebAddress("reset-password")
    public static let more = WebAddress("more")
    /// What happens while a page is open, as an event stream.
    public static let live = WebAddress("live")
    /// The page that a browser shows without a connection.
    public static let offline = WebAddress("offline")
    /// At the top, so that it is in charge of all pages.
    public static let serviceWorker = WebAddress("service-worker.js")
    /// Takes the choice among several families.
    public static let family = WebAddress("family")
    public static let familyName = WebAddress("family", "name")
    public static let familyZone = WebAddress("family", "zone")
    public static let everything = WebAddress("settings", "everything")
    public static let parentsLog = WebAddress("family", "parents-log")
    public static let leaveFamily = WebAddress("family", "leave")
    public static let renewCode = WebAddress("family", "code")

    /// The sign-in that leads back to a path of this site.
    public static func signIn(returningTo path: String) -> WebAddress {
        WebAddress("sign-in", query: [.init("to", path)])
    }

    /// The digest of a week.
    public static func digest(of week: ISOWeek) -> WebAddress {
        WebAddress("digest", query: [.init("week", week.text)])
    }

    /// The form of a new school, with what a search of the catalogue finds.
    public static func addSchool(searching text: String) -> WebAddress {
        WebAddress("schools", "new", query: [.init("q", text)])
    }

    /// What a search finds.
    public static func search(_ query: String) -> WebAddress {
        WebAddress("search", query: [.init("query", query)])
    }

    /// The page of a list with its filters.
    public static func list(_ name: String, query: [WebAddress.QueryItem]) -> WebAddress {
        WebAddress(name, query: query)
    }

    /// The filters that the reader saved, and those shared in the family.
    public static let views = WebAddress("views")

    /// The form that saves filters of a list under a name.
    public static func saveView(
        of list: ViewedList, _ filters: [WebAddress.QueryItem]
    ) -> WebAddress {
        WebAddress("views", "new", query: [.init("list", list.rawValue)] + filters)
    }

    /// The list as saved filters select it.
    public static func view(_ view: SavedView) -> WebAddress {
        self.list(view.list.path, query: view.filters.map { .init($0.flag, $0.value) })
    }

    /// Removes saved filters.
    public static func removeView(_ id: SavedViewID) -> WebAddress {
        WebAddress("views", id.text, "remove")
    }

    /// The page of an interaction.
    public static func interaction(_ id: InteractionID) -> WebAddress {
        interactions.appending(id.text)
    }

    /// A page or an action of an interaction: `delete`, `export`, `files`.
    public static func interaction(_ id: InteractionID, _ part: String) -> WebAddress {
        WebAddress("interactions", id.text, part)
    }

    /// The form for a new interaction with the entries of another one.
    public static func logAgain(_ id: InteractionID) -> WebAddress {
        WebAddress("interactions", "new", query: [.init("from", id.text)])
    }

    /// The form for a new interaction with a coach.
    public static func logInteraction(with coach: CoachID) -> WebAddress {
        WebAddress("interactions", "new", query: [.init("coach", coach.text)])
    }

    /// The form for a new interaction with a school.
    public static func logInteraction(at school: SchoolID) -> WebAddress {
        WebAddress("interactions", "new", query: [.init("school", school.text)])
    }

    /// The page of a coach.
    public static func coach(_ id: CoachID) -> WebAddress { WebAddress("coaches", id.text) }

    /// A page or an action of a coach: `edit`, `delete`.
    public static func coach(_ id: CoachID, _ part: String) -> WebAddress {
        WebAddress("coaches", id.text, part)
    }

    /// The records of a section that are probably one.
    public static func duplicates(in section: Section) -> WebAddress {
        section.address.appending("duplicates")
    }

    /// Shows a coach or a school beside the one into which it can be merged.
    public static func merge<Tag: SectionTag>(
        _ other: Identifier<Tag>, into kept: Identifier<Tag>
    ) -> WebAddress {
        Tag.section.address.appending(kept.text).appending("merge").appending(other.text)
    }

    /// Takes what a player decides about the next contact with a coach.
    public static func followUp(_ entry: RecordID) -> WebAddress {
        WebAddress("queue", entry.text)
    }

    /// Takes how often or when a player contacts a coach.
    public static func followUpSettings(_ entry: RecordID) -> WebAddress {
        WebAddress("queue", entry.text, "settings")
    }

    /// The page of a school.
    public static func school(_ id: SchoolID) -> WebAddress { WebAddress("schools", id.text) }

    /// A page or an action of a school: `edit`, `delete`.
    public static func school(_ id: SchoolID, _ part: String) -> WebAddress {
        WebAddress("schools", id.text, part)
    }

    /// Marks a notification as read and leads to what it is about.
    public static func notification(_ id: NotificationID) -> WebAddress {
        WebAddress("notifications", id.text)
    }

    /// The page of an event.
    public static func event(_ id: EventID) -> WebAddress { WebAddress("events", id.text) }

    /// A page or an action of an event: `edit`, `attend`, `log`, `calendar`, `delete`.
    public static func event(_ id: EventID, _ parts: String...) -> WebAddress {
        WebAddress(segments: ["events", id.text] + parts)
    }

    /// The feed with the posts of one time.
    public static func posts(at time: Instant) -> WebAddress {
        WebAddress("social", query: [.init("since", time.text), .init("until", time.text)])
    }

    /// A page of a post: `delete`.
    public static func post(_ id: PostID, _ part: String) -> WebAddress {
        WebAddress("social", id.text, part)
    }

    /// A page of a metric that was measured at an event: `edit` or `delete`.
    public static func metric(_ id: MetricID, at event: EventID, _ part: String) -> WebAddress {
        WebAddress("events", event.text, "metrics", id.text, part)
    }

    /// The content of an attached file.
    public static func attachment(_ file: Attachment) -> WebAddress {
        WebAddress("interactions", file.interactionID.text, "files", file.id.text)
    }

    /// Removes an attached file.
    public static func removal(of file: Attachment) -> WebAddress {
        WebAddress("interactions", file.interactionID.text, "files", file.id.text, "remove")
    }

    /// A page about a member of the family: `remove`, `reset`.
    public static func member(_ id: UserID, _ part: String) -> WebAddress {
        WebAddress("family", "members", id.text, part)
    }

    /// Ends one of the reader's sessions.
    public static func endSession(_ id: SessionID) -> WebAddress {
        WebAddress("settings", "sessions", id.text, "end")
    }

    /// Ends one of the reader's access tokens.
    public static func endToken(_ id: SessionID) -> WebAddress {
        WebAddress("settings", "tokens", id.text, "end")
    }

    /// The deliveries of a change hook (`deliveries`), or does something with it: `test`, `replay`,
    /// `remove`.
    public static func hook(_ id: HookID, _ part: String) -> WebAddress {
        WebAddress("settings", "hooks", id.text, part)
    }

    /// What happened to one record.
    public static func history(of record: String) -> WebAddress {
        WebAddress("history", query: [.init("record", record)])
    }

    /// The import of records of a kind.
    public static func importing(_ kind: ImportKind) -> WebAddress {
        WebAddress("import", kind.rawValue)
    }

    /// A file to begin with, for records of a kind.
    public static func template(_ kind: ImportKind) -> WebAddress {
        WebAddress("import", kind.rawValue, "template")
    }

    /// Stores the checked rows of a file.
    public static func commit(_ kind: ImportKind) -> WebAddress {
        WebAddress("import", kind.rawValue, "commit")
    }

    /// The rows of one file that wait.
    public static func keptImport(_ id: KeptImportID) -> WebAddress {
        WebAddress("import", "kept", id.text)
    }

    /// Drops the rows of a file that wait.
    public static func dropKeptImport(_ id: KeptImportID) -> WebAddress {
        WebAddress("import", "kept", id.text, "drop")
    }

    /// Takes an operation back.
    public static func undo(_ id: OperationID) -> WebAddress {
        undo([id])
    }

    /// Takes several operations back, one after the other.
    public static func undo(_ ids: [OperationID]) -> WebAddress {
        WebAddress("trash", text(of: ids), "undo")
    }

    /// The most operations in an address.
    private static let operationsMax = 10

    /// The ids of operations as a part of an address.
    public static func text(of operations: [OperationID]) -> String {
        operations.map(\.text).joined(separator: ".")
    }

    /// The operations that a part of an address names; nil if it does not.
    public static func operations(_ text: String) -> [OperationID]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let ids = parts.compactMap { OperationID(text: String($0)) }
        return ids.count == parts.count && ids.count <= operationsMax ? ids : nil
    }
}
