import CommandKit
import Contracts
import ServiceKit
import Synchronization
import Testing

@testable import Gateway

/// `delete` and `blockers` of coaches and schools.
@Suite struct DeletionCommandTests {
    private let terminal = TerminalTraits(isTerminal: true, columns: 80)
    private static let blockers = [
        DeletionBlocker(type: "interactions", count: 3),
        DeletionBlocker(type: "social_media_posts", count: 1),
    ]

    private static func deleted(
        _ kind: DeletionFeed.Kind, _ counts: [String: Int], cascades: Bool = true,
        state: OperationState = .done
    ) -> Outcome {
        Fixture.answer(
            DeletionAnswer(
                of: kind, state: state, counts: counts, cascades: cascades,
                operationID: Fixture.operationID))
    }

    /// Services where these depend on the coach or the school.
    private func harness(
        _ blockers: [DeletionBlocker] = blockers, state: OperationState = .done,
        phases: [DeletionPhase] = []
    ) throws -> CompassHarness {
        let left = Mutex(phases)
        let counts = Dictionary(uniqueKeysWithValues: blockers.map { ($0.type, $0.count) })
        let harness = try CompassHarness { call in
            let kind: DeletionFeed.Kind = call.operation.hasPrefix("schools") ? .school : .coach
            switch call.operation {
            case "coaches.deletionBlockers", "schools.deletionBlockers":
                return Fixture.answer(DeletionBlockers(of: kind, blockers))
            case "coaches.delete", "schools.delete":
                return blockers.isEmpty
                    ? Self.deleted(kind, [kind.table: 1], cascades: false)
                    : .failure(ServiceError.hasDependents(kind, blockers), executed: .no)
            case "coaches.cascadeDelete", "schools.cascadeDelete":
                let whole = counts.merging([kind.table: 1]) { first, _ in first }
                return Self.deleted(
                    kind, state == .done ? whole : [kind.table: 1], state: state)
            case "coaches.show": return Fixture.answer(CoachAnswer(coach: Fixture.coach))
            case "schools.show":
                return Fixture.answer(
                    ShowSchool.Response(school: Fixture.schools[0], coaches: []))
            case "deletions.show":
                let phase = left.withLock { $0.isEmpty ? .deleted : $0.removeFirst() }
                return Fixture.answer(
                    ShowDeletion.Response(
                        operationID: Fixture.operationID, kind: .coach,
                        id: RecordID(high: 1, low: 1), phase: phase,
                        deleted: ["coaches": 1, "interactions": 3], restored: ["coaches": 1],
                        awaited: phase.isRunning ? ["interactions"] : []))
            default: return Fixture.script(call)
            }
        }
        try harness.signIn()
        return harness
    }

    private func sent(_ harness: CompassHarness) -> [String] {
        harness.transport.seen.map(\.operation).filter { $0.lowercased().hasSuffix("delete") }
    }

