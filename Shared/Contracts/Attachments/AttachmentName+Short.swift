extension AttachmentName {
    /// The longest name that the detail page shows whole, in characters (ID-12).
    public static let shownMax = 20

    /// Cuts a long name at its end (D-19).
    public static func shortened(_ name: String) -> String {
        name.count > shownMax ? name.prefix(shownMax) + "…" : name
    }
}
