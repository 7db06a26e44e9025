import Contracts
import Support
import Testing

@testable import Coaches

@Suite("Names of schools")
struct ResolveSchoolsTests {
    private let home: CoachFamily

    init() throws { home = try CoachFamily() }

    private func resolve(
        _ name: String, state: String? = nil, as person: ServiceFixture.Person? = nil
    ) throws -> ResolveSchools.Resolved {
        let found = try home.fixture.call(
            ResolveSchools.self, .init(names: [.init(name: name, state: state)]),
            as: person ?? home.player, in: home.family)
        return try #require(found.schools.first)
    }

    private func follow(_ catalogueID: String, as name: String? = nil) throws -> School {
        try home.fixture.call(
            AddSchool.self, .init(catalogueID: catalogueID, name: name), as: home.player,
            in: home.family
        ).school
    }

    // Official and short names, initials, web sites.
    @Test(arguments: [
        ("Ohio State University", "Ohio State University-Main Campus"),
        ("Ohio St.", "Ohio State University-Main Campus"),
        ("The Ohio State University", "Ohio State University-Main Campus"),
        ("Ohio State Buckeyes", "Ohio State University-Main Campus"),
        ("ohio state univ", "Ohio State University-Main Campus"),
        ("Texas A&M", "Texas A&M University-College Station"),
        ("Texas A and M", "Texas A&M University-College Station"),
        ("Texas AM University", "Texas A&M University-College Station"),
        ("A&M", "Texas A&M University-College Station"),
        ("UConn", "University of Connecticut"),
        ("Penn State", "Pennsylvania State University-Main Campus"),
        ("Penn St", "Pennsylvania State University-Main Campus"),
        ("Hawai'i", "University of Hawaii at Manoa"),
        ("Hawai\u{2019}i", "University of Hawaii at Manoa"),
        ("Hawai\u{2BB}i", "University of Hawaii at Manoa"),
        ("University of Hawaii", "University of Hawaii at Manoa"),
        ("Michigan", "University of Michigan-Ann Arbor"),
        ("University of Michigan", "University of Michigan-Ann Arbor"),
        ("U. of Michigan", "University of Michigan-Ann Arbor"),
        ("Michigan St", "Michigan State University"),
        ("Wisconsin", "University of Wisconsin-Madison"),
        ("Univ. of Virginia", "University of Virginia-Main Campus"),
        ("Mizzou", "University of Missouri-Columbia"),
        ("Ole Miss", "University of Mississippi"),
        ("William and Mary", "William & Mary"),
        ("University of California, Los Angeles", "University of California-Los Angeles"),
        ("Georgia Tech", "Georgia Institute of Technology-Main Campus"),
        ("Miami (OH)", "Miami University-Oxford"), ("Miami, Ohio", "Miami University-Oxford"),
        ("https://www.duke.edu/", "Duke University"), ("duke.edu", "Duke University"),
        ("  DUKE  ", "Duke University"), ("Dúke", "Duke University"),
    ])
    func aWholeNameOfOneSchoolIsCertain(typed: String, name: String) throws {
        let found = try resolve(typed)
        #expect(found.certain, "\(found.candidates.map(\.name))")
        #expect(found.candidates.map(\.name) == [name])
    }

