import CommandKit
import Contracts
import ServiceKit

extension FilterChips {
    /// The lines between a list's title and its rows: the chips, the command that clears all
    /// filters if there are rows (CO-11), and a blank line.
    func lines(_ traits: TerminalTraits, above total: Int, clearing list: String) -> [String] {
        lines(traits) + (filters.isEmpty || total == 0 ? [] : ["Clear all: " + list]) + [""]
    }
}
