/// The end of an id, as lists and pages show it and as commands accept it.
public enum ShortID {
    /// The number of digits.
    public static let digits = 8

    /// The last digits of an id.
    public static func text(of id: String) -> String { String(id.suffix(digits)) }
}
