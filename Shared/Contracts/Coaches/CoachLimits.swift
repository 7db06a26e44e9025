/// Limits of schools and coaches, in characters unless said otherwise.
public enum CoachLimit {
    /// Length of a school's name.
    public static let schoolNameLength = 2...255
    /// Length of a city or conference.
    public static let placeMax = 100
    /// Length of a web address.
    public static let websiteMax = 255
    /// Length of notes.
    public static let notesMax = 5_000
    /// Length of a first or last name, after trimming.
    public static let nameLength = 1...100
    /// Length of a handle on Twitter.
    public static let twitterHandleLength = 1...15
    /// Length of a handle on Instagram.
    public static let instagramHandleLength = 1...30
    /// Length of a search text.
    public static let searchMax = 200
    /// Rows that a catalogue search answers at most.
    public static let catalogueRowsMax = 200
}
