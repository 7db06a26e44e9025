/// Limits of users and families.
public enum FamilyLimit {
    /// The maximum number of families of one user, which keeps a passport small.
    public static let familiesPerUser = 16
    /// The maximum number of members of one family.
    public static let membersPerFamily = 64
    /// The length of an e-mail address, in characters.
    public static let emailLength = 5...255
    /// The length of a person's full name, in characters.
    public static let fullNameLength = 1...200
    /// The length of a family's name, in characters.
    public static let familyNameLength = 1...255
    /// The length of a password, in characters.
    public static let passwordLength = 15...256
    /// The length of a device's name, in characters.
    public static let deviceLength = 0...100
}
