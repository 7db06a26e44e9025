import Contracts
import Foundation
import Support
import Testing

@testable import Imports
@testable import Sheet

/// What the product exports gives back the same records, also when another program has saved it
/// again in another encoding.
@Suite struct ExportRoundTripTests {
    /// How a file is written.
    private enum Form: CaseIterable {
        case csv
        case raw
        case utf16
        case windows1252
        case workbook
    }

    private static let pieces = [
        "=cmd|' /C calc'!A0", "'=x", "''-y", "-5", "+1", "@home", "\"quoted\"", "a,b", "semi;colon",
        "José", "O’Brien", "🥎👨‍👩‍👧", "שלום", "\u{202B}x\u{202C}", "_x000D_", "#1 pick", "n/a",
        "TRUE", "0012", "<b&amp;", "|pipe|", "'quoted'", "1/2/2026", "–", "ﬁ", "x,", "sep=;",
        String(repeating: "long ", count: 400) + "end",
    ]

    private var numbers: SeededNumbers

    init() { numbers = SeededNumbers(seed: 45) }

    private mutating func text(_ number: Int, glue: [String]) -> String {
        let count = Int.random(in: 1...4, using: &numbers)
        var text = ""
        for place in 0..<count {
            if place > 0 { text += glue.randomElement(using: &numbers) ?? " " }
            // A subject is short.
            let pieces = glue.count > 1 ? Self.pieces[...] : Self.pieces.dropLast()
            text += pieces.randomElement(using: &numbers) ?? ""
        }
        return "\(text) \(number)"
    }

    /// The bytes of a text in an encoding; nil if it does not have all of the characters.
    private func encoded(_ text: String, _ form: Form) -> [UInt8]? {
        switch form {
        case .csv, .raw, .workbook: return Array(text.utf8)
        case .utf16: return text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case .windows1252:
            let plain = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
            return plain.data(using: .windowsCP1252).map { [UInt8]($0) }
        }
    }

    /// The workbook of a table, as `compass-sheet` writes it.
    private func workbook(_ table: WorkbookExport) throws -> [UInt8] {
        try SheetTableWriter(table.order(modified: .earliest)).workbook()
    }

    // MARK: Interactions

