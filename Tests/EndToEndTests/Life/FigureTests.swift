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
        let home = try system.makeHousehold()
        let coach = try home.addCoach("Pat", "Doyle")
        func lastContact() throws -> Instant? {
            try home.call(ShowCoach.self, .init(id: coach.id))
                .coach.lastContactDate
        }
        var promptness = Promptness()
        for round in 0..<Self.rounds {
            let at = Instant(milliseconds: 1_770_724_800_000 + Int64(round) * 1_000)
            var form = CreateInteraction.Request(
                type: "email", direction: "outbound", occurredAt: at.text)
            form.coachID = FormField(coach.id.text)
            _ = try home.call(CreateInteraction.self, form)
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

    private let home: Household
    private let schools: [SchoolID]
    private var coaches: [Coach] = []
    private var oracle = FigureOracle()
    /// Operations that can be undone, with their interactions. Those of an import are visible until
    /// the undo.
    private var undoable: [(id: OperationID, rows: [InteractionID], isImport: Bool)] = []
    private var numbers: SeededNumbers

    init(seed: UInt64) throws {
        numbers = SeededNumbers(seed: seed)
        let home = try SystemUnderTest(now: Self.now).makeHousehold()
        schools = try ["North", "South"].map { try home.addSchool($0) }
        self.home = home
        for number in 0..<4 {
            let form = CoachForm(
                firstName: "C", lastName: "\(number)",
                schoolID: number < 3 ? schools[number % 2] : nil)
            coaches.append(
                try home.call(AddCoach.self, form).coach)
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
            let page = try home.call(ListCoaches.self, .init())
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
            let row = try home.call(CreateInteraction.self, form()).interaction
            oracle.log.append(FigureOracle.Entry(row))
        case 5, 6:
            let live = oracle.log.filter { !$0.isDeleted }.map(\.id)
            guard let id = live.randomElement(using: &numbers) else { return }
            let answer = try home.call(DeleteInteraction.self, .init(id: id))
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
        let staged = try home.call(
            StageImport<InteractionImportRow>.self, .init(importID: nil, number: 1, rows: rows))
        let before = try ids()
        let summary = try home.call(
            CommitImport<InteractionImportRow>.self, .init(importID: staged.importID))
        let added = try listed().filter { !before.contains($0.id) }
        oracle.log += added.map { FigureOracle.Entry($0) }
        guard let id = summary.operationID, added.count == rows.count else {
            throw SystemUnderTest.Failure(description: "\(added.count) of \(rows.count) imported")
        }
        undoable.append((id, added.map(\.id), true))
    }

    private func listed() throws -> [Interaction] {
        try home.call(ListInteractions.self, .init()).interactions
    }

    private func ids() throws -> Set<InteractionID> { Set(try listed().map(\.id)) }

    private mutating func undo(
        _ operation: (id: OperationID, rows: [InteractionID], isImport: Bool)
    ) throws {
        _ = try home.call(UndoOperation.self, .init(operationID: operation.id), at: .interactions)
        for id in operation.rows { oracle.mark(id, operation.isImport) }
        // Records removed by undoing an import are not restored by undoing an earlier deletion.
        guard operation.isImport else { return }
        let there = try ids()
        for entry in oracle.log { oracle.mark(entry.id, !there.contains(entry.id)) }
    }

    private mutating func move(_ index: Int) throws {
        var form = CoachForm(schoolID: schools[roll(2)])
        form.id = FormField(coaches[index].id.text)
        coaches[index] = try home.call(EditCoach.self, form).coach
    }
}
