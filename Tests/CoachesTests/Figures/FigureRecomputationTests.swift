import Contracts
import Support
import Testing

@testable import Coaches

/// The figures that the service keeps, against a recomputation from the raw log, after thousands of
/// random operations (X-21, D-28, D-29).
@Suite struct FigureRecomputationTests {
    private static let operations = 4_000
    /// Contacts that are kept apart from deleted ones, so that the recomputation stays quick.
    private static let contactsMax = 160

    @Test(arguments: [1, 2] as [UInt64])
    func keptFiguresEqualARecomputation(seed: UInt64) throws {
        var life = try RandomLife(seed: seed)
        var checks = 0
        var scores = 0
        for number in 0..<Self.operations {
            try life.step(contactsMax: Self.contactsMax)
            guard number % 3 == 0 || number > Self.operations - 50 else { continue }
            scores += try life.check()
            checks += 1
        }
        // A recomputation that finds no figures proves nothing.
        #expect(scores > checks)
    }
}

/// A family whose coaches, contacts and clock change at random.
private struct RandomLife {
    private static let day: Int64 = 86_400_000

    private let family: ContactFamily
    private let schools: [School]
    private var coaches: [Coach]
    private var oracle = FigureOracle()
    private var records: [InteractionID: Interaction] = [:]
    private var imports: [[Interaction]] = []
    private var numbers: SeededNumbers

    init(seed: UInt64) throws {
        let family = try ContactFamily()
        let schools = try ["North", "South", "West"].map { try family.home.addSchool($0) }
        coaches = try (0..<5).map {
            try family.home.addCoach("C", "Number \($0)", at: $0 < 4 ? schools[$0 % 2] : nil)
        }
        (self.family, self.schools) = (family, schools)
        numbers = SeededNumbers(seed: seed)
    }