    private mutating func interaction(_ number: Int) throws -> Interaction {
        let day = try #require(CivilDay(text: "2026-0\(Int.random(in: 1...9, using: &numbers))-11"))
        let clock = try #require(LocalTime(hour: number % 24, minute: number * 7 % 60))
        let time: ContactTime =
            switch number % 4 {
            case 0: .on(day)
            case 1: .in(monthOf: day)
            default: .at(try #require(PlainZone().instant(of: day, at: clock)))
            }
        let school = [
            "Duke University", "Söhne & \"North\" College", "=Sum College", "O’Hara, Pine College",
        ]
        return Interaction(
            id: InteractionID(high: 1, low: UInt64(number)),
            familyUnitID: FamilyID(high: 1, low: 1),
            schoolID: SchoolID(high: 1, low: UInt64(number % 4)), schoolName: school[number % 4],
            coachID: number % 3 == 0 ? nil : CoachID(high: 1, low: 1),
            coachName: number % 3 == 0 ? nil : "Pat Sample",
            type: InteractionType.allCases[number % InteractionType.allCases.count],
            direction: number % 2 == 0 ? .inbound : .outbound,
            subject: number % 5 == 0 ? nil : text(number, glue: [" "]),
            content: text(number, glue: [" ", "\n", "\n\n", "\t"]),
            sentiment: number % 3 == 0
                ? nil : Sentiment.allCases[number % Sentiment.allCases.count],
            occurredAt: time.instant, occurredPrecision: time.precision,
            loggedBy: UserID(high: 1, low: 1), attachments: [], createdAt: nil, updatedAt: nil)
    }

    private func file(of records: [Interaction], _ form: Form) throws -> [UInt8]? {
        @Sendable func shown(_ time: ContactTime?) -> String {
            guard let time else { return "" }
            if let label = time.dayLabel { return label }
            let moment = WallClock.moment(of: time.instant, in: .gmt)
            return "\(moment.day.label), \(moment.time.label)"
        }
        let csv = InteractionCSV(
            writer: CSVWriter(guardsFormulas: form != .raw && form != .workbook),
            date: { time in
                guard form == .workbook, let time else { return shown(time) }
                guard time.precision == nil else { return time.text }
                let moment = WallClock.moment(of: time.instant, in: .gmt)
                return "\(moment.day.text)T\(moment.time.text)"
            })
        if form == .workbook {
            var table = WorkbookExport.interactions
            for record in records { try table.append(csv.values(of: record)) }
            return try workbook(table)
        }
        let text = csv.header + records.map(csv.line(of:)).joined()
        return encoded(TableFile.byteOrderMark + text, form)
    }

    @Test func exportedInteractionsAreTheSameWhenTheyAreImported() throws {
        var (random, read) = (self, 0)
        for round in 0..<60 {
            let records = try (0..<Int.random(in: 1...9, using: &random.numbers)).map {
                try random.interaction(round * 10 + $0)
            }
            for form in Form.allCases {
                guard let bytes = try file(of: records, form) else { continue }
                // A file that is not guarded loses an apostrophe before what looks like a formula.
                func kept(_ text: String?) -> String? {
                    form == .raw ? text.map(CSVWriter.unguarded) : text
                }
                let log = try FamilyFile(bytes).log()
                try #require(log.refusals.isEmpty, "\(form) \(log.refusals)")
                try #require(log.plan.entries.count == records.count, "\(form)")
                for (entry, record) in zip(log.plan.entries, records) {
                    let form = entry.row.form
                    #expect(entry.row.occurredAt == record.displayTime)
                    #expect(entry.row.type == record.type.rawValue)
                    #expect(entry.row.direction == record.direction.rawValue)
                    #expect(form.subject.value == kept(record.subject))
                    #expect(form.content.value == kept(record.content))
                    #expect(form.sentiment.value == record.sentiment?.rawValue)
                    #expect(entry.row.school == kept(record.schoolName))
                    #expect(entry.row.coachText == record.coachName)
                }
                read += 1
            }
        }
        // Windows-1252 does not have all of the characters.
        #expect(read > 240 && read < 300, "\(read)")
    }

    // MARK: Coaches

    private mutating func coach(_ number: Int) -> Coach {
        let names = ["Pat", "José", "Mary Beth", "O’Neil-Smith", "Ann"]
        return Coach(
            id: CoachID(high: 2, low: UInt64(number)), familyUnitID: FamilyID(high: 1, low: 1),
            firstName: names[number % 5],
            lastName: ["Sample", "de la Cruz", "Ripkin Jr."][number % 3],
            schoolID: nil, schoolName: "Duke University",
            role: CoachRole.allCases[number % CoachRole.allCases.count],
            email: number % 4 == 0 ? nil : "c\(number)@example.edu",
            phone: number % 3 == 0 ? nil : "+1 (919) 555-0\(100 + number)",
            twitterHandle: number % 2 == 0 ? nil : "coach_\(number)", instagramHandle: nil,
            notes: number % 6 == 0 ? nil : text(number, glue: [" ", "\n"]),
            responsivenessScore: nil, responsivenessSampleSize: nil, responsivenessComputedAt: nil,
            responsivenessSource: nil, medianAnswerHours: nil, silentSince: nil,
            lastContactDate: nil, version: 1, createdBy: UserID(high: 1, low: 5),
            createdAt: .earliest, updatedAt: .earliest)
    }

    @Test func exportedCoachesAreTheSameWhenTheyAreImported() throws {
        var random = self
        for round in 0..<40 {
            let coaches = (0..<5).map { random.coach(round * 7 + $0) }
            for form in Form.allCases where form != .raw {
                let csv = CoachCSV(
                    writer: CSVWriter(guardsFormulas: form != .workbook), day: { _ in "" })
                var table = WorkbookExport.coaches
                for coach in coaches { try table.append(csv.values(of: coach)) }
                let text = csv.header + coaches.map(csv.line(of:)).joined()
                let bytes =
                    form == .workbook
                    ? try workbook(table) : encoded(TableFile.byteOrderMark + text, form)
                guard let bytes else { continue }
                var reader = try FamilyFile(bytes).reader(.coaches)
                let columns = try reader.columns(mapped: [], values: [])
                for coach in coaches {
                    let row = try #require(try reader.next())
                    let made = CoachRecipe(addsSchools: true).form(
                        of: row, columns, ResolveReferences.Resolved(), in: PlainZone())
                    let read = try made.row.form.validated()
                    #expect(read.firstName == coach.firstName && read.lastName == coach.lastName)
                    #expect(read.role == coach.role && read.email == coach.email)
                    #expect(read.phone == coach.phone)
                    #expect(read.notes == coach.notes)
                    #expect(read.twitterHandle == coach.twitterHandle)
                    #expect(columns.value("school", in: row.fields) == coach.schoolName)
                }
                #expect(try reader.next() == nil)
            }
        }
    }

    // MARK: Limits

    @Test func aTableHasMostBytes() throws {
        var table = WorkbookExport(sheet: "x", columns: [("a", .text)])
        let piece = String(repeating: "x", count: 65_534)
        // The header has three bytes, and each row two for its end.
        for _ in 0..<255 { try table.append([piece]) }
        try table.append([String(piece.dropLast(3))])
        let error = #expect(throws: ServiceError.self) { try table.append(["y"]) }
        #expect(error?.code == .tooLarge && error?.message.contains("CSV") == true)
    }

    /// A program that is missing is named.
    @Test func workbooksNeedTheirProgram() {
        let table = WorkbookExport(sheet: "x", columns: [("a", .text)])
        let error = #expect(throws: ServiceError.self) {
            try table.workbook(modified: .earliest, environment: ["COMPASS_BIN": "/nonexistent"])
        }
        #expect(error?.message.contains("compass-sheet does not start") == true)
    }
}
