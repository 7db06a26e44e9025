import Contracts
import DataServiceKit
import Foundation
import Storage
import Support
import Testing

@testable import Interactions

/// A search finds what a plain walk over all records finds, in every role.
@Suite("interactions.search equals a scan")
struct SearchScanTests {
    private static let queries =
        ScannedRecord.queries + [
            "coach:dora", "coach:co", "coach:carl offer", "school:elon", "school:duke camp",
            "school:\"duke uni\" x", "camp type:email", "off type:camp type:game",
            "camp after:2026-02-01", "x before:2026-02-01", "x after:2026-01-20 before:2026-02-05",
        ]

    private let harness: Harness
    private var numbers: SeededNumbers

    init() throws {
        harness = try Harness()
        numbers = SeededNumbers(seed: 0)
    }

    private struct Record {
        let id: InteractionID
        let logger: UserID
        let scanned: ScannedRecord
        var isDeleted = false
    }

    private mutating func text(_ count: Int) -> String {
        ScannedRecord.text(count, using: &numbers)
    }

    private mutating func log() throws -> Record {
        let viewer = Bool.random(using: &numbers) ? Harness.player : Harness.sibling
        let type: InteractionType =
            [.email, .camp, .game, .text].randomElement(using: &numbers) ?? .email
        let daysAgo = Int.random(in: 0..<30, using: &numbers)
        var form = Harness.form(
            type, at: Harness.now.advanced(by: .milliseconds(-daysAgo * 86_400_000)))
        form.schoolID = FormField(nil)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: form.coachID = FormField(Harness.coach.text)
        case 1: form.coachID = FormField(Harness.secondCoach.text)
        case 2: form.schoolID = FormField(Harness.school.text)
        default:
            form.schoolID = FormField(Harness.secondSchool.text)
            form.otherCoachName = FormField("Dora \(text(1)) x")
        }
        form.subject = FormField(Bool.random(using: &numbers) ? text(3) : nil)
        form.content = FormField(text(6))
        let stored = try harness.log(form, as: viewer)
        return Record(
            id: stored.id, logger: viewer.userID,
            scanned: ScannedRecord(
                .interaction, id: stored.id.text, type: type.rawValue,
                day: CivilDay(daysSince1970: ScannedRecord.today.daysSince1970 - Int64(daysAgo)),
                title: stored.subject ?? type.label,
                coach: stored.coachName ?? stored.otherCoachName ?? "",
                school: stored.schoolName ?? "", texts: [stored.content]))
    }

    // N-20, N-21, N-22
    @Test(arguments: 0..<4 as Range<UInt64>)
    mutating func aSearchFindsWhatAScanFinds(seed: UInt64) throws {
        numbers = SeededNumbers(seed: seed)
        var records: [Record] = []
        var deletions: [(place: Int, operation: OperationID)] = []
        for _ in 0..<5 {
            for _ in 0..<12 { records.append(try log()) }
            for place in records.indices where !records[place].isDeleted {
                guard Int.random(in: 0..<8, using: &numbers) == 0 else { continue }
                let record = records[place]
                let viewer = Self.viewer(of: record)
                let operation = try harness.call(
                    DeleteInteraction.self, .init(id: record.id), as: viewer
                ).operationID
                records[place].isDeleted = true
                deletions.append((place, operation))
            }
            if let undone = deletions.popLast() {
                _ = try harness.call(
                    UndoOperation.self, .init(operationID: undone.operation),
                    as: Self.viewer(of: records[undone.place]))
                records[undone.place].isDeleted = false
            }
            try compare(records)
        }
    }

    private static func viewer(of record: Record) -> Viewer {
        record.logger == Harness.player.userID ? Harness.player : Harness.sibling
    }

    private func compare(_ records: [Record]) throws {
        for viewer in Harness.members {
            let visible = records.filter { record in
                !record.isDeleted && viewer.family == Harness.family
                    && (viewer.role == .parent || record.logger == viewer.userID)
            }
            _ = try ScannedRecord.compare(visible.map(\.scanned), with: Self.queries) {
                try harness.call(SearchRecords<SearchedInteractions>.self, $0, as: viewer)
            }
        }
    }
}
