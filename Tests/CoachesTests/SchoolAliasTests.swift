import Contracts
import DataServiceKit
import ServiceKit
import Support
import Testing

@testable import Coaches

/// What the catalogue calls a school is a name of it in files.
@Suite("Aliases of schools as names")
struct SchoolAliasTests {
    private let imports: ImportUpdateHome
    private var home: CoachFamily { imports.home }

    init() throws { imports = try ImportUpdateHome() }

    /// North Carolina State University at Raleigh, whose alias is NC State and whose site is
    /// ncsu.edu.
    private static let ncState = "199193"

    @discardableResult
    private func follow(_ catalogueID: String, as name: String? = nil) throws -> School {
        try home.fixture.call(
            AddSchool.self, .init(catalogueID: catalogueID, name: name), as: home.player,
            in: home.family
        ).school
    }

    private func resolve(
        _ name: String, as person: ServiceFixture.Person? = nil, in family: FamilyID? = nil
    ) throws -> ResolveReferences.Resolved {
        let reference = ResolveReferences.Reference(school: SchoolReference(name: name))
        let found = try home.fixture.call(
            ResolveReferences.self, .init(references: [reference]), as: person ?? home.player,
            in: family ?? home.family)
        return try #require(found.references.first)
    }

    private func refusal(_ name: String) throws -> String? { try resolve(name).errors["school"] }

    // N-49: aliases and the name of the site, in full, whatever the family calls the school.
    @Test(arguments: [
        "NC State", "nc state", "N.C. State", "N\u{2019}C Stàte", " NCSU ",
        "North Carolina State University at Raleigh", "wolfpack",
    ])
    func aSchoolIsFoundByAllItsNames(name: String) throws {
        let school = try follow(Self.ncState, as: "Wolfpack")
        #expect(school.name == "Wolfpack")
        let found = try resolve(name)
        #expect(found.schoolID == school.id)
        #expect(found.errors.isEmpty)
    }

    // N-49
    @Test(arguments: ["NC Stat", "csu", "State", "Wolf", "\u{2013}", "unc"])
    func aPartOfANameIsNone(name: String) throws {
        try follow(Self.ncState, as: "Wolfpack")
        #expect(try resolve(name).schoolID == nil)
        #expect(try refusal(name) == "Your family follows no school named \"\(name)\"")
    }

    // N-49
    @Test func theFamilysOwnNameComesFirst() throws {
        try follow(Self.ncState)
        let typed = try home.addSchool("NC State")
        #expect(try resolve("nc state").schoolID == typed.id)
        #expect(try resolve("ncsu").schoolID != typed.id)
    }

