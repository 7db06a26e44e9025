import Contracts
import HTML

@testable import WebPages

/// The pages about duplicates in their states, by name.
enum DuplicateSamples {
    static let coaches = FindCoachDuplicates.Response(
        groups: [
            CoachDuplicates(
                reasons: [.email, .phone, .name], coaches: [1, 2, 3].map(Samples.coach),
                matches: [
                    match(2, 1, [.email, .name]), match(3, 2, [.phone]),
                ], total: 3),
            CoachDuplicates(reasons: [.name], coaches: [4, 5].map(Samples.coach), total: 2),
        ], total: 2)

    private static func match(
        _ coach: Int, _ other: Int, _ reasons: [DuplicateReason]
    ) -> DuplicateMatch {
        DuplicateMatch(
            id: Samples.coach(coach).id, otherID: Samples.coach(other).id, reasons: reasons)
    }

    static func page(
        _ answer: Result<FindCoachDuplicates.Response, ServiceError>, _ role: Role = .player
    ) -> SamplePages.Writing {
        let page = DuplicatesPage(answer, Samples.context(role))
        return { page.write(to: &$0) }
    }

    static func merge(
        _ moving: [String: Int], _ error: ServiceError? = nil, notes: Int = 10
    ) -> SamplePages.Writing {
        var (kept, other) = (Samples.coach(1), Samples.coach(2))
        kept.notes = "Met <b>in</b> June"
        other.notes = String(repeating: "n", count: notes)
        let page = MergePage(
            keeping: kept, other: other, moving: moving, error: error, Samples.context())
        return { page.write(to: &$0) }
    }

    /// Two schools, of which one has what the other lacks.
    static func mergeOfSchools(_ moving: [String: Int]) -> SamplePages.Writing {
        var other = school(2, "NC")
        (other.division, other.notes) = (.d1, "Seen <b>in</b> June")
        let page = MergePage(
            keeping: school(1, nil), other: other, moving: moving, Samples.context())
        return { page.write(to: &$0) }
    }

    static func schools(_ schools: [School]) -> SamplePages.Writing {
        let groups = [SchoolDuplicates(reasons: [.name], schools: schools, total: schools.count)]
        let page = DuplicatesPage(
            .success(FindSchoolDuplicates.Response(groups: groups, total: 1)), Samples.context())
        return { page.write(to: &$0) }
    }

    static let all: [(name: String, write: SamplePages.Writing)] = [
        ("coach-duplicates", page(.success(coaches))),
        ("coach-duplicates-parent", page(.success(coaches), .parent)),
        ("coach-duplicates-none", page(.success(.init(groups: [], total: 0)))),
        ("coach-duplicates-away", page(.failure(SocialSamples.away))),
        ("coach-merge", merge(["interactions": 3, "event_coaches": 1, "follow_ups": 1])),
        ("coach-merge-nothing", merge([:])),
        ("coach-merge-refused", merge([:], SocialSamples.away)),
        ("coach-merge-notes", merge([:], notes: CoachLimit.notesMax)),
        ("school-merge", mergeOfSchools(["coaches": 2, "events": 1, "social_media_posts": 4])),
        ("school-merge-nothing", mergeOfSchools([:])),
        ("school-duplicates", schools([school(1, "NC"), school(2, nil)])),
    ]

    static func school(_ number: UInt64, _ state: String?) -> School {
        School(
            id: SchoolID(high: 4, low: number), familyUnitID: Samples.family,
            name: "Hart & Sons <b>College</b>", state: state, version: 1,
            createdAt: Samples.now, updatedAt: Samples.now)
    }
}
