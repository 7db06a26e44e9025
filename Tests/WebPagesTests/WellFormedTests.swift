import Contracts
import HTML
import Support
import Testing

@testable import WebPages

/// What holds for every page in every state.
@Suite
struct WellFormedTests {
    private func check(_ body: (String, Document) throws -> Void) throws {
        for (name, write) in SamplePages.all { try body(name, Samples.document(write)) }
    }

    @Test
    func idsAreUniqueAndReferencesLeadToThem() throws {
        try check { name, page in
            let ids = page.nodes.compactMap { $0["id"] }
            #expect(Set(ids).count == ids.count, "\(name)")
            for node in page.nodes {
                var references = ["for", "aria-describedby", "aria-labelledby"]
                    .compactMap { node[$0] }
                if let address = node["href"], address.hasPrefix("#") {
                    references.append(String(address.dropFirst()))
                }
                for id in references.flatMap({ $0.split(separator: " ") }) {
                    #expect(ids.contains(String(id)), "\(name): \(id)")
                }
            }
        }
    }

    /// X-37: a heading of the first level, one main part, a language and a title.
    @Test
    func everyPageHasLandmarksAndOneTitle() throws {
        try check { name, page in
            #expect(page.all("h1").count == 1, "\(name)")
            #expect(page.all("main").count == 1, "\(name)")
            #expect(page.all("html", "lang", "en").count == 1, "\(name)")
            #expect(page.title?.hasSuffix("Recruiting Compass") == true, "\(name)")
        }
    }

    /// X-37: no level of headings is left out.
    @Test
    func headingsGoDownOneLevelAtATime() throws {
        try check { name, page in
            var last = 0
            for node in page.nodes where ["h1", "h2", "h3"].contains(node.name) {
                let level = Int(node.name.dropFirst()) ?? 0
                #expect(level <= last + 1, "\(name): \(node.text)")
                last = level
            }
        }
    }

    /// X-37: what can be pressed or filled in has a name.
    @Test
    func everyControlHasAName() throws {
        try check { name, page in
            let labelled = Set(page.all("label").compactMap { $0["for"] })
            for node in page.nodes {
                switch node.name {
                case "a", "button", "summary":
                    #expect(!node.text.isEmpty || node["aria-label"] != nil, "\(name)")
                case "input" where node["type"] == "hidden": break
                case "input" where ["radio", "checkbox"].contains(node["type"]): break
                case "input", "select", "textarea":
                    let isNamed = node["id"].map(labelled.contains) ?? false
                    #expect(isNamed || node["aria-label"] != nil, "\(name): \(node["name"] ?? "")")
                default: break
                }
            }
        }
    }

    /// A content security policy forbids all of these.
    @Test
    func noPageHasInlineCodeOrForeignFiles() throws {
        try check { name, page in
            for node in page.nodes {
                #expect(node.name != "style" && node["style"] == nil, "\(name)")
                #expect(!node.attributes.contains { $0.name.hasPrefix("on") }, "\(name)")
                if node.name == "link" || node.name == "use" || node.name == "script" {
                    let address = node["href"] ?? node["src"] ?? ""
                    #expect(address.hasPrefix("/assets/"), "\(name): \(address)")
                }
            }
        }
    }

    /// Pages of readers who are not signed in, or whose request failed as a whole.
    private func isBare(_ name: String) -> Bool {
        hasNoSession(name) || name.hasPrefix("join") || ["failure", "offline"].contains(name)
    }

    /// Pages for people who are not signed in.
    private func hasNoSession(_ name: String) -> Bool {
        name.hasPrefix("sign-") || name.hasPrefix("reset-password")
    }

    /// N-190: a form of a session that changes something carries its proof, its key and the family
    /// of its page.
    @Test
    func everyFormThatChangesSomethingHasItsProofs() throws {
        try check { name, page in
            guard !hasNoSession(name) else { return }
            let forms = page.all("form", "method", "post").count
            #expect(page.all("input", "name", "token").count == forms, "\(name)")
            #expect(page.all("input", "name", "key").count == forms, "\(name)")
            let families = page.all("input", "name", "of_family").map { $0["value"] }
            #expect(families.count == (isBare(name) ? 0 : forms), "\(name)")
            #expect(families.allSatisfy { $0 == Samples.family.text }, "\(name)")
        }
    }

    /// A control with the name of a form's property hides the property from scripts (WHATWG HTML,
    /// 4.10.3).
    @Test
    func noControlHidesAPropertyOfItsForm() throws {
        let properties: Set = ["action", "method", "elements", "submit", "matches", "enctype"]
        try check { name, page in
            for control in ["input", "button", "select", "textarea"] {
                let names = page.all(control).compactMap { $0["name"] }
                #expect(properties.isDisjoint(with: names), "\(name): \(names)")
            }
        }
    }

    @Test
    func theNavigationSaysWhereTheReaderIs() throws {
        try check { name, page in
            guard !isBare(name) else { return }
            let nav = page.all("nav", "aria-label", "Main")
            #expect(nav.count == 1 && page.all("a", "aria-current", "page").count == 1, "\(name)")
            #expect(page.all(class: "skip").first?["href"] == "#main", "\(name)")
        }
    }

    /// 500 rows cost 500 rows: the page grows with its rows and with nothing else.
    @Test
    func aPageGrowsWithItsRows() {
        let sizes = [100, 200, 400].map { count in
            Samples.bytes { html in
                InteractionsPage(
                    .success(Samples.list(Samples.interactions(count))), .init(), Samples.context()
                ).write(to: &html)
            }.count
        }
        let (first, second) = (sizes[1] - sizes[0], sizes[2] - sizes[1])
        #expect(second > first && second < first * 5 / 2)
    }
}
