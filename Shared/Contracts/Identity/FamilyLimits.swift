/// Limits of users and families.
public enum FamilyLimit {
    /// Families that one user may belong to; it keeps a passport small.
    public static let familiesPerUser = 16
    /// Members of one family.
    public static let membersPerFamily = 64
    /// Length of an e-mail address, in characters.
    public static let emailLength = 5...255
    /// Length of a person's full name, in characters.
    public static let fullNameLength = 1...200
    /// Length of a family's name, in characters.
    public static let familyNameLength = 1...255
    /// Length of a password, in characters.
    public static let passwordLength = 15...256
    /// Length of a device's name, in characters.
    public static let deviceLength = 0...100
}
