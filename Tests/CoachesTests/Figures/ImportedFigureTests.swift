import Contracts
import Support
import Testing

@testable import Coaches

/// Scores and last contacts that a file of coaches says (D-28).
@Suite struct ImportedFigureTests {
    private let family: ContactFamily

    init() throws { family = try ContactFamily() }

    private func stage(
        score: String? = nil, last: String? = nil
    ) throws -> ImportVerdicts {
        let row = CoachImportRow(
            line: 2, form: CoachForm(firstName: "Ann", lastName: "Lee"),
            responsivenessScore: score, lastContactDate: last)
        return try family.home.fixture.call(
            StageImport<CoachImportRow>.self, .init(importID: nil, number: 1, rows: [row]),
            as: family.home.player,
            in: family.home.family)
    }

    private func importCoach(score: String? = nil, last: String? = nil) throws -> Coach {
        let verdicts = try stage(score: score, last: last)
        #expect(verdicts.refused.isEmpty)
        _ = try family.home.fixture.call(
            CommitImport<CoachImportRow>.self, .init(importID: verdicts.importID),
            as: family.home.player,
            in: family.home.family)
        return try #require(try family.page().coaches.first)
    }

    // D-28: an imported score stands until there are attempts enough to compute one, and says so.
    @Test func anImportedScoreStandsUntilOneCanBeComputed() throws {
        let coach = try importCoach(score: "80%")
        #expect(coach.responsivenessScore == 80 && coach.responsivenessSource == .imported)
        #expect(coach.responsivenessSampleSize == nil && coach.responsivenessComputedAt == nil)
        #expect(try family.page { $0[.responsiveness] = "high" }.total == 1)
        try family.log(.outbound, at: family.daysAgo(60), with: coach)
        let one = try family.show(coach)
        #expect(one.responsivenessScore == 80 && one.responsivenessSource == .imported)
        let second = try family.log(.outbound, at: family.daysAgo(30), with: coach)
        let two = try family.show(coach)
        #expect(two.responsivenessScore == 0 && two.responsivenessSource == .computed)
        #expect(two.responsivenessSampleSize == 2)
        try family.tell(InteractionsFeed.deleted, second)
        #expect(try family.show(coach).responsivenessSource == .imported)
    }

    // D-29: an imported last contact stands until a contact with the coach was logged.
    @Test func anImportedLastContactStandsUntilOneIsLogged() throws {
        let coach = try importCoach(last: "2026-01-10T00:00:00Z")
        #expect(coach.lastContactDate == Instant(text: "2026-01-10T00:00:00Z"))
        #expect(coach.responsivenessScore == nil && coach.responsivenessSource == nil)
        try family.log(.outbound, at: family.daysAgo(90), with: coach)
        #expect(try family.show(coach).lastContactDate == family.daysAgo(90))
    }

    @Test(
        arguments: [
            ("0", 0), ("100", 100), ("74.9", 74.9), (" 65 % ", 65), ("", nil),
        ] as [(String, Double?)])
    func scoresAreReadAsTheyAreWritten(text: String, score: Double?) throws {
        #expect(try importCoach(score: text).responsivenessScore == score)
    }

    @Test(arguments: ["-1", "100.1", "often", "nan", "inf", "5,5"])
    func otherScoresAreRefused(text: String) throws {
        #expect(
            try stage(score: text).refused.map(\.errors)
                == [["responsiveness_score": "A score must be a number from 0 to 100"]])
    }

    @Test func aLastContactIsAnInstantThatIsNotInTheFuture() throws {
        #expect(
            try stage(last: "yesterday").refused.map(\.errors)
                == [
                    [
                        "last_contact_date":
                            "The last contact must be a date, such as 2026-02-03"
                    ]
                ])
        let now = family.now
        #expect(try stage(last: now.text).refused.isEmpty)
        #expect(
            try stage(last: now.advanced(by: .milliseconds(1)).text).refused.map(\.errors)
                == [["last_contact_date": "The last contact must not be in the future"]])
    }
}
