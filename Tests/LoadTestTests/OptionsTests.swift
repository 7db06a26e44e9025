import CommandKit
import Contracts
import Testing

@testable import LoadTest

@Suite("Command line and scenarios")
struct OptionsTests {
    private func plan(_ words: String...) throws -> Plan {
        let parsed = try CommandParser(Options.table).parse(Options.words(words))
        guard case .run(let invocation) = parsed else {
            Issue.record("help instead of a run")
            return Plan()
        }
        return Plan(invocation)
    }

    @Test
    func tableIsSound() {
        #expect(Options.table.problems.isEmpty)
    }

    @Test
    func runIsTheDefaultCommand() throws {
        #expect(try plan() == Plan())
        #expect(try plan("--seed", "7").seed == 7)
        #expect(Options.words(["compare", "a", "b"]) == ["compare", "a", "b"])
        #expect(Options.words(["--help"]) == ["--help"])
    }

    @Test
    func givenRateRunsOnceOnly() throws {
        let plan = try plan("--rate", "2k", "--open", "500ms")
        #expect(plan.fixedRate == 2_000)
        #expect(plan.openSeconds == 0.5)
        #expect(plan.spikeSeconds == 0)
        #expect(plan.overloadSeconds == 0)
    }

    @Test
    func countsAreWrittenWithKAndM() {
        #expect(Options.number("1") == 1)
        #expect(Options.number("10k") == 10_000)
        #expect(Options.number("10M") == Options.countMax)
        for refused in ["0", "11M", "10000001", "-1", "1.5k", "k", "", "1kk", "99999999999999M"] {
            #expect(Options.number(refused) == nil)
        }
    }

    @Test
    func tcpAndOtherMachinesAreRefused() {
        for endpoint in ["tcp://127.0.0.1:5555", "tcp://example.org:5555", "inproc://x"] {
            #expect {
                _ = try Target(endpoint: endpoint, home: nil)
            } throws: { error in
                (error as? LoadTestFailure)?.kind == .usage
            }
        }
    }

    // MARK: The model of lists

    private let model = InteractionModel((0..<100).map(OptionsTests.row))

    private static func row(_ number: Int) -> InteractionModel.Row {
        let form = InteractionForm(
            type: number.isMultiple(of: 4) ? .email : .text,
            direction: number.isMultiple(of: 2) ? .inbound : .outbound,
            subject: "Contact \(number)", occurredAt: Int64(number) * 60_000,
            school: SchoolID(high: 1, low: 1))
        return InteractionModel.Row(id: InteractionID(high: 1, low: UInt64(number)), form: form)
    }

    private func answer(_ query: InteractionModel.Query) -> ListInteractions.Response {
        let expected = model.expected(query)
        return ListInteractions.Response(
            activeFilters: [],
            analytics: InteractionFigures(
                total: expected.total, outbound: expected.outbound,
                inbound: expected.total - expected.outbound, thisWeek: 0),
            interactions: expected.rows.map { row in
                Interaction(
                    id: row.id, familyUnitID: FamilyID(high: 1, low: 1), schoolID: row.form.school,
                    schoolName: nil, coachID: nil, coachName: nil, otherCoachName: nil,
                    eventID: nil, type: row.form.type, direction: row.form.direction,
                    subject: row.form.subject,
                    content: nil, sentiment: nil,
                    occurredAt: Instant(milliseconds: row.form.occurredAt),
                    loggedBy: UserID(high: 1, low: 1), loggedByName: nil, interestLevel: nil,
                    interestAnswers: nil, attachments: [], createdAt: nil, updatedAt: nil)
            }, loggedByOptions: nil, title: "")
    }

    @Test(arguments: InteractionsScenario.queries)
    func rightAnswerIsRight(query: InteractionModel.Query) {
        #expect(model.problem(query, answer(query)) == nil)
    }

    @Test
    func everyKindOfWrongAnswerIsSeen() {
        let query = InteractionModel.Query(limit: 50)
        var swapped = answer(query)
        swapped.interactions.swapAt(3, 4)
        var short = answer(query)
        short.interactions.removeLast()
        var counted = answer(query)
        counted.analytics.outbound += 1
        var renamed = answer(query)
        renamed.interactions[0].subject = "Another"
        for wrong in [swapped, short, counted, renamed] {
            #expect(model.problem(query, wrong) != nil)
        }
    }

    @Test
    func newestRowsComeFirst() {
        let rows = model.expected(InteractionModel.Query(limit: 3)).rows
        #expect(rows.map(\.form.occurredAt) == [99, 98, 97].map { Int64($0) * 60_000 })
    }
}
