import Foundation
import Support
import Testing

@testable import SQLite

@Suite struct StatementTests {
    private let folder: TemporaryFolder
    private let connection: Connection

    init() throws { (folder, connection) = try openInOwnFolder() }

    @Test func everyKindOfValueComesBackAsItWent() throws {
        try connection.withStatement("SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7") { statement in
            try statement.bind(Int64.min, at: 1)
            try statement.bind(-0.5, at: 2)
            try statement.bind("O'Brien \u{1F3C8} é", at: 3)
            try statement.bind([0, 255, 39].span, at: 4)
            try statement.bindNull(at: 5)
            try statement.bind("", at: 6)
            try statement.bind([UInt8]().span, at: 7)
            #expect(try statement.step())
            let row = statement.row
            let value1 = try row.int64(0)
            #expect(value1 == Int64.min)
            let value2 = try row.double(1)
            #expect(value2 == -0.5)
            let value3 = try row.text(2)
            #expect(value3 == "O'Brien \u{1F3C8} é")
            let bytes = row.withBytes(3) { span in span.indices.map { span[$0] } }
            #expect(bytes == [0, 255, 39])
            let isNull = row.isNull(4)
            #expect(isNull)
            let value4 = try row.text(5)
            #expect(value4 == "")
            let emptyBlob = row.storageClass(6)
            #expect(emptyBlob == .blob)
            let count = row.count
            #expect(count == 7)
            #expect(try !statement.step())
        }
    }

    @Test func textBytesAreReadWithoutDecoding() throws {
        try connection.withStatement("SELECT 'é'") { statement in
            _ = try statement.step()
            let bytes = statement.row.withBytes(0) { span in span.indices.map { span[$0] } }
            #expect(bytes == [0xc3, 0xa9])
        }
    }

    @Test func aValueOfAnotherKindIsAMismatch() throws {
        try connection.withStatement("SELECT 'a' AS name, 1, x'00'") { statement in
            _ = try statement.step()
            let error = #expect(throws: SQLiteError.self) { _ = try statement.row.int64(0) }
            #expect(error?.code == .mismatch)
            #expect(error?.message == "column name holds text, wanted an integer")
            #expect(throws: SQLiteError.self) { try statement.row.text(1) }
            #expect(throws: SQLiteError.self) { try statement.row.double(2) }
        }
    }

    @Test func columnsPastTheEndAreNull() throws {
        try connection.withStatement("SELECT 1") { statement in
            _ = try statement.step()
            let isNull = statement.row.isNull(1)
            #expect(isNull)
            let value5 = try statement.row.int64(-1)
            #expect(value5 == nil)
        }
    }

    @Test func errorsNeverShowBoundValues() throws {
        try connection.runScript("CREATE TABLE t (a TEXT UNIQUE) STRICT")
        for isSecond in [false, true] {
            try connection.withStatement("INSERT INTO t VALUES (?1)") { statement in
                try statement.bind("secret", at: 1)
                guard isSecond else { return #expect(try !statement.step()) }
                let error = #expect(throws: SQLiteError.self) { try statement.step() }
                #expect(error?.code == .constraintUnique)
                #expect(error?.sql == "INSERT INTO t VALUES (?1)")
                #expect(error.map { "\($0)" }?.contains("secret") == false)
            }
        }
    }

    @Test func aKeptStatementForgetsItsValues() throws {
        for isFirst in [true, false] {
            try connection.withStatement("SELECT ?1") { statement in
                if isFirst { try statement.bind("a", at: 1) }
                _ = try statement.step()
                let isNull = statement.row.isNull(0)
                #expect(isNull == !isFirst)
            }
        }
    }

    @Test func theSameTextUsedInsideItselfGetsATwin() throws {
        let sql = "SELECT 1 UNION ALL SELECT 2"
        var seen = 0
        try connection.withStatement(sql) { outer in
            while try outer.step() {
                try connection.withStatement(sql) { inner in
                    while try inner.step() { seen += 1 }
                }
            }
        }
        #expect(seen == 4)
    }

    @Test func statementsPastTheCacheStillRun() throws {
        for number in 0...Connection.cachedStatementsMax + 1 {
            #expect(try connection.scalar("SELECT \(number)") == Int64(number))
        }
        #expect(try connection.scalar("SELECT 0") == 0)
    }

    @Test(arguments: ["", "  ", "-- nothing"])
    func emptyTextIsRefused(sql: String) {
        #expect(throws: SQLiteError.self) { try connection.run(sql) }
    }

    @Test func aSecondStatementIsRefusedNotIgnored() {
        #expect(throws: SQLiteError.self) { try connection.run("SELECT 1; SELECT 2") }
        #expect(throws: Never.self) { try connection.run("SELECT 1; ") }
    }

    @Test func parametersOutsideTheStatementAreRefused() throws {
        try connection.withStatement("SELECT ?1") { statement in
            for index: Int32 in [0, 2, -1] {
                let error = #expect(throws: SQLiteError.self) {
                    try statement.bind(Int64(1), at: index)
                }
                #expect(error?.code == .range)
            }
        }
    }

    @Test func plansNameTheWayARowIsFound() throws {
        try connection.runScript("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT) STRICT")
        #expect(
            try connection.queryPlan("SELECT * FROM t WHERE a = ?1")
                == ["SEARCH t USING INTEGER PRIMARY KEY (rowid=?)"])
        #expect(try connection.queryPlan("SELECT * FROM t WHERE b = ?1") == ["SCAN t"])
    }
}
