import Contracts
import Foundation
import Testing

@testable import Coaches

/// However a name of the catalogue is written, it means the school that has it or is asked about;
/// it never means another one.
@Suite("Names of schools, however they are written")
struct SchoolNamePropertyTests {
    private static let variations: [@Sendable (CatalogueEntry, String) -> String] = [
        { $1.uppercased() }, { $1.lowercased() }, { "  \($1) " }, { "The \($1)" },
        { $1.replacing("University", with: "Univ.") },
        { $1.replacing("University of ", with: "U. of ") },
        { $1.replacing(" University", with: "") }, { $1.replacing("University of ", with: "") },
        { $1.replacing(" College", with: "") }, { $1.replacing("State", with: "St.") },
        { $1.replacing("State", with: "St") }, { $1.replacing("Saint ", with: "St. ") },
        { $1.replacing("St. ", with: "Saint ") }, { $1.replacing("&", with: " and ") },
        { $1.replacing(" and ", with: " & ") }, { $1.replacing("'", with: "\u{2019}") },
        { $1.replacing("'", with: "\u{2BB}") }, { $1.replacing("'", with: "") },
        { $1.replacing("-", with: ", ") }, { $1.replacing("-", with: " \u{2013} ") },
        { $1.replacing("-Main Campus", with: "") }, { $1.replacing("a", with: "a\u{301}") },
        { $1.replacing(".", with: "") }, { "\($1), \($0.school.state)" },
        { "\($1) (\($0.school.state))" },
        { "\($1) \($0.calling.nicknames.first ?? "")" },
        { $1.contains("University") ? $1 : "\($1) University" },
    ]

    @Test func aNameMeansItsSchoolOrIsAskedAbout() throws {
        let catalogue = try CatalogueTests.catalogue()
        var (wrong, certain, asked, lost): ([String], Int, Int, [String]) = ([], 0, 0, [])
        for (place, entry) in catalogue.all.enumerated() {
            for (number, name) in entry.calling.usual.enumerated() {
                for step in 0..<2 {
                    let index = (place + 7 * number + 9 * step) % Self.variations.count
                    let typed = Self.variations[index](entry, name)
                    let found = catalogue.find(typed, state: nil)
                    if !found.isCertain {
                        asked += 1
                        if !found.schools.contains(entry.school) { lost.append(typed) }
                    } else if found.schools.first == entry.school {
                        certain += 1
                    } else if !has(found.schools[0], typed, in: catalogue) {
                        wrong.append("\(typed): \(found.schools[0].name), not \(entry.school.name)")
                    }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(40))")
        // Nearly all are certain, or else among the schools that are asked about.
        #expect(certain > 10 * asked, "\(certain) certain, \(asked) asked")
        #expect(lost.count < asked / 2, "\(lost.count): \(lost.prefix(40))")
    }

    private static let abbreviations: [@Sendable (String) -> String] = [
        { $0 + " Baseball" }, { $0 + " - Women's Soccer" }, { "\($0) (Men's Lacrosse)" },
        { $0.replacing("South ", with: "S. ").replacing("North ", with: "N. ") },
        { $0.replacing("Southern ", with: "So. ").replacing("Northern ", with: "N. ") },
        { $0.replacing("Southern ", with: "S ").replacing("South ", with: "So ") },
        { $0.replacing("Eastern ", with: "E. ").replacing("Western ", with: "W. ") },
        { $0.replacing("East ", with: "E. ").replacing("West ", with: "W. ") },
        { $0.replacing("Southeast", with: "SE").replacing("Northwest", with: "NW") },
        { $0.replacing("Central ", with: "C. ").replacing("Florida", with: "Fla.") },
        { $0.replacing("Tennessee", with: "Tenn.").replacing("Michigan", with: "Mich.") },
        { $0.replacing("Illinois", with: "Ill.").replacing("Indiana", with: "Ind.") },
        { $0.replacing("Texas", with: "TX").replacing("Georgia", with: "Ga.") },
        { $0.replacing("Washington", with: "Wash.").replacing("Arizona", with: "Ariz.") },
        { $0.replacing("University of ", with: "U. ") }, { $0 + " JV" }, { "\($0)/Elon" },
    ]

    @Test func anAbbreviatedNameMeansItsSchoolOrIsAskedAbout() throws {
        let catalogue = try CatalogueTests.catalogue()
        let finder = SchoolFinder(catalogue, [])
        var (wrong, certain, lost): ([String], Int, [String]) = ([], 0, [])
        for (place, entry) in catalogue.all.enumerated() {
            let names = entry.calling.usual
            for step in 0..<3 {
                let way = Self.abbreviations[(place + 5 * step) % Self.abbreviations.count]
                let typed = way(names[place % names.count])
                let found = finder.find(typed)
                guard found.isCertain else {
                    if !found.candidates.contains(.listed(entry.school)) { lost.append(typed) }
                    continue
                }
                certain += 1
                guard case .listed(let school) = found.candidates[0] else { continue }
                if school != entry.school, !has(school, typed, in: catalogue) {
                    let team = SchoolName.ofTeam(typed) ?? typed
                    if !has(school, team, in: catalogue) {
                        wrong.append("\(typed): \(school.name), not \(entry.school.name)")
                    }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(40))")
        #expect(certain > 2_500, "\(certain)")
        #expect(lost.count < 250, "\(lost.count): \(lost.prefix(60))")
    }

    /// Whether a school has just this name: "Murray State College" without its last word is Murray
    /// State University.
    private func has(_ school: CatalogueSchool, _ name: String, in catalogue: Catalogue) -> Bool {
        let entry = catalogue.all.first { $0.school == school }
        return entry?.calling.usual.map(SchoolName.init).contains(SchoolName(name)) == true
    }

    @Test func wholeNamesAreCertainUnlessTheyAreShared() throws {
        let catalogue = try CatalogueTests.catalogue()
        let asked = catalogue.all.filter { !catalogue.find($0.school.name, state: nil).isCertain }
        #expect(asked.count < 60, "\(asked.map(\.school.name))")
    }
}
