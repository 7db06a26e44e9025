/// What the service of change hooks publishes.
public enum HooksFeed {
    /// A player added a hook: `HookPayload`.
    public static let added = "hook.added"
    /// A player removed a hook: `HookPayload`.
    public static let removed = "hook.removed"
    /// A player had deliveries sent again: `HookPayload`.
    public static let replayed = "hook.replayed"
    /// A player had a test message sent: `HookPayload`.
    public static let tested = "hook.tested"
    /// A hook was switched off because nothing could be delivered: `HookPayload`.
    public static let switchedOff = "hook.switched_off"

    /// A hook without what could be a secret.
    @JSONObject
    public struct HookPayload: Hashable {
        public var id: HookID
        public var familyUnitID: FamilyID
        public var userID: UserID
        /// The address's scheme and host.
        public var name: String
        public var records: [HookRecord]
    }
}
