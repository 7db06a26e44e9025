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
    private static let words = [
        "camp", "Camping", "CAMP", "école", "E\u{301}cole", "ecole", "visit", "visité", "offer",
        "off", "Zoë", "zoe", "O'Brien", "mañana", "Straße", "92.5", "2026", "\u{1F3C8}", "--",
        "a_b", "x", "roster",
    ]
    private static let queries = [
        "camp", "cam", "CAMP off", "ecole", "École visit", "\"camp offer\"", "\"off\"", "zo",
        "o'brien", "o'br", "manana", "straße", "92", "92.5", "\"92 5\" x", "a_b", "x roster camp",
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

    /// A record as the scan reads it: the words of each of its columns.
    private struct Record {
        var id: InteractionID
        var logger: UserID
        var type: InteractionType
        var day: CivilDay
        var coach: [String]
        var school: [String]
        var columns: [[String]]
        var isDeleted = false
    }

    /// Lower case, without accents, cut at everything that is no letter or digit.
    private static func split(_ text: String) -> [String] {
        let plain = text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark
        }
        return String(String.UnicodeScalarView(plain)).precomposedStringWithCanonicalMapping
            .split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private static func contains(_ column: [String], _ words: [String], isOpen: Bool) -> Bool {
        guard !words.isEmpty, column.count >= words.count else { return false }
        return (0...(column.count - words.count)).contains { start in
            words.indices.allSatisfy { index in
                let word = column[start + index]
                return isOpen && index == words.count - 1
                    ? word.hasPrefix(words[index]) : word == words[index]
            }
        }
    }

    private static func finds(_ query: SearchQuery, _ record: Record) throws -> Bool {
        let days = try query.days(from: CivilDay(daysSince1970: 20_494))
        let isInTime =
            (days.first.map { record.day >= $0 } ?? true)
            && (days.end.map { record.day < $0 } ?? true)
        let isOfType =
            query.types.isEmpty
            || query.types.contains {
                $0 == .noun(.interaction) || $0 == .word(record.type.rawValue)
            }
        return isInTime && isOfType
            && query.terms.allSatisfy { term in
                let columns =
                    switch term.place {
                    case .anywhere: record.columns
                    case .coach: [record.coach]
                    case .school: [record.school]
                    }
                return columns.contains {
                    contains($0, split(term.text), isOpen: term.isOpen)
                }
            }
    }

    private mutating func text(_ count: Int) -> String {
        (0..<count).map { _ in Self.words.randomElement(using: &numbers) ?? "" }
            .joined(separator: " ")
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
        let coach = Self.split(stored.coachName ?? stored.otherCoachName ?? "")
        let school = Self.split(stored.schoolName ?? "")
        return Record(
            id: stored.id, logger: viewer.userID, type: type,
            day: CivilDay(daysSince1970: 20_494 - Int64(daysAgo)), coach: coach, school: school,
            columns: [
                Self.split(stored.subject ?? type.label), coach, school,
                Self.split(stored.content ?? ""),
            ])
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
        for text in Self.queries {
            let query = try SearchQuery(text)
            for viewer in Harness.members {
                let expected = try records.filter { record in
                    try !record.isDeleted && viewer.family == Harness.family
                        && (viewer.role == .parent || record.logger == viewer.userID)
                        && Self.finds(query, record)
                }
                let found = try harness.call(
                    SearchRecords<SearchedInteractions>.self,
                    SearchRequest(text, timeZone: "UTC", limit: SearchLimit.hitsMax), as: viewer)
                #expect(
                    Set(found.hits.map(\.id.text)) == Set(expected.map(\.id.text)),
                    "\(text) as \(viewer.name)")
                #expect(found.hits.count == Set(found.hits.map(\.id)).count)
            }
        }
    }
}
