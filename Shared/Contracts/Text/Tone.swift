/// A colour by its meaning for people. Terminals and pages each have their own shade of it, and the
/// text beside it always says the same.
public enum Tone: String, Sendable, CaseIterable, Hashable {
    case blue
    case green
    case purple
    case amber
    case red
    case gray
    case indigo
    case orange
    case pink
    case cyan
}
