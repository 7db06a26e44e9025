import DataServiceKit
import Storage
import Support
import Testing

@testable import Coaches
@testable import Contracts

/// What coaches keep of interactions' feed, and that it is right at every instant.
@Suite struct ContactFeedTests {
    private let family: ContactFamily
    private let school: School
    private let coach: Coach

    init() throws { (family, school, coach) = try ContactFamily.withCoach() }

    /// Each contact is read by every follower; `JSONDecoder` takes several times as long.
    @Test func contactsAreReadWithoutTheDecoder() throws {
        let told = family.interaction(.inbound, at: family.daysAgo(1), with: coach)
        let read = try #require(LoggedContact(json: told.json))
        #expect(read.id == told.id && read.coachID == coach.id)
        #expect(read.occurredAt == told.occurredAt && read.direction == .inbound)
    }

    // MARK: The last contact

    // X-21, D-29: a logged interaction moves the last contact, one that is back-dated does not.
    @Test func aLoggedInteractionMovesTheLastContact() throws {
        #expect(try family.show(coach).lastContactDate == nil)
        try family.log(.outbound, at: family.daysAgo(3), with: coach)
        #expect(try family.show(coach).lastContactDate == family.daysAgo(3))
        try family.log(.inbound, at: family.daysAgo(1), with: coach)
        try family.log(.outbound, at: family.daysAgo(9), with: coach)
        #expect(try family.show(coach).lastContactDate == family.daysAgo(1))
    }

    // D-29: recomputed on delete and restore.
    @Test func aDeletionTakesTheLastContactBackAndItsUndoReturnsIt() throws {
        try family.log(.outbound, at: family.daysAgo(9), with: coach)
        let last = try family.log(.inbound, at: family.daysAgo(1), with: coach)
        try family.tell(InteractionsFeed.deleted, last)
        #expect(try family.show(coach).lastContactDate == family.daysAgo(9))
        try family.tell(InteractionsFeed.restored, last)
        #expect(try family.show(coach).lastContactDate == family.daysAgo(1))
    }

    @Test func aChangeOfAnInteractionChangesNothing() throws {
        let logged = try family.log(.outbound, at: family.daysAgo(9), with: coach)
        let before = try family.show(coach)
        var changed = logged
        changed.attachments = ["interactions/x/y.pdf"]
        try family.tell(InteractionsFeed.changed, changed)
        #expect(try family.show(coach) == before)
    }

    /// N-05: an edit moves a contact from one coach to another, and in time.
    @Test func anEditMovesTheContact() throws {
        let other = try family.home.addCoach("Bo", "Ray", at: nil)
        let first = try family.log(.outbound, at: family.daysAgo(9), with: coach)
        var edited = try family.log(.outbound, at: family.daysAgo(3), with: coach)
        (edited.coachID, edited.schoolID) = (other.id, nil)
        try family.tell(InteractionsFeed.changed, edited)
        #expect(try family.show(coach).lastContactDate == first.occurredAt)
        #expect(try family.show(other).lastContactDate == family.daysAgo(3))
        edited.occurredAt = family.daysAgo(1)
        try family.tell(InteractionsFeed.changed, edited)
        #expect(try family.show(other).lastContactDate == family.daysAgo(1))
        // A change of a contact in the trash, such as a file that comes back, does not restore it.
        try family.tell(InteractionsFeed.deleted, edited)
        try family.tell(InteractionsFeed.changed, edited)
        #expect(try family.show(other).lastContactDate == nil)
    }

    // D-29: imports and their undoing.
    @Test func anImportMovesItAndItsUndoTakesItBack() throws {
        let rows = [3.0, 5].map {
            family.interaction(.outbound, at: family.daysAgo($0), with: coach)
        }
        try family.importAll(rows)
        #expect(try family.show(coach).lastContactDate == family.daysAgo(3))
        try family.remove(rows)
        #expect(try family.show(coach).lastContactDate == nil)
    }

    // D-29: what lies in the future is no contact yet, and becomes one at its instant, in each
    // read, filter and order, without any further interaction.
    @Test func aFutureContactBecomesTheLastOneAtItsInstant() throws {
        let other = try family.home.addCoach("Bo", "Hart")
        try family.log(.outbound, at: family.daysAgo(2), with: other)
        let soon = family.now.advanced(by: .seconds(60))
        try family.log(.outbound, at: soon, with: coach)
        func newestFirst() throws -> [Instant?] {
            try family.page { $0.sort = "last_contact" }.coaches.map(\.lastContactDate)
        }
        let past = family.daysAgo(2)
        #expect(try newestFirst() == [past, nil])
        family.clock.advance(.milliseconds(59_999))
        #expect(try newestFirst() == [past, nil])
        #expect(try family.page { $0[.contactedWithin] = "7" }.total == 1)
        family.clock.advance(.milliseconds(1))
        #expect(try newestFirst() == [soon, past])
        #expect(try family.page { $0[.contactedWithin] = "7" }.total == 2)
        // And goes again when the clock is set back.
        family.clock.jump(.milliseconds(-1))
        #expect(try newestFirst() == [past, nil])
        #expect(try family.show(coach).lastContactDate == nil)
    }

