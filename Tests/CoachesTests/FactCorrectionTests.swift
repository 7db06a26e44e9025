import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Support
import Testing

@testable import Coaches

/// Schools that came from the catalogue learn what it has corrected.
@Suite("Corrected facts of schools")
struct FactCorrectionTests {
    private let home: CoachFamily
    /// Harvard University was listed as D3 in the Ivy League Conference.
    private let harvard: School

    init() throws {
        home = try CoachFamily()
        harvard = try home.fixture.call(
            AddSchool.self, .init(catalogueID: "166027"), as: home.player, in: home.family
        ).school
    }

    private func former() throws -> SchoolFacts {
        try #require(try CatalogueTests.catalogue().formerFacts(of: "166027").first)
    }

    /// Writes what an earlier release has stored.
    private func store(division: Division?, conference: String?) throws {
        _ = try home.fixture.service.database.write { [home, harvard] transaction in
            try transaction.execute(
                """
                UPDATE schools SET division = ?3, conference = ?4
                WHERE family_unit_id = ?1 AND id = ?2
                """, home.family, harvard.id, division?.rawValue, conference)
        }
    }

    /// Does what the service does at its start, and returns the school.
    private func corrected(by corrections: FactCorrections? = nil) throws -> School {
        let corrections = try corrections ?? FactCorrections(CatalogueTests.catalogue())
        home.fixture.service.addHousekeeping("facts") { try corrections.step($0) }
        home.fixture.service.doHousekeeping()
        _ = try home.fixture.service.database.write { _ in }
        return try home.fixture.call(
            ShowSchool.self, .init(id: harvard.id), as: home.player, in: home.family
        ).school
    }

    @Test func whatNobodyHasChangedIsCorrectedOnce() throws {
        #expect(harvard.division == .d1 && harvard.conference == "Ivy League")
        let former = try former()
        #expect(former.division == .d3)
        try store(division: former.division, conference: former.conference)
        let corrected = try corrected()
        #expect(corrected.division == .d1 && corrected.conference == "Ivy League")
        #expect(corrected.version == harvard.version + 1)
        #expect(try self.corrected().version == corrected.version)
        // Whoever sets the former value again keeps it.
        try store(division: .d3, conference: corrected.conference)
        #expect(try self.corrected().division == .d3)
    }

    @Test func whatSomebodyHasChangedStays() throws {
        let former = try former()
        try store(division: .d2, conference: former.conference)
        let corrected = try corrected()
        #expect(corrected.division == .d2 && corrected.conference == "Ivy League")
        try store(division: nil, conference: nil)
        #expect(try self.corrected().division == nil)
    }

    @Test func schoolsAddedByHandAreLeftAlone() throws {
        let own = try home.addSchool("Harvard University")
        #expect(try CatalogueTests.catalogue().corrected(own) == nil)
    }

    @Test func allSchoolsAreLookedAtInSteps() throws {
        let former = try former()
        for number in 0..<FactCorrections.stepRowsMax { _ = try home.addSchool("School \(number)") }
        let stranger = try home.fixture.call(
            AddSchool.self, .init(catalogueID: "166027"), as: home.stranger, in: home.otherFamily
        ).school
        _ = try home.fixture.service.database.write { transaction in
            try transaction.execute(
                "UPDATE schools SET division = ?1, conference = ?2 WHERE catalogue_id = '166027'",
                former.division?.rawValue, former.conference)
        }
        let corrections = FactCorrections(try CatalogueTests.catalogue())
        #expect(try corrected(by: corrections).division == .d1)
        // The second step follows the first by itself, in its own transaction.
        _ = try home.fixture.service.database.write { _ in }
        let other = try home.fixture.call(
            ShowSchool.self, .init(id: stranger.id), as: home.stranger, in: home.otherFamily
        ).school
        #expect(other.division == .d1)
    }
}