    // N-49: the schools that have the name in common are told, up to the limit and beyond it.
    @Test func anAliasOfSeveralSchoolsNamesThem() throws {
        let westerns = ["128391", "130776", "200004", "208035"]
        try follow(westerns[0])
        #expect(try refusal("western") == nil)
        for id in westerns[1..<FileReferences.namesShownMax] { try follow(id) }
        let three =
            "Western Carolina University or Western Colorado University or Western "
            + "Connecticut State University"
        #expect(
            try refusal("Western") == "\"Western\" may be \(three); write the whole name")
        try follow(westerns[FileReferences.namesShownMax])
        #expect(
            try refusal("Western")
                == "\"Western\" may be \(three) or another; write the whole name")
        #expect(try refusal("western carolina university") == nil)
        let request = try #require(FindSchoolAliases.Request(name: "Western"))
        let aliases = try home.fixture.call(
            FindSchoolAliases.self, request, as: home.parent, in: home.family
        ).aliases
        #expect(aliases.count == westerns.count)
    }

    // N-49: usual names of several words, of which the official one has others.
    @Test(arguments: [
        ("214777", ["Penn State", "penn st.", "PSU", "Penn State University"]),
        ("204796", ["Ohio State", "The Ohio State University", "Ohio St", "OSU"]),
    ])
    func aFollowedSchoolIsNamedAsItUsuallyIs(id: String, names: [String]) throws {
        let school = try follow(id)
        for name in names {
            let request = try #require(FindSchoolAliases.Request(name: name))
            let aliases = try home.fixture.call(
                FindSchoolAliases.self, request, as: home.parent, in: home.family
            ).aliases
            #expect(aliases.map(\.name) == [school.name], "\(name)")
        }
    }

    // N-49, N-102: in a file of coaches, new and updated, and for a school of the same file.
    @Test func aFileOfCoachesNamesSchoolsByAlias() throws {
        try imports.store(
            [
                imports.coach(2, "Ann", "Lee", adds: Self.ncState),
                imports.coach(3, "Bo", "Ray", at: "NC State"),
            ], updates: false)
        let school = try #require(try imports.schools().first)
        let coaches = try imports.coaches()
        #expect(coaches.map(\.schoolID) == [school.id, school.id])
        try imports.store([
            imports.coach(2, "Ann", "Lee", at: "ncsu") { $0.role = "head" }
        ])
        let updated = try imports.coaches()
        #expect(updated.count == 2)
        #expect(updated.first { $0.firstName == "Ann" }?.role == .head)
        let verdicts = try imports.stage([imports.coach(2, "Cy", "Fox", at: "unc")])
        #expect(
            verdicts.refused.first?.errors
                == ["school": "Your family follows no school named \"unc\""])
    }

    // N-49: a file of coaches adds a school of the catalogue by its name or an alias of it alone.
    @Test func aFileOfCoachesAddsSchoolsByName() throws {
        func row(_ line: Int, _ last: String, _ school: String) -> CoachImportRow {
            CoachImportRow(
                line: line, key: nil, school: SchoolReference(name: school), addsSchool: true,
                form: CoachForm(firstName: "Ann", lastName: last))
        }
        try imports.store(
            [row(2, "Lee", "ncsu"), row(3, "Ray", "NC State"), row(4, "Fox", "Duke University")],
            updates: false)
        let schools = try imports.schools()
        #expect(schools.count == 2 && schools.allSatisfy { $0.catalogueID != nil })
        for name in ["Western", "No Such School"] {
            let verdicts = try imports.stage([row(2, "Kay", name)])
            #expect(verdicts.refused.first?.errors.keys.sorted() == ["school"])
        }
    }

    // N-49: a file of schools adds what it says; an alias is no school that is there already.
    @Test func aFileOfSchoolsGoesByTheFamilysNames() throws {
        try follow(Self.ncState)
        let summary = try imports.store([imports.school(2, "NC State")], updates: false)
        #expect(summary.added == ["schools": 1])
    }

    // N-49: another family learns nothing, and members of this one may all ask.
    @Test func strangersFindNothing() throws {
        let school = try follow(Self.ncState, as: "Wolfpack")
        #expect(try resolve("ncsu", as: home.parent).schoolID == school.id)
        let parent = ServiceFixture.Person([home.otherFamily: .parent])
        for person in [home.stranger, parent] {
            let found = try resolve("ncsu", as: person, in: home.otherFamily)
            #expect(found.schoolID == nil)
            #expect(found.errors == ["school": "Your family follows no school named \"ncsu\""])
            let request = try #require(FindSchoolAliases.Request(name: "ncsu"))
            #expect(
                try home.fixture.call(
                    FindSchoolAliases.self, request, as: person, in: home.otherFamily
                ).aliases.isEmpty)
            let reference = ResolveReferences.Reference(school: SchoolReference(name: "ncsu"))
            let codes = [
                home.fixture.refusal(
                    of: ResolveReferences.self, .init(references: [reference]), as: person,
                    in: home.family)?.code,
                home.fixture.refusal(
                    of: FindSchoolAliases.self, request, as: person, in: home.family)?.code,
            ]
            #expect(codes == [.notFound, .notFound])
        }
    }
}