    // The school that nearly everyone means comes first.
    @Test(arguments: [
        ("BC", "Boston College"), ("Indiana", "Indiana University-Bloomington"),
        ("Texas", "The University of Texas at Austin"), ("UT", nil),
        ("LMU", "Loyola Marymount University"), ("Loyola", nil),
        ("USC", "University of Southern California"), ("Miami", "University of Miami"),
        ("Georgetown", "Georgetown University"),
        ("UNC", "University of North Carolina at Chapel Hill"),
        ("Wheaton College", nil), ("Anderson University", nil),
        ("Bulldogs", nil), ("Tigers", nil), ("Florida, FL", "University of Florida"),
        ("Buckeyes", "Ohio State University-Main Campus"), ("Duk", "Duke University"),
        ("Standford", "Stanford University"), ("Michagan State", "Michigan State University"),
    ])
    func anythingElseIsAskedAbout(typed: String, first: String?) throws {
        let found = try resolve(typed)
        let names = found.candidates.map(\.name)
        #expect(!found.certain && !names.isEmpty, "\(names)")
        #expect(names.count <= SchoolNameLimit.candidatesMax)
        if let first { #expect(names.first == first, "\(names)") }
    }

    // Teams, and abbreviations of directions and states.
    @Test(arguments: [
        ("Duke Baseball", "Duke University"), ("Duke - Baseball", "Duke University"),
        ("Duke (Women's Soccer)", "Duke University"), ("Duke Univ Softball", "Duke University"),
        ("Duke Blue Devils Track and Field", "Duke University"),
        ("S. Carolina", "University of South Carolina-Columbia"),
        ("So. Carolina Baseball", "University of South Carolina-Columbia"),
        ("N. Carolina", "University of North Carolina at Chapel Hill"),
        ("W. Virginia", "West Virginia University"), ("W Va", "West Virginia University"),
        ("So. Miss", "University of Southern Mississippi"),
        ("S. Florida", "University of South Florida"),
        ("E. Tenn. St.", "East Tennessee State University"),
        ("SE Missouri St.", "Southeast Missouri State University"),
        ("Mich. St.", "Michigan State University"),
        ("Univ of Mich", "University of Michigan-Ann Arbor"),
        ("Ariz. State", "Arizona State University Campus Immersion"),
        ("Tex. A&M", "Texas A&M University-College Station"),
        ("U. Virginia", "University of Virginia-Main Campus"),
        ("NC State", "North Carolina State University at Raleigh"),
        ("Vandy", "Vanderbilt University"), ("'Cuse", "Syracuse University"),
    ])
    func whatIsAbbreviatedIsWrittenOut(typed: String, name: String) throws {
        let found = try resolve(typed)
        #expect(found.certain, "\(found.candidates.map(\.name))")
        #expect(found.candidates.map(\.name) == [name])
    }

    // The nearest ones of a name that nobody has, so that it is no new school unasked.
    @Test(arguments: [
        ("Duke/UNC", ["Duke University", "University of North Carolina at Chapel Hill"]),
        ("Duke and Elon", ["Duke University", "Elon University"]), ("Duke JV", ["Duke University"]),
        ("#5 Duke", ["Duke University"]), ("Duke / Coach Smith", ["Duke University"]),
        ("goduke.com", ["Duke University"]), ("Missippi State", ["Mississippi State University"]),
        ("Univ. of So. Calif.", ["University of Southern California"]),
        ("N. Iowa", ["University of Northern Iowa"]),
    ])
    func theNearestAreProposed(typed: String, names: [String]) throws {
        let found = try resolve(typed)
        #expect(Array(found.candidates.map(\.name).prefix(names.count)) == names)
        #expect(found.certain == ["Univ. of So. Calif.", "N. Iowa"].contains(typed))
    }

    // Who knows whose initials two letters are?
    @Test(arguments: [
        "A", "ND", "UK", "U.K.", "ME", "VT", "College", "University", "State", "Tech",
    ])
    func wordsOfAllAndTwoLettersAreNotCertain(typed: String) throws {
        #expect(try !resolve(typed).certain)
    }

    @Test func theTeamOfAFollowedSchoolIsThatSchool() throws {
        let own = try home.addSchool("Pine Hill College")
        let found = try resolve("Pine Hill College Softball")
        #expect(found.certain && found.candidates.map(\.schoolID) == [own.id])
    }

    @Test(arguments: ["Qqqqqq", "No Such School", "\u{2013}"])
    func aNameThatNobodyHasHasNoCandidates(typed: String) throws {
        #expect(try resolve(typed) == ResolveSchools.Resolved(certain: false, candidates: []))
    }

    @Test func theStateDecidesBetweenSeveral() throws {
        for (name, state, school) in [
            ("USC", "SC", "University of South Carolina-Columbia"),
            ("Anderson University", "in", "Anderson University"),
            ("UT", "TX", "The University of Texas at Austin"),
            ("Wheaton College", "MA", "Wheaton College (Massachusetts)"),
        ] {
            let found = try resolve(name, state: state)
            #expect(found.certain && found.candidates.first?.name == school, "\(name) \(found)")
            #expect(found.candidates.first?.state == state.uppercased())
        }
        #expect(try resolve("Bethany College, KS").candidates.map(\.state) == ["KS"])
        #expect(try !resolve("Michigan", state: "OH").certain)
        #expect(try !resolve("Miami (OH)", state: "FL").certain)
    }

    @Test func theFamilysOwnNameIsCertain() throws {
        let own = try home.addSchool("Pine Hill College")
        for name in ["Pine Hill College", " pine hill college ", "The Pine-Hill College"] {
            let found = try resolve(name, as: home.parent)
            #expect(found.certain && found.candidates.map(\.schoolID) == [own.id])
        }
        #expect(try resolve("Pine Hill").certain)
        #expect(try !resolve("Pine Hill University").certain)
        #expect(try resolve("Pine").candidates.first?.schoolID == own.id)
        #expect(try !resolve("Pine").certain)
    }

    @Test func aSchoolThatTheFamilyFollowsHasItsID() throws {
        let duke = try follow("198419", as: "Blue Devils of Duke")
        for name in ["DUKE UNIV.", "blue devils of duke"] {
            let found = try resolve(name)
            #expect(found.certain && found.candidates.map(\.schoolID) == [duke.id])
            #expect(found.candidates.first?.catalogueID == "198419")
        }
    }

    @Test func schoolsThatTheFamilyFollowsComeFirst() throws {
        let tennessee = try follow("221759")
        let found = try resolve("UT")
        #expect(!found.certain && found.candidates.first?.schoolID == tennessee.id)
        #expect(found.candidates.dropFirst().allSatisfy { $0.schoolID == nil })
    }

    /// A school that was added by hand is that of the catalogue whose name it has.
    @Test func aSchoolAddedByHandIsMeantByItsOtherNames() throws {
        let own = try home.addSchool("Ohio State")
        let found = try resolve("The Ohio State University")
        #expect(found.certain && found.candidates.map(\.schoolID) == [own.id])
        _ = try follow("204796")
        #expect(try resolve("Ohio State").candidates.map(\.schoolID) == [own.id])
        #expect(try !resolve("OSU").certain)
    }

    @Test func strangersFindNothingOfTheFamily() throws {
        _ = try home.addSchool("Pine Hill College")
        let found = try home.fixture.call(
            ResolveSchools.self, .init(names: [.init(name: "Pine Hill College")]),
            as: home.stranger, in: home.otherFamily)
        #expect(found.schools.map(\.certain) == [false])
        #expect(found.schools[0].candidates.allSatisfy { $0.schoolID == nil })
        #expect(
            home.fixture.refusal(
                of: ResolveSchools.self, .init(names: [.init(name: "x")]), as: home.stranger,
                in: home.family)?.code == .notFound)
    }
}