    // MARK: The score

    // D-28: the score appears at the instant at which the second attempt is 14 days old.
    @Test func timeAloneMakesTheScore() throws {
        try family.log(.outbound, at: family.daysAgo(60), with: coach)
        try family.log(.inbound, at: family.daysAgo(59), with: coach)
        try family.log(.outbound, at: family.daysAgo(13), with: coach)
        let early = try family.show(coach)
        #expect(early.responsivenessScore == nil && early.responsivenessSampleSize == 1)
        family.clock.advance(.seconds(86_400) - .milliseconds(1))
        #expect(try family.show(coach).responsivenessScore == nil)
        #expect(try family.page { $0[.responsiveness] = "medium" }.total == 0)
        family.clock.advance(.milliseconds(1))
        #expect(try family.page { $0[.responsiveness] = "medium" }.total == 1)
        let late = try family.show(coach)
        #expect(late.responsivenessScore == 50 && late.responsivenessSampleSize == 2)
        #expect(late.responsivenessSource == .computed)
        #expect(late.responsivenessComputedAt == family.now)
        #expect(late.medianAnswerHours == 24)
        #expect(late.silentSince == family.daysAgo(60))
    }

    // D-28: the school's answer counts where the interaction names no coach, listed or not.
    @Test func onlyWhatNamesNoCoachIsTheSchools() throws {
        let colleague = try family.home.addCoach("Bo", "Hart", at: school)
        try family.log(.outbound, at: family.daysAgo(100), with: coach)
        try family.log(.outbound, at: family.daysAgo(50), with: coach)
        try family.log(.inbound, at: family.daysAgo(99), with: colleague)
        try family.log(.inbound, at: family.daysAgo(99), school: school, other: "Jo Unlisted")
        #expect(try family.show(coach).responsivenessScore == 0)
        let answer = try family.log(.inbound, at: family.daysAgo(99), school: school)
        #expect(try family.show(coach).responsivenessScore == 50)
        try family.tell(InteractionsFeed.deleted, answer)
        #expect(try family.show(coach).responsivenessScore == 0)
        // Nobody wrote to the colleague.
        #expect(try family.show(colleague).responsivenessSampleSize == nil)
    }

    // The school is the one that the coach is at now.
    @Test func aCoachWhoChangesSchoolsHasTheNewSchoolsAnswers() throws {
        let next = try family.home.addSchool("Next College")
        try family.log(.outbound, at: family.daysAgo(100), with: coach)
        try family.log(.outbound, at: family.daysAgo(50), with: coach)
        try family.log(.inbound, at: family.daysAgo(99), school: school)
        try family.log(.inbound, at: family.daysAgo(99), school: next)
        try family.log(.inbound, at: family.daysAgo(49), school: next)
        let before = try family.show(coach)
        #expect(before.responsivenessScore == 50)
        let moved = try family.home.edit(before) { $0.schoolID = FormField(next.id.text) }
        #expect(moved.responsivenessScore == 100)
        let stored = try family.show(coach)
        #expect(stored == moved)
        let homeless = try family.home.edit(moved) { $0.schoolID = "" }
        #expect(homeless.responsivenessScore == 0)
    }

    // MARK: Keeping

    @Test func theTimeOfComputationStaysAsLongAsTheFigures() throws {
        try family.log(.outbound, at: family.daysAgo(30), with: coach)
        let first = try family.show(coach)
        #expect(first.responsivenessComputedAt == family.now)
        family.clock.advance(.seconds(60))
        try family.log(.inbound, at: nil, with: coach)
        #expect(try family.show(coach) == first)
        try family.log(.outbound, at: family.daysAgo(90), with: coach)
        #expect(try family.show(coach).responsivenessComputedAt == family.now)
    }

    // A producer that was restored tells everything again, and may tell less.
    @Test func aFeedThatBeginsAnewComesToTheSameFigures() throws {
        try family.log(.outbound, at: family.daysAgo(30), with: coach)
        let last = try family.log(.inbound, at: family.daysAgo(29), with: coach)
        let before = try family.show(coach)
        family.interactions.beginAnew()
        #expect(try family.show(coach) == before)
        family.interactions.beginAnew(keeping: 1)
        let shorter = try family.show(coach)
        #expect(shorter.lastContactDate == family.daysAgo(30))
        try family.tell(InteractionsFeed.created, last)
        #expect(try family.show(coach).lastContactDate == family.daysAgo(29))
    }

