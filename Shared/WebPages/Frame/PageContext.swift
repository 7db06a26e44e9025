public import Contracts
public import HTML

/// What every page of a signed-in reader needs besides its own data.
public struct PageContext: Sendable {
    /// A family that the reader can switch to.
    @Memberwise
    public struct Family: Sendable {
        public let id: FamilyID
        public let name: String
    }

    public let userID: UserID
    public let fullName: String
    /// The role in the active family.
    public let role: Role
    public let family: Family
    /// The other families of the reader.
    public var otherFamilies: [Family]
    public let zone: ReaderZone
    public let now: Instant
    /// The number of unread notifications.
    public var unreadCount: Int
    /// Proves that a form comes from a page of this session.
    public var formToken: String
    /// The idempotency key of the page's form. A form that comes back with errors keeps its key.
    public var formKey: IdempotencyKey
    /// What was just done, at the top of the page.
    public var notice: Notice?
    /// The saved filters of the page's list that the reader may use.
    public var views: [SavedView] = []
    /// Whether the reader is a parent of a family that lets parents log.
    public var mayLogForPlayers = false
    /// Whether there is a page at an address. Pages leave out links that would lead nowhere.
    public var serves: @Sendable (WebAddress) -> Bool = { _ in true }

    public init(
        userID: UserID, fullName: String, role: Role, family: Family, otherFamilies: [Family] = [],
        zone: ReaderZone, now: Instant, unreadCount: Int = 0, formToken: String = "",
        formKey: IdempotencyKey, notice: Notice? = nil
    ) {
        self.userID = userID
        self.fullName = fullName
        self.role = role
        self.family = family
        self.otherFamilies = otherFamilies
        self.zone = zone
        self.now = now
        self.unreadCount = unreadCount
        self.formToken = formToken
        self.formKey = formKey
        self.notice = notice
    }

    /// The key of one of several forms of the page. The page's key is random, so that the keys of
    /// two pages do not meet.
    func formKey(_ place: Int) -> IdempotencyKey { formKey.ofForm(place) }

    /// The page about the reader's own account.
    var account: WebAddress { serves(Place.settings) ? Place.settings : Place.more }

    /// Whether the reader may log and change records.
    public var isPlayer: Bool { role == .player }

    /// Whether the reader may log contacts: their own, or those of the family's players.
    public var mayLog: Bool { isPlayer || mayLogForPlayers }
}

extension IdempotencyKey {
    /// The key of one of the forms of a page whose first form, at 0, has this one.
    func ofForm(_ place: Int) -> IdempotencyKey {
        IdempotencyKey(high: high, low: low &+ UInt64(clamping: place))
    }
}

/// What was just done, where to go on, and how to undo it.
public struct Notice: Sendable {
    public let text: String
    /// The page that belongs to it, if any.
    public let action: (text: String, address: WebAddress)?
    /// The operations that an undo takes back, in this order; none if nothing can be undone.
    public let operations: [OperationID]

    public init(
        _ text: String, action: (text: String, address: WebAddress)? = nil,
        undoing operations: [OperationID] = []
    ) {
        self.text = text
        self.action = action
        self.operations = operations
    }
}
