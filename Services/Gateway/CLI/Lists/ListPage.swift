import CommandKit
import Contracts
import ServiceKit

extension CommandRun {
    /// Decodes an answer on first use and once only, for heading, rows and footer; JSON output
    /// never decodes it.
    func page<Page: Decodable>(
        _ type: Page.Type, _ answer: Caller.Answer
    ) -> () throws -> Page {
        var decodedPage: Page?
        return {
            if let decodedPage { return decodedPage }
            let made = try self.decoded(type, answer)
            decodedPage = made
            return made
        }
    }
}

extension FilterChips {
    /// The lines between a list's title and its rows: the chips, the command that clears all
    /// filters if there are rows (CO-11), and a blank line.
    func lines(_ traits: TerminalTraits, above total: Int, clearing list: String) -> [String] {
        lines(traits) + (filters.isEmpty || total == 0 ? [] : ["Clear all: " + list]) + [""]
    }
}