    // CO-25, D-24, U-07: the title, the name, the counts, and a last sentence that is true.
    @Test func theQuestionNamesTheCoachAndWhatGoesAlong() throws {
        let harness = try harness()
        #expect(
            harness.run("coaches delete Pat Doyle", answering: "n", traits: terminal).code
                == .success)
        #expect(
            harness.prompt.questions == [
                "Delete Coach? Pat Doyle (Head Coach, Duke University), 3 interactions and "
                    + "1 social media post can be restored for 30 days. Delete?"
            ])
        #expect(sent(harness).isEmpty)
        let ran = harness.run("coaches delete Pat Doyle", answering: "y", traits: terminal)
        #expect(ran.code == .success)
        // CO-27
        #expect(ran.out == "Coach, 3 interactions and 1 social media post deleted\n")
        #expect(ran.err == "Undo: compass undo \(Fixture.operationID)\n")
        #expect(sent(harness) == ["coaches.cascadeDelete"])
    }

    // CO-26, CO-27, U-12
    @Test func withoutDependentsTheCoachGoesAlone() throws {
        let harness = try harness([])
        let ran = harness.run("coaches delete Pat", answering: "y", traits: terminal)
        #expect(ran.out == "Coach deleted\n")
        #expect(
            harness.prompt.questions == [
                "Delete Coach? Pat Doyle (Head Coach, Duke University) can be restored for "
                    + "30 days. Delete?"
            ])
        #expect(sent(harness) == ["coaches.delete"])
    }

    // X-24, D-20: --yes confirms what was asked, never more.
    @Test func aScriptSaysCascadeAndYes() throws {
        let harness = try harness()
        #expect(harness.run("coaches delete Pat").code == .usage)
        #expect(harness.run("coaches delete Pat --cascade").err.contains("--cascade --yes"))
        let refused = harness.run("coaches delete Pat --yes")
        refused.expectFailure(
            .conflict,
            """
            compass: Coach has 3 interactions and 1 social media post
            Delete them too: compass coaches delete c0ac0001 --cascade

            """)
        let ran = harness.run("coaches delete Pat --cascade --yes")
        #expect(ran.code == .success)
        #expect(sent(harness) == ["coaches.delete", "coaches.cascadeDelete"])
    }

    @Test func schoolsAreDeletedTheSameWay() throws {
        let blockers = [
            DeletionBlocker(type: "coaches", count: 2),
            DeletionBlocker(type: "interactions", count: 1),
        ]
        let harness = try harness(blockers)
        let ran = harness.run("schools delete Duke", answering: "y", traits: terminal)
        #expect(
            harness.prompt.questions == [
                "Delete School? Duke University, 2 coaches and 1 interaction can be restored for "
                    + "30 days. Delete?"
            ])
        #expect(ran.out == "School, 2 coaches and 1 interaction deleted\n")
        #expect(sent(harness) == ["schools.cascadeDelete"])
    }

    // CO-29, D-23
    @Test func blockersAreToldInASentenceOrAsRows() throws {
        let harness = try harness()
        #expect(
            harness.run("coaches blockers Pat").out
                == "Coach has 3 interactions and 1 social media post\n")
        #expect(
            harness.run("coaches blockers Pat -o csv").out
                == "type,count\r\ninteractions,3\r\nsocial_media_posts,1\r\n")
        #expect(
            harness.run("schools blockers Duke --json").out.contains(#""canDelete":false"#))
        let none = try self.harness([])
        #expect(none.run("schools blockers Duke").out == "School has no related records\n")
    }

    @Test func aDryRunAsksNothingAndPrintsNoUndo() throws {
        let harness = try harness()
        let ran = harness.run("coaches delete Pat --cascade --dry-run")
        #expect(ran.code == .success)
        #expect(!ran.err.contains("Undo:"))
        #expect(harness.transport.seen.last?.isDryRun == true)
    }

    /// What goes on in other services is waited for, and told with its counts.
    @Test func anOperationThatRunsIsWaitedFor() throws {
        let harness = try harness(state: .running, phases: [.deleting, .deleting, .deleted])
        let ran = harness.run("coaches delete Pat --cascade --yes")
        #expect(ran.out == "Coach and 3 interactions deleted\n")
        #expect(ran.err.contains("Waiting for interactions\n"))
        let json = harness.run("coaches delete Pat --cascade --yes --json").out
        #expect(json.contains(#""interactions":3"#) && json.contains(#""state":"done""#))
    }

    @Test func anOperationThatDoesNotEndIsToldAsSuch() throws {
        let phases = Array(repeating: DeletionPhase.deleting, count: DeletionWait.looks)
        let harness = try harness(state: .running, phases: phases)
        let ran = harness.run("coaches delete Pat --cascade --yes")
        #expect(ran.code == .success)
        #expect(ran.out == "Coach deleted; related records follow\n")
        #expect(ran.err.contains("Undo: compass undo"))
    }
}
