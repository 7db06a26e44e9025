import CommandKit
import Contracts
import ServiceKit

extension CommandRun {
    /// An answer as a value: decoded once, for heading, rows and footer, when it is first asked
    /// for; never for JSON.
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
    /// The lines between a list's title and its rows: the chips, and the command that takes all of
    /// them off while rows are left (CO-11); then a blank one.
    func lines(_ traits: TerminalTraits, above total: Int, clearing list: String) -> [String] {
        lines(traits) + (filters.isEmpty || total == 0 ? [] : ["Clear all: " + list]) + [""]
    }
}
