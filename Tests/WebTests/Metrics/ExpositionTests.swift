import Support
import Testing

@testable import Web

@Suite("The text format of metrics") struct ExpositionTests {
    private static let family = MetricFamily("things", .gauge, "Things.")

    @Test func aFamilyStandsTogether() throws {
        let other = MetricFamily("others_total", .counter, "Other\\ \"things\"\nhere.")
        var exposition = Exposition()
        exposition.add(Self.family, 1, ["service": "one"])
        exposition.add(other, 0.25)
        exposition.add(Self.family, Int64.max, ["service": "two", "operation": "a.b"])
        #expect(
            exposition.text == """
                # HELP compass_things Things.
                # TYPE compass_things gauge
                compass_things{service="one"} 1
                compass_things{service="two",operation="a.b"} 9223372036854775807
                # HELP compass_others_total Other\\\\ "things"\\nhere.
                # TYPE compass_others_total counter
                compass_others_total 0.25

                """)
        #expect(try ReadExposition(exposition.text).helps["compass_others_total"] == other.help)
    }

    @Test(arguments: [
        (Double.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"), (-0.5, "-0.5"),
        (1e-9, "1e-09"), (1e21, "1e+21"),
    ])
    func numbersHaveTheirForms(value: Double, text: String) {
        var exposition = Exposition()
        exposition.add(Self.family, value)
        #expect(exposition.text.hasSuffix("\ncompass_things \(text)\n"))
    }

    /// Whatever stands in a label comes back from a reader as it was, except U+0000.
    @Test func awkwardValuesComeBack() throws {
        var numbers = SeededNumbers(seed: 46)
        let pieces = [
            "\\", "\"", "\n", "\r", "\t", "{", "}", ",", "=", " ", "#", "a", "é", "👩‍👧", "\u{2028}",
            "\\n", "# HELP x", "\u{301}", "\u{7F}",
        ]
        for length in 0..<400 {
            let texts = (0..<2).map { _ in
                (0..<(length % 9)).map { _ in pieces.randomElement(using: &numbers) ?? "" }.joined()
            }
            var exposition = Exposition()
            exposition.add(Self.family, length, ["a": texts[0], "b": texts[1]])
            let read = try ReadExposition(exposition.text)
            #expect(
                read.samples == [
                    .init(
                        name: "compass_things", labels: ["a": texts[0], "b": texts[1]],
                        value: Double(length))
                ], "\(texts)")
        }
        var exposition = Exposition()
        exposition.add(Self.family, 1, ["a": "x\0y"])
        #expect(exposition.text.hasSuffix("{a=\"x\u{FFFD}y\"} 1\n"))
    }
}
