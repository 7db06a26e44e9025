import Testing

@testable import Contracts

/// Figures and heights as people type them.
@Suite struct TypedFigureTests {
    /// The value and the unit that a form gets.
    private func filled(
        _ text: String, type: String? = nil, unit: String? = nil
    ) -> (value: Double?, unit: String?, problem: String?) {
        var form = MetricForm(metricType: type)
        form.unit = FormField(unit)
        let problem = form.setFigure(text)
        return (form.value.value, form.unit.value, problem)
    }

    @Test(
        arguments: [
            ("92 mph", "velocity", 92, "mph"), ("92", "velocity", 92, nil),
            ("92MPH", "Exit Velocity", 92, "mph"), ("6.85s", "sixty_time", 6.85, "sec"),
            ("4.52 sec", "40-Yard Dash", 4.52, "sec"), ("1.98 seconds", "pop_time", 1.98, "sec"),
            ("9'4\"", "Broad Jump", 112, "in"), ("9 ft 4 in", "Broad Jump", 112, "in"),
            ("9’ 4.5”", "Broad Jump", 112.5, "in"), ("32\"", "Vertical", 32, "in"),
            ("5:42", "Mile", 342, "sec"), ("5:42.5", "Mile", 342.5, "sec"),
            ("0:06.9", "sixty_time", 6.9, "sec"), ("5 min 42 sec", "Mile", 342, "sec"),
            ("185 lbs", "Weight", 185, "lbs"), ("185lb", "Weight", 185, "lbs"),
            (".312", "batting_avg", 0.312, nil), ("1,075", "Bench", 1_075, nil),
            ("\u{200E}92\u{A0}mph", "velocity", 92, "mph"),
        ] as [(String, String, Double, String?)]) func figuresHaveTheUnitOfTheirKind(
            text: String, type: String, value: Double, unit: String?
        )
    {
        let read = filled(text, type: type)
        #expect(read.problem == nil)
        #expect(read.value == value && read.unit == unit)
    }

    @Test(
        arguments: [
            ("84-86", "velocity", "84-86 is a range; write one number, 84 or 86"),
            ("84 – 86 mph", "velocity", "84 – 86 mph is a range; write one number, 84 or 86"),
            ("84 to 86", "velocity", "84 to 86 is a range; write one number, 84 or 86"),
            ("6.85s", "velocity", "Fastball Velocity is measured in mph, not in sec"),
            ("92 mph", "pop_time", "Pop Time is measured in sec, not in mph"),
            ("9'4\"", "sixty_time", "60-Yard Dash is measured in sec, not in in"),
            ("3.20 sec", "era", "ERA has no unit; write the number alone"),
            ("92 furlongs", "velocity", "\"furlongs\" is no unit; write the number alone"),
            ("fast", "velocity", "Please enter a valid number"),
            ("~92", "velocity", "Please enter a valid number"),
            ("9'14\"", "Broad Jump", "\"'14\"\" is no unit; write the number alone"),
            ("5:72", "Mile", "\":72\" is no unit; write the number alone"),
        ]) func otherTextsAreRefusedWithTheReason(text: String, type: String, problem: String)
    {
        let read = filled(text, type: type)
        #expect(read.problem == problem)
        #expect(read.value == nil)
    }

    @Test func aUnitOfItsOwnDecides() {
        #expect(filled("148 km/h", type: "velocity", unit: "km/h").value == 148)
        #expect(filled("9'6\"", type: "Broad Jump", unit: "ft").value == 9.5)
        #expect(filled("5:42", type: "Mile", unit: "min").value == 5.7)
        #expect(filled("185 lbs", type: "Weight", unit: "unit").unit == "lbs")
        #expect(
            filled("92 mph", type: "velocity", unit: "sec").problem
                == "The value is in mph, and the unit is sec")
    }

    // The flag or field of the unit comes after that of the value.
    @Test func theUnitMayComeLast() {
        func filled(_ value: String, _ unit: String) -> (MetricForm, FieldFilling) {
            var form = MetricForm(metricType: "Broad Jump")
            for field in Metric.fields where field.key == "value" {
                #expect(form.fill(field, with: value, isEdit: false) == .done)
            }
            let last = Metric.fields.filter { $0.key == "unit" }
                .map { form.fill($0, with: unit, isEdit: false) }
            return (form, last[0])
        }
        let (feet, done) = filled("9'6\"", "ft")
        #expect(done == .done && feet.value.value == 9.5 && feet.unit.value == "ft")
        #expect(filled("112", "in").1 == .done)
        #expect(
            filled("112 in", "mph").1 == .refused("The value is in in, and the unit is mph"))
    }

    @Test(arguments: [
        ("6 2", "6'2\""), ("6 0", "6'0\""), ("6'2.5\"", "6'2.5\""), ("1.88 m", "6'2\""),
        ("188 cm", "6'2\""), ("6-2", "6'2\""), ("6ft 2in", "6'2\""), ("6’2”", "6'2\""),
        ("74 in", "6'2\""), ("6' 2 1/2\"", "6'2.5\""), ("5' 11", "5'11\""), ("6 feet, 2", "6'2\""),
        ("1,88 m", "6'2\""), ("1m88", "6'2\""), ("188", "6'2\""), ("6'", "6'0\""),
        ("72½ inches", "6'0.5\""), ("6' 2''", "6'2\""), ("\u{200E}6'2\"", "6'2\""),
    ]) func heightsAreRead(typed: String, stored: String) throws {
        let inches = try #require(TypedHeight.inches(of: typed))
        #expect(TypedHeight.text(inches: inches) == stored)
        // What is stored is read again.
        #expect(TypedHeight.inches(of: stored) == inches)
    }

    @Test func everyHeightIsReadAgain() {
        for quarter in 36 * 4...96 * 4 {
            let inches = Double(quarter) / 4
            #expect(TypedHeight.inches(of: TypedHeight.text(inches: inches)) == inches)
        }
    }

    @Test(arguments: ["6.2", "6,2", "6 12", "6'12\"", "62 2", "tall", "6", "6'2'3", "1.88", "-62"])
    func otherHeightsAreNotRead(typed: String) {
        #expect(TypedHeight.inches(of: typed) == nil)
    }
}
