import Contracts
import Foundation
import Testing

@testable import Coaches

@Suite("Catalogue")
struct CatalogueTests {
    /// The product's own file.
    static let path =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path + "/deploy/catalogue/schools_us_athletics.csv"
    private static let read = Result { try Catalogue(contentsOf: path) }

    /// The product's own catalogue, read once for all tests.
    static func catalogue() throws -> Catalogue { try read.get() }

    private func search(
        _ text: String, division: String? = nil, state: String? = nil, limit: Int? = nil
    ) throws -> SearchSchools.Response {
        let request = SearchSchools.Request(
            search: text, division: division, state: state, limit: limit)
        return try CatalogueTests.catalogue().search(request.validated())
    }

    @Test
    func holdsEverySchoolOfTheFile() throws {
        let catalogue = try CatalogueTests.catalogue()
        #expect(catalogue.count == 1_841)
        #expect(catalogue.school("102553")?.name == "University of Alaska Anchorage")
        #expect(catalogue.school("0") == nil)
    }

    @Test
    func aliasesAreSeparatedByMarksOrSeveralBlanks() {
        let entry = CatalogueEntry(
            CatalogueSchool(
                catalogueID: "1", name: "State College", alias: "SC, The State|Old  State;S C ",
                city: "Erie", state: "PA", division: .d1))
        #expect(entry.calling.other == ["SC", " The State", "Old", "State", "S C"])
        #expect(entry.words.suffix(5) == ["state", "old", "state", "s", "c"])
    }

    @Test
    func findsEveryWordInAnyOrderAndCase() throws {
        let found = try search("north CAROLINA")
        #expect(found.schools.contains { $0.name == "University of North Carolina at Chapel Hill" })
        #expect(
            found.schools.allSatisfy {
                $0.name.lowercased().contains("carolina")
                    || $0.alias?.lowercased().contains("carolina") == true
            })
        #expect(try search("carolina north").total == found.total)
    }

    @Test
    func ranksNamesThatBeginWithTheSearchFirst() throws {
        let found = try search("duke")
        #expect(found.schools.first?.name == "Duke University")
    }

    @Test
    func twoLettersAreAWholeWordAndThreeAreFoundInside() {
        let words = FoldedWords(["nc", "north", "zoë"])
        func found(_ typed: String) -> (begins: Bool, contains: Bool) {
            let typed = FoldedWords.Typed(typed)
            return (words.begin(with: typed), words.contain(typed))
        }
        #expect(found("nc") == (true, true) && found("no") == (false, false))
        #expect(found("n") == (true, true) && found("o") == (false, false))
        #expect(found("nor") == (true, true) && found("ort") == (false, true))
        #expect(found("zoë") == (true, true) && found("oë") == (false, false))
        #expect(found("nc north") == (true, true) && found("north nc") == (false, false))
        #expect(FoldedWords([]).begin(with: .init("a")) == false)
    }

    // N-26
    @Test(arguments: [
        ("north carolina", "University of North Carolina at Chapel Hill"),
        ("penn state", "Pennsylvania State University-Main Campus"),
        ("nc state", "North Carolina State University at Raleigh"),
        ("NCSU", "North Carolina State University at Raleigh"),
        ("UAB", "University of Alabama at Birmingham"),
        ("stanford", "Stanford University"),
    ])
    func aliasesAndWebAddressesNameASchool(text: String, name: String) throws {
        let found = try search(text)
        #expect(found.schools.first?.name == name, "\(found.schools.prefix(3).map(\.name))")
        #expect(found.namedID == found.schools.first?.catalogueID)
    }

    // N-26
    @Test(arguments: ["st. johns", "Saint John's", "ST JOHNS"])
    func saintsAreFoundAsPeopleWriteThem(text: String) throws {
        let found = try search(text)
        #expect(
            found.schools.prefix(2).map(\.name) == [
                "St. John's University-New York", "Saint Johns University",
            ])
        #expect(found.namedID == nil)
    }

    // N-26: the city of Muncie has "unc" inside a word.
    @Test
    func wordBeginningsComeBeforeInsides() throws {
        let names = try search("unc", limit: 200).schools.map(\.name)
        let charlotte = try #require(
            names.firstIndex(of: "University of North Carolina at Charlotte"))
        let muncie = try #require(names.firstIndex { $0.hasPrefix("Ball State") })
        #expect(charlotte < muncie)
    }

    // N-26
    @Test(arguments: [
        ("standford", "stanford"), ("stanfrod universty", "stanford university"),
        ("standford ca", "stanford ca"), ("qqqqqqq", nil), ("duke", nil), ("", nil),
        ("sta", nil), (String(repeating: "s", count: 33), nil),
    ])
    func mistypedWordsAreCorrectedIfSomethingMatchesThen(text: String, suggestion: String?) throws {
        #expect(try search(text).suggestion == suggestion)
    }

    // N-26
    @Test
    func aSearchNamesNoSchoolIfItCouldBeSeveral() throws {
        #expect(try search("unc").namedID == nil)
        #expect(try search("").namedID == nil)
        #expect(try search("qqqqqqq").namedID == nil)
    }

    @Test
    func narrowsByDivisionAndState() throws {
        let found = try search("", division: "D1", state: "nc", limit: 200)
        #expect(!found.schools.isEmpty)
        #expect(found.schools.allSatisfy { $0.division == .d1 && $0.state == "NC" })
    }

    @Test
    func limitCutsTheRowsAndNotTheTotal() throws {
        let found = try search("university", limit: 3)
        #expect(found.schools.count == 3)
        #expect(found.total > 200)
        #expect(try search("university", limit: 100_000).schools.count == 200)
    }

    @Test
    func damagedFilesAreRefusedWithTheirName() {
        for text in ["", "unitid,name\n1,A\n", "nonsense"] {
            let failure = #expect(throws: Catalogue.Failure.self) {
                try Catalogue(csv: Array(text.utf8), path: "schools.csv")
            }
            #expect(failure?.description.contains("schools.csv") == true)
        }
        #expect(throws: Catalogue.Failure.self) { try Catalogue(contentsOf: "/nowhere.csv") }
    }
}
