/// Undoes an operation on schools and coaches: an import's records go again.
public enum UndoCoaches: Operation {
    public static let name = "coaches.undo"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can undo")
    public static let summary = "Undo an operation on schools and coaches by its id"

    public typealias Request = UndoInteractions.Request

    /// What was undone.
    public struct Response: Codable, Sendable {
        /// How many records came back, by table.
        public var restored: [String: Int]
        /// How many records went again, by table.
        public var removed: [String: Int]

        /// The answer with these counts.
        public init(restored: [String: Int] = [:], removed: [String: Int] = [:]) {
            self.restored = restored
            self.removed = removed
        }
    }
}
