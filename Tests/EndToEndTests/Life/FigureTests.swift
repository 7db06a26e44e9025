import Contracts
import Foundation
import Support
import Testing

/// Contacts change the figures of coaches, with real processes (X-21, D-28, D-29).
@Suite(.onePerCore) struct FigureTests {
    private static let rounds = 6
    private static let operations = 300

    /// Measured from the acknowledgement, or from when a killed service is ready again.
    @Test(arguments: [nil, Program.coaches, .interactions])
    func aLoggedContactShowsOnTheCoachAtOnce(killed: Program?) throws {
        let system = try SystemUnderTest()
        let (player, family, _) = try system.makePlayer()
        let coach = try system.addCoach("Pat", "Doyle", as: player, in: family)
        func lastContact() throws -> Instant? {
            try system.call(ShowCoach.self, .init(id: coach.id), as: player, in: family)
                .coach.lastContactDate
        }
        var promptness = Promptness()
        for round in 0..<Self.rounds {
            let at = Instant(milliseconds: 1_770_724_800_000 + Int64(round) * 1_000)
            var form = CreateInteraction.Request(
                type: "email", direction: "outbound", occurredAt: at.text)
            form.coachID = FormField(coach.id.text)
            _ = try system.call(CreateInteraction.self, form, as: player, in: family)
            if let killed { try system.killAndWait(killed) }
            let began = ContinuousClock.now
            #expect(try Waiting.until { try lastContact() == at })
            try promptness.add(ContinuousClock.now - began) { _ = try lastContact() }
        }
        promptness.judge("figures, killed \(killed?.rawValue ?? "nobody"): shown")
    }

    /// Contacts are logged, deleted, restored, imported and un-imported at random, at a fixed time
    /// of day.
    @Test func figuresOfRealServicesEqualARecomputation() throws {
        var life = try LoggedLife(seed: 7)
        for number in 0..<Self.operations {
            try life.step()
            if number % 15 == 14 { #expect(try life.isRight()) }
        }
        #expect(try life.isRight() && life.scores > 0)
    }
}

/// A family whose contacts change at random.
private struct LoggedLife {
    private static let day: Int64 = 86_400_000
    private static let now = Instant(milliseconds: 1_770_724_800_000)

    private let system: SystemUnderTest
    private let player: Person
    private let family: FamilyID
    private let schools: [SchoolID]
    private var coaches: [Coach] = []
    private var oracle = FigureOracle()
    /// Operations that can be undone, with their interactions. Those of an import are visible until
    /// the undo.
    private var undoable: [(id: OperationID, rows: [InteractionID], isImport: Bool)] = []
    private var numbers: SeededNumbers

    init(seed: UInt64) throws {
        numbers = SeededNumbers(seed: seed)
        let system = try SystemUnderTest(now: Self.now)
        let (player, family, _) = try system.makePlayer()
        schools = try ["North", "South"].map {
            try system.addSchool($0, as: player, in: family)
        }
        (self.system, self.player, self.family) = (system, player, family)
        for number in 0..<4 {
            let form = CoachForm(
                firstName: "C", lastName: "\(number)",
                schoolID: number < 3 ? schools[number % 2] : nil)
            coaches.append(
                try system.call(AddCoach.self, form, as: player, in: family).coach)
        }
    }

    /// The number of coaches with a score.
    var scores: Int { expected.values.count { $0.score != nil } }

    private var expected: [CoachID: FigureOracle.Figures] {
        Dictionary(
            uniqueKeysWithValues: coaches.map { coach in
                let figures = oracle.figures(
                    of: coach.id, at: coach.schoolID, now: Self.now.milliseconds)
                return (coach.id, figures)
            })
    }

    /// Whether the list comes to equal a recomputation.
    func isRight() throws -> Bool {
        let expected = expected
        return try Waiting.until {
            let page = try system.call(ListCoaches.self, .init(), as: player, in: family)
            return page.coaches.allSatisfy { FigureOracle.Figures($0) == expected[$0.id] }
        }
    }

    private mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }

    private mutating func form() -> CreateInteraction.Request {
        let spans = [0, 2, 14, 16, 20, 34]
        let edge = Int64([0, 0, 1, -1].randomElement(using: &numbers) ?? 0)
        let days = Int64(spans[roll(spans.count)] + spans[roll(spans.count)])
        let at = Self.now.milliseconds - days * Self.day + edge
        var form = CreateInteraction.Request(
            type: "email", direction: roll(5) < 3 ? "outbound" : "inbound",
            occurredAt: Instant(milliseconds: min(at, Self.now.milliseconds)).text)
        switch roll(5) {
        case 0:
            form.direction = "inbound"
            form.schoolID = FormField(schools[roll(2)].text)
        case 1:
            form.schoolID = FormField(schools[roll(2)].text)
            form.otherCoachName = "Jo Unlisted"
        default: form.coachID = FormField(coaches[roll(coaches.count)].id.text)
        }
        return form
    }

    mutating func step() throws {
        switch roll(10) {
        case 0...4:
            let row = try system.call(
                CreateInteraction.self, form(), as: player, in: family
            ).interaction
            oracle.log.append(FigureOracle.Entry(row))
        case 5, 6:
            let live = oracle.log.filter { !$0.isDeleted }.map(\.id)
            guard let id = live.randomElement(using: &numbers) else { return }
            let answer = try system.call(
                DeleteInteraction.self, .init(id: id), as: player, in: family)
            oracle.mark(id, true)
            undoable.append((answer.operationID, [id], false))
        case 7:
            try addTogether()
        case 8:
            guard !undoable.isEmpty else { return }
            try undo(undoable.remove(at: roll(undoable.count)))
        default:
            try move(roll(coaches.count))
        }
    }

    private mutating func addTogether() throws {
        let rows = (0..<1 + roll(8)).map { InteractionImportRow(line: $0 + 2, form: form()) }
        let staged = try system.call(
            StageImport<InteractionImportRow>.self, .init(importID: nil, number: 1, rows: rows),
            as: player,
            in: family)
        let before = try ids()
        let summary = try system.call(
            CommitImport<InteractionImportRow>.self, .init(importID: staged.importID), as: player,
            in: family)
        let added = try listed().filter { !before.contains($0.id) }
        oracle.log += added.map { FigureOracle.Entry($0) }
        guard let id = summary.operationID, added.count == rows.count else {
            throw SystemUnderTest.Failure(description: "\(added.count) of \(rows.count) imported")
        }
        undoable.append((id, added.map(\.id), true))
    }

    private func listed() throws -> [Interaction] {
        try system.call(ListInteractions.self, .init(), as: player, in: family).interactions
    }

    private func ids() throws -> Set<InteractionID> { Set(try listed().map(\.id)) }

    private mutating func undo(
        _ operation: (id: OperationID, rows: [InteractionID], isImport: Bool)
    ) throws {
        _ = try system.call(
            UndoOperation.self, .init(operationID: operation.id), as: player, in: family,
            at: .interactions)
        for id in operation.rows { oracle.mark(id, operation.isImport) }
        // Records removed by undoing an import are not restored by undoing an earlier deletion.
        guard operation.isImport else { return }
        let there = try ids()
        for entry in oracle.log { oracle.mark(entry.id, !there.contains(entry.id)) }
    }

    private mutating func move(_ index: Int) throws {
        var form = CoachForm(schoolID: schools[roll(2)])
        form.id = FormField(coaches[index].id.text)
        coaches[index] = try system.call(EditCoach.self, form, as: player, in: family).coach
    }
}
