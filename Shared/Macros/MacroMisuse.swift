/// The reason why a macro cannot be expanded, which the compiler reports.
struct MacroMisuse: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
