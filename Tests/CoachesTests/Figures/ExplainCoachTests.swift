import Contracts
import Support
import Testing

@testable import Coaches

/// `coaches.explain`: the rows that were counted, and who may see which.
@Suite struct ExplainCoachTests {
    private let family: ContactFamily
    private let school: School
    private let coach: Coach

    init() throws { (family, school, coach) = try ContactFamily.withCoach() }

    private func explain(
        as person: ServiceFixture.Person? = nil
    ) throws -> CoachExplanation {
        try family.settle()
        return try family.home.fixture.call(
            ExplainCoach.self, .init(id: coach.id), as: person ?? family.home.player,
            in: family.home.family)
    }

    // D-28: everything that was counted is listed, and what is too young is told apart.
    @Test func itListsAttemptsAnswersAndFigures() throws {
        let first = try family.log(.outbound, at: family.daysAgo(60), with: coach)
        let again = try family.log(.outbound, at: family.daysAgo(59), with: coach)
        let answer = try family.log(.inbound, at: family.daysAgo(58), school: school)
        try family.log(.outbound, at: family.daysAgo(40), with: coach)
        let young = try family.log(.outbound, at: family.daysAgo(3), with: coach)
        try family.log(.outbound, at: family.daysAgo(-3), with: coach)
        let told = try explain()
        #expect(told.coach == (try family.show(coach)))
        #expect(told.countedCount == 2 && told.answeredCount == 1)
        #expect(told.coach.responsivenessScore == 50 && told.daysOfSilence == 58)
        #expect(told.attempts.map(\.counts) == [false, true, true])
        #expect(told.attempts[0].messages.map(\.interactionID) == [young.id])
        #expect(told.attempts[0].countsFrom == family.daysAgo(-11))
        #expect(told.attempts[1].answer == nil && told.attempts[1].answerHours == nil)
        #expect(told.attempts[2].messages.map(\.interactionID) == [first.id, again.id])
        #expect(told.attempts[2].messages.map(\.type) == ["email", "email"])
        #expect(told.attempts[2].answer?.interactionID == answer.id)
        #expect(told.attempts[2].answer?.isOfSchool == true)
        #expect(told.attempts[2].answerHours == 48)
    }

    // a sibling's contacts are counted; a player learns of them only when they were.
    @Test func aSiblingsContactsAreCountedAndNotShown() throws {
        let sibling = ServiceFixture.Person([family.home.family: .player])
        let theirs = try family.log(
            .outbound, at: family.daysAgo(60), with: coach, by: sibling.userID)
        try family.log(.inbound, at: family.daysAgo(59), with: coach, by: sibling.userID)
        let own = try family.log(.outbound, at: family.daysAgo(30), with: coach)
        let told = try explain()
        #expect(told.coach.responsivenessScore == 50)
        #expect(told.attempts.map { $0.messages.map(\.interactionID) } == [[own.id], [nil]])
        #expect(told.attempts[1].messages[0].type == nil)
        #expect(told.attempts[1].messages[0].occurredAt == family.daysAgo(60))
        #expect(told.attempts[1].answer?.interactionID == nil)
        // Whoever may open them sees them.
        #expect(try explain(as: sibling).attempts[1].messages[0].interactionID == theirs.id)
        #expect(try explain(as: sibling).attempts[0].messages[0].interactionID == nil)
        let parents = try explain(as: family.home.parent).attempts
            .flatMap { $0.messages + [$0.answer].compactMap(\.self) }
        #expect(parents.allSatisfy { $0.interactionID != nil && $0.type == "email" })
    }

    @Test func aCoachWithoutContactsHasNothingToExplain() throws {
        let told = try explain()
        #expect(told.attempts.isEmpty && told.countedCount == 0 && told.daysOfSilence == nil)
        #expect(
            family.home.fixture.refusal(
                of: ExplainCoach.self, .init(id: CoachID(high: 1, low: 1)),
                as: family.home.player, in: family.home.family)?.code == .notFound)
        #expect(
            family.home.fixture.refusal(
                of: ExplainCoach.self, .init(id: coach.id), as: family.home.stranger,
                in: family.home.family)?.code == .notFound)
    }
}
