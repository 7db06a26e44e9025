import Contracts
import DataServiceKit
import Storage
import Synchronization

/// Gives families' schools the division and conference that the catalogue has now, unless somebody
/// has changed them.
///
/// A school that still says what a former catalogue said was not changed. Each school is corrected
/// once, so that whoever sets a former value again keeps it.
final class FactCorrections: Sendable {
    /// The number of schools that one step looks at.
    static let stepRowsMax = 50

    /// The schools of all families from a place on. ?1 family, ?2 school, ?3 limit.
    static let schoolsSQL = """
        SELECT \(School.table.selection) FROM schools
        WHERE (family_unit_id, id) > (?1, ?2) AND deleted_at IS NULL
        ORDER BY family_unit_id, id LIMIT ?3
        """
    /// Whether the service itself has changed a school. ?1 family, ?2 school as text.
    static let correctedSQL = """
        SELECT 1 FROM changes
        WHERE family_unit_id = ?1 AND aggregate = 'school' AND aggregate_id = ?2
            AND type = '\(CoachesFeed.schoolChanged)' AND actor IS NULL LIMIT 1
        """

    private struct Place {
        var family = FamilyID.zero
        var school = SchoolID.zero
        var isAtEnd = false
    }

    private let catalogue: Catalogue
    private let place = Mutex(Place())

    init(_ catalogue: Catalogue) { self.catalogue = catalogue }

    /// Corrects the next schools and returns whether there are more. Once all were looked at, there
    /// is nothing left to do until the next start.
    func step(_ unit: UnitOfWork) throws -> Bool {
        let from = place.withLock { $0 }
        guard catalogue.hasFormerFacts, !from.isAtEnd else { return false }
        let schools = try unit.transaction.rows(
            Self.schoolsSQL, from.family, from.school, Self.stepRowsMax, map: School.table.record)
        for school in schools { try correct(school, unit) }
        var next = from
        if let last = schools.last { (next.family, next.school) = (last.familyUnitID, last.id) }
        next.isAtEnd = schools.count < Self.stepRowsMax
        let reached = next
        unit.transaction.afterCommit { [weak self] in self?.place.withLock { $0 = reached } }
        return !reached.isAtEnd
    }

    private func correct(_ school: School, _ unit: UnitOfWork) throws {
        guard var corrected = catalogue.corrected(school),
            try !unit.transaction.exists(
                Self.correctedSQL, school.familyUnitID, school.id.text)
        else { return }
        corrected.advance(at: unit.now)
        try School.table.store(corrected, unit.transaction)
        try unit.record(NewChange(CoachesFeed.schoolChanged, of: corrected))
    }
}

extension Catalogue {
    /// Returns the school with what the catalogue has corrected; nil if it says so already, if
    /// somebody has changed it, or if it is not from the catalogue.
    func corrected(_ school: School) -> School? {
        guard let id = school.catalogueID, let entry = self.school(id) else { return nil }
        var corrected = school
        for former in formerFacts(of: id) {
            if school.division == former.division { corrected.division = entry.division }
            if school.conference == former.conference { corrected.conference = entry.conference }
        }
        return corrected == school ? nil : corrected
    }
}