    private mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }

    /// Often at an edge of another contact, sometimes ahead, sometimes unknown.
    private mutating func instant() -> Instant? {
        let now = family.now.milliseconds
        if roll(25) == 0 { return nil }
        if roll(2) == 0, let other = oracle.log.randomElement(using: &numbers)?.at {
            let span = [0, 2, 14, -2, -14, 12].randomElement(using: &numbers) ?? 0
            let edge = [0, 0, 1, -1].randomElement(using: &numbers) ?? 0
            return Instant(milliseconds: other + Int64(span) * Self.day + Int64(edge))
        }
        let back = Int64.random(in: -2 * Self.day..<45 * Self.day, using: &numbers)
        return Instant(milliseconds: now - back)
    }

    private mutating func contact() -> Interaction {
        let direction: Direction = roll(5) < 3 ? .outbound : .inbound
        let instant = instant()
        switch roll(8) {
        case 0, 1:
            return family.interaction(
                .inbound, at: instant, school: schools.randomElement(using: &numbers))
        case 2:
            return family.interaction(
                direction, at: instant, school: schools.randomElement(using: &numbers),
                other: "Jo Unlisted")
        default:
            let index = roll(coaches.count)
            return family.interaction(direction, at: instant, with: coaches[index])
        }
    }

    private mutating func note(_ row: Interaction) {
        records[row.id] = row
        oracle.log.append(FigureOracle.Entry(row))
    }

    mutating func step(contactsMax: Int) throws {
        let live = oracle.log.filter { !$0.isDeleted }.map(\.id)
        let isFull = live.count > contactsMax
        switch isFull ? 5 + roll(2) : roll(17) {
        case 0...4:
            let row = contact()
            note(row)
            try family.tell(InteractionsFeed.created, row)
        case 5, 6:
            guard let id = live.randomElement(using: &numbers), let row = records[id] else {
                return
            }
            oracle.mark(id, true)
            try family.tell(InteractionsFeed.deleted, row)
        case 7:
            let gone = oracle.log.filter(\.isDeleted).map(\.id)
            guard let id = gone.randomElement(using: &numbers), let row = records[id] else {
                return
            }
            oracle.mark(id, false)
            try family.tell(InteractionsFeed.restored, row)
        case 8:
            let rows = (0..<1 + roll(12)).map { _ in contact() }
            for row in rows { note(row) }
            imports.append(rows)
            try family.importAll(rows)
        case 9:
            guard !imports.isEmpty else { return }
            let rows = imports.remove(at: roll(imports.count))
            for row in rows { oracle.mark(row.id, true) }
            try family.remove(rows)
        case 10:
            try move(roll(coaches.count))
        case 11, 12, 13:
            guard let id = live.randomElement(using: &numbers), let old = records[id] else {
                return
            }
            try edit(old)
        default:
            passTime()
        }
        // The raw log stays short; what is gone for good is told of no more.
        if oracle.log.count > 4 * contactsMax { oracle.log.removeAll(where: \.isDeleted) }
    }

    /// N-05: every field that a figure depends on may change.
    private mutating func edit(_ old: Interaction) throws {
        var row = contact()
        row.id = old.id
        records[row.id] = row
        oracle.replace(FigureOracle.Entry(row))
        try family.tell(
            row.direction == old.direction ? InteractionsFeed.changed : InteractionsFeed.reversed,
            row)
    }

    private mutating func move(_ index: Int) throws {
        let school = roll(4) == 0 ? nil : schools.randomElement(using: &numbers)
        coaches[index] = try family.home.edit(coaches[index]) {
            $0.schoolID = FormField(school?.id.text ?? "")
        }
    }

    /// Minutes or days, exactly to an edge, a millisecond further, and now and then back.
    private mutating func passTime() {
        let now = family.now.milliseconds
        let edges = oracle.log.compactMap(\.at).flatMap { [$0, $0 + 14 * Self.day] }
            .filter { $0 > now }
        let span: Int64
        switch roll(6) {
        case 0: span = Int64.random(in: 0..<Self.day, using: &numbers)
        case 1: span = -Int64.random(in: 0..<Self.day, using: &numbers)
        case 2, 3: span = (edges.min() ?? now) - now
        default: span = (edges.min() ?? now) - now - (roll(2) == 0 ? 1 : -1)
        }
        // Only the time of day goes back.
        if span < 0 {
            family.clock.jump(.milliseconds(span))
        } else {
            family.clock.advance(.milliseconds(span))
        }
    }

    // MARK: Checking

    /// Compares the list, its filters and its orders, and one explanation; how many scores there
    /// were.
    mutating func check() throws -> Int {
        let now = family.now.milliseconds
        let page = try family.page()
        var expected: [CoachID: FigureOracle.Figures] = [:]
        for coach in coaches {
            expected[coach.id] = oracle.figures(of: coach.id, at: coach.schoolID, now: now)
        }
        for coach in page.coaches {
            #expect(FigureOracle.Figures(coach) == expected[coach.id])
            #expect(
                (coach.responsivenessComputedAt == nil) == (coach.responsivenessSampleSize == nil))
        }
        let high = expected.values.count { ($0.score ?? 0) >= 75 }
        #expect(try family.page { $0[.responsiveness] = "high" }.total == high)
        let recent = expected.values.count { ($0.last ?? .min) >= now - 7 * Self.day }
        let narrowed = try family.page {
            $0[.contactedWithin] = "7"
            $0.timeZone = "UTC"
            $0.sort = "last_contact"
        }
        #expect(narrowed.total == recent)
        let dates = narrowed.coaches.compactMap(\.lastContactDate)
        #expect(dates == dates.sorted(by: >))
        try explain(coaches[roll(coaches.count)], expected)
        return expected.values.count { $0.score != nil }
    }

    private func explain(
        _ coach: Coach, _ expected: [CoachID: FigureOracle.Figures]
    ) throws {
        let told = try family.home.fixture.call(
            ExplainCoach.self, .init(id: coach.id), as: family.home.parent, in: family.home.family)
        #expect(FigureOracle.Figures(told.coach) == expected[coach.id])
        let counted = told.attempts.filter(\.counts)
        #expect(counted.count == expected[coach.id]?.sample ?? 0)
        #expect(told.countedCount == counted.count)
        #expect(told.answeredCount == counted.count { $0.answer != nil })
        #expect(told.attempts.allSatisfy { $0.beganAt <= family.now })
    }
}