    // More coaches than one step computes: the rest is computed before the first read.
    @Test func oneBatchMayConcernMoreCoachesThanAStepComputes() throws {
        let count = ResponseFigureUpdater.stepMax + 20
        let coaches = try (0..<count).map { try family.home.addCoach("C", "Number \($0)") }
        try family.importAll(
            coaches.map { family.interaction(.outbound, at: family.daysAgo(2), with: $0) })
        let page = try family.page { $0[.contactedWithin] = "7" }
        #expect(page.total == count)
    }

    // A coach of a deleted record is not computed, and is right when the record comes back.
    @Test func figuresOfADeletedCoachAreRightOnReturn() throws {
        func mark(_ instant: Instant?) throws {
            let (id, home) = (coach.id, family.home.family)
            try family.home.fixture.service.database.write { transaction in
                try transaction.execute(
                    "UPDATE coaches SET deleted_at = ?3 WHERE family_unit_id = ?1 AND id = ?2",
                    home, id, instant)
            }
        }
        let contacts = try [30.0, 60].map {
            try family.log(.outbound, at: family.daysAgo($0), with: coach)
        }
        let before = try family.show(coach)
        try mark(family.now)
        for contact in contacts { try family.tell(InteractionsFeed.deleted, contact) }
        try family.settle()
        family.clock.advance(.seconds(60))
        try mark(nil)
        // Nothing is to be seen of what comes back piece by piece.
        #expect(try family.show(coach) == before)
        for contact in contacts {
            try family.tell(InteractionsFeed.restored, contact)
            #expect(try family.show(coach) == before)
        }
        try family.tell(DeletionFeed.restored)
        #expect(try family.show(coach) == before)
        // What happened to the school meanwhile counts on return.
        try mark(family.now)
        try family.log(.inbound, at: family.daysAgo(59), school: school)
        try family.settle()
        try mark(nil)
        try family.tell(DeletionFeed.restored)
        #expect(try family.show(coach).responsivenessScore == 50)
        // And from then on everything is computed at once again.
        try family.log(.outbound, at: family.daysAgo(1), with: coach)
        #expect(try family.show(coach).lastContactDate == family.daysAgo(1))
    }

    // What a purge takes for good is kept no longer, and everything else is: also what is in the
    // trash by itself and names whoever is gone.
    @Test func aPurgeForgetsTheContactsThatItTook() throws {
        let gone = try family.home.addCoach("Bo", "Hart")
        let contacts = try [coach, gone, gone].map {
            try family.log(.outbound, at: family.daysAgo(2), with: $0)
        }
        for contact in contacts { try family.tell(InteractionsFeed.deleted, contact) }
        try family.log(.outbound, at: family.daysAgo(1), with: coach)
        try family.settle()
        let service = family.home.fixture.service
        try service.database.write { transaction in
            try transaction.execute("DELETE FROM coaches WHERE id = ?1", gone.id)
        }
        try family.interactions.append(
            DeletionFeed.removing,
            DeletionFeed.RemovingPayload(
                operationID: OperationID(high: 1, low: 1), familyUnitID: family.home.family,
                ids: [contacts[2].id.text]))
        try family.tell(DeletionFeed.erased)
        try family.settle()
        let left = try service.database.read { try $0.scalar("SELECT count(*) FROM contacts") }
        #expect(left == 3)
    }

    // MARK: Counting and plans

    @Test func theLogCountsWhatNamesACoachOrASchool() throws {
        let next = try family.home.addSchool("Next College")
        try family.log(.outbound, at: family.daysAgo(3), with: coach)
        try family.log(.inbound, at: nil, with: coach)
        try family.log(.inbound, at: family.daysAgo(1), school: school)
        let gone = try family.log(.inbound, at: family.daysAgo(1), with: coach)
        try family.tell(InteractionsFeed.deleted, gone)
        _ = try family.home.edit(try family.show(coach)) { $0.schoolID = FormField(next.id.text) }
        let (home, school, coach) = (family.home.family, school, coach)
        let counts = try family.home.fixture.service.database.read { transaction in
            let log = ContactLog(home, transaction)
            return [
                try log.count(with: coach.id), try log.count(with: school.id),
                try log.count(with: next.id),
            ]
        }
        #expect(counts == [2, 3, 2])
    }

    @Test func noStatementReadsAWholeTableOrSorts() throws {
        let statements = [
            ContactLog.ofCoachSQL, ContactLog.fromSchoolSQL, ContactLog.countOfCoachSQL,
            ContactLog.countOfSchoolSQL, ContactLog.countOfFormerStaffSQL,
            ResponseFigureUpdater.overSQL,
            ResponseFigureUpdater.notBegunSQL,
        ]
        for sql in statements {
            let plan = try family.home.fixture.plan(of: sql)
            #expect(!plan.contains("SCAN") && !plan.contains("TEMP B-TREE"), "\(sql)\n\(plan)")
        }
    }
}
