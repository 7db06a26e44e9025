/// Limits of schools and coaches, in characters unless stated otherwise.
public enum CoachLimit {
    public static let schoolNameLength = 2...255
    /// The maximum length of an id in the national catalogue.
    public static let catalogueIDMax = 20
    /// The maximum length of a city or conference.
    public static let placeMax = 100
    public static let websiteMax = 255
    public static let notesMax = 5_000
    /// The length of a first or last name, after trimming.
    public static let nameLength = 1...100
    public static let twitterHandleLength = 1...15
    public static let instagramHandleLength = 1...30
    /// The maximum length of phone numbers with their labels and extensions.
    public static let phoneMax = 100
    /// The maximum length of a handle before its letters are checked.
    static let typedHandleMax = 100
    /// The maximum length of a state before its letters are checked.
    static let typedStateMax = 20
    public static let searchMax = 200
    /// The maximum number of rows that a catalogue search returns.
    public static let catalogueRowsMax = 200
}
