import Base
import Testing

@Suite struct CSVWriterTests {
    @Test(arguments: [
        ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
        ("two\nlines", "\"two\nlines\""), ("two\r\nlines", "\"two\r\nlines\""), ("", ""),
    ])
    func quotesWhereRFC4180AsksForIt(value: String, field: String) {
        #expect(CSVWriter(guardsFormulas: false).field(value) == field)
    }

    @Test(arguments: [
        "=1", "+1", "-1", "@a", "＝1", "＋1", "－1", "＠a", "\tx", "\rx", "  =1", "fine\n=1",
        "fine\n  -2",
    ])
    func formulasAreGuarded(value: String) {
        #expect(CSVWriter(guardsFormulas: true).field(value).contains("'" + value.prefix(1)))
        #expect(!CSVWriter(guardsFormulas: false).field(value).contains("'"))
    }

    /// What is written is read again without the guard, also if it looks like one.
    @Test(arguments: [
        "=1", "'=1", "''=1", "'plain'", "plain", "", "'", "'two\n=1", "two\n'=1", "' =1", "'\tx",
    ])
    func guardsAreTakenAway(value: String) {
        let field = CSVWriter(guardsFormulas: true).quoted(value)
        let written = field.dropFirst().dropLast().replacing("\"\"", with: "\"")
        #expect(CSVWriter.unguarded(String(written)) == value)
    }

    // U-18, part 4's vector: quotes doubled, line feeds kept, and the guard.
    @Test(arguments: [
        ("He said \"=1+1\", ok", "\"He said \"\"=1+1\"\", ok\""), ("plain", "\"plain\""),
        ("", "\"\""), ("=1+1", "\"'=1+1\""), ("a\nb", "\"a\nb\""), ("\"", "\"\"\"\""),
    ])
    func aValueMayAlwaysStandInQuotes(value: String, field: String) {
        #expect(CSVWriter(guardsFormulas: true).quoted(value) == field)
    }

    @Test(arguments: ["a=1", "1-2", "x@y.edu", ""])
    func ordinaryTextIsNot(value: String) {
        #expect(CSVWriter(guardsFormulas: true).field(value) == value)
    }
}
